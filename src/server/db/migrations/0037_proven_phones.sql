-- Up Migration
-- A phone that an account wrote down and nobody proved is a note: it names nobody and stands in nobody's way. Proven, it is one
-- master's in a region. (An older instance that still runs finds phones taken that are not, and nothing worse.)
drop index account_phone_unique;
create unique index account_phone_unique on account (zone, phone) where phone is not null and kind = 1 and phone_verified;

create or replace function account_by_name(p_zone text, p_username text, p_email text, p_phone text, p_master uuid)
returns setof account language sql stable as $$
  (select a.* from account a where p_master is null and p_phone is not null and a.zone = p_zone and a.phone = p_phone and a.phone_verified
    order by a.kind limit 1)
  union all
  (select a.* from account a where p_master is null and p_email is not null and a.zone = p_zone and a.email_key = p_email)
  union all
  (select a.* from account a where p_master is null and p_username is not null and a.zone = p_zone and a.kind = 1 and a.username_key = p_username)
  union all
  (select a.* from account a join account m on m.id = a.master_id
    where p_master is not null and m.zone = p_zone and m.uuid = p_master and a.kind = 2 and a.username_key = p_username)
  limit 1
$$;

-- Down Migration
create or replace function account_by_name(p_zone text, p_username text, p_email text, p_phone text, p_master uuid)
returns setof account language sql stable as $$
  (select a.* from account a where p_master is null and p_phone is not null and a.zone = p_zone and a.phone = p_phone order by a.kind limit 1)
  union all
  (select a.* from account a where p_master is null and p_email is not null and a.zone = p_zone and a.email_key = p_email)
  union all
  (select a.* from account a where p_master is null and p_username is not null and a.zone = p_zone and a.kind = 1 and a.username_key = p_username)
  union all
  (select a.* from account a join account m on m.id = a.master_id
    where p_master is not null and m.zone = p_zone and m.uuid = p_master and a.kind = 2 and a.username_key = p_username)
  limit 1
$$;
-- Of several that have one phone the one that proved it keeps it, else the oldest.
update account a set phone = null where a.kind = 1 and not a.phone_verified and exists (
  select 1 from account other where other.zone = a.zone and other.phone = a.phone and other.kind = 1
    and (other.phone_verified or (other.created_at, other.id) < (a.created_at, a.id)));
drop index account_phone_unique;
create unique index account_phone_unique on account (zone, phone) where phone is not null and kind = 1;
