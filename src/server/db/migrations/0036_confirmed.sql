-- Up Migration
-- When the owner last proved a password within a session; null until then. What adds a way in asks for a session that was opened
-- or confirmed a short while ago.
alter table user_session add column confirmed_at timestamptz;

-- Down Migration
alter table user_session drop column confirmed_at;
