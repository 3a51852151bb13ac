-- Up Migration
-- A phone identifies one master account of a region; any number of its sub accounts may have it as their contact.

drop index account_phone_unique;
create unique index account_phone_unique on account (zone, phone) where phone is not null and kind = 1;
create index account_phone on account (zone, phone) where phone is not null;

-- Phones that earned their coupon, as keyed digests: moving a number from account to account earns nothing more.
create table bound_phone (
  zone text not null,
  phone_digest text not null,
  bound_at timestamptz not null default foyer_now(),
  primary key (zone, phone_digest)
);

-- When the rendering side took an activated account over.
alter table account add column rendering_at timestamptz;

-- As before, and among the accounts of one phone the master.
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

-- Down Migration
create or replace function account_by_name(p_zone text, p_username text, p_email text, p_phone text, p_master uuid)
returns setof account language sql stable as $$
  (select a.* from account a where p_master is null and p_phone is not null and a.zone = p_zone and a.phone = p_phone)
  union all
  (select a.* from account a where p_master is null and p_email is not null and a.zone = p_zone and a.email_key = p_email)
  union all
  (select a.* from account a where p_master is null and p_username is not null and a.zone = p_zone and a.kind = 1 and a.username_key = p_username)
  union all
  (select a.* from account a join account m on m.id = a.master_id
    where p_master is not null and m.zone = p_zone and m.uuid = p_master and a.kind = 2 and a.username_key = p_username)
  limit 1
$$;
alter table account drop column rendering_at;
drop table bound_phone;
drop index account_phone;
drop index account_phone_unique;
create unique index account_phone_unique on account (zone, phone) where phone is not null;
