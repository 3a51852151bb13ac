-- Up Migration
-- Whether what a code proved was made use of, and not made void by another password or contact: who reloads after an answer
-- that was lost is told that it was done.
alter table verification_code add column acted boolean not null default false;

-- Down Migration
alter table verification_code drop column acted;
