-- Up Migration
-- The browser that registered an account, by its flow's digest: whoever activates it in another one sets its password.

alter table account add column registered_flow text;

-- Down Migration

alter table account drop column registered_flow;
