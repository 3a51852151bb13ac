-- Up Migration
-- A verification counts once its visitor came back, signed in, with what the provider alone was told: whoever is sent the
-- provider's address by another proves no name for them. Those that are under way count as before.
alter table real_name_check add column return_digest text, add column returned_at timestamptz;
update real_name_check set returned_at = created_at;

-- Down Migration
alter table real_name_check drop column return_digest, drop column returned_at;
