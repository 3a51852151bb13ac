-- Up Migration
-- A link that something else made void (a new password, another mailbox) was used by nobody, and is not said to be.
-- acted: the link itself did what it is for.
alter table link_token add column acted boolean not null default false;

-- Down Migration
alter table link_token drop column acted;
