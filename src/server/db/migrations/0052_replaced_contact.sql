-- Up Migration
-- What a code for another contact is to replace, as a keyed digest; empty where the account had none. Null: not asked for that.
alter table verification_code add column replaces text;

-- Down Migration
alter table verification_code drop column replaces;
