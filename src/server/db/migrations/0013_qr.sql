-- Up Migration
-- Codes to scan: signing in by a phone, and binding WeChat for coupons.

-- The public id stands in the picture, the secret in the page that shows it; both are kept as digests. The first phone
-- that scans owns the ticket (`scanned_by`, its flow). Expired is what time says, so it is no state of its own.
create table qr_ticket (
  id_hash text primary key,
  secret_hash text not null unique,
  zone text not null,
  line text not null,
  flow_digest text not null,
  match text not null,
  device text not null,
  place text,
  country text,
  state text not null default 'waiting' check (state in ('waiting', 'scanned', 'confirmed', 'cancelled')),
  scanned_by text,
  account_id uuid references account (id) on delete cascade,
  login_type smallint,
  created_at timestamptz not null default foyer_now(),
  expires_at timestamptz not null,
  settled_at timestamptz,
  redeemed_at timestamptz,
  constraint qr_ticket_scanned check ((state = 'waiting') = (scanned_by is null)),
  constraint qr_ticket_confirmed check ((state = 'confirmed') = (account_id is not null))
);
create index qr_ticket_account on qr_ticket (account_id) where account_id is not null;
create index qr_ticket_expires on qr_ticket (expires_at);

-- What the service gave us to speak to it with: one for all instances. `leased_until`: somebody is asking for a new one.
create table wechat_access (
  app_id text primary key,
  sealed text,
  expires_at timestamptz,
  leased_until timestamptz
);

-- A code shown to a signed-in account: of the mini program (with its image) or of the public account (with its address).
create table wechat_scene (
  scene_hash text primary key,
  kind text not null check (kind in ('miniProgram', 'publicAccount')),
  zone text not null,
  line text not null,
  account_id uuid not null references account (id) on delete cascade,
  image_hash text unique,
  image bytea,
  image_type text,
  -- What came of it: nobody scanned it yet, the phone decides, it refused, bound, was bound before, belongs to another account.
  state text not null default 'waiting' check (state in ('waiting', 'scanned', 'refused', 'bound', 'already', 'elsewhere')),
  created_at timestamptz not null default foyer_now(),
  expires_at timestamptz not null
);
create index wechat_scene_account on wechat_scene (account_id, kind, created_at desc);
create index wechat_scene_expires on wechat_scene (expires_at);

-- Whose WeChat it is: one person and one account belong to each other, of a kind, in a zone. `subject` is the unionid,
-- else the application and its openid.
create table wechat_binding (
  zone text not null,
  kind text not null check (kind in ('miniProgram', 'publicAccount')),
  account_id uuid not null references account (id) on delete cascade,
  subject text not null,
  openid text not null,
  app_id text not null,
  line text not null,
  created_at timestamptz not null default foyer_now(),
  constraint wechat_binding_account primary key (account_id, kind),
  constraint wechat_binding_person unique (zone, kind, subject)
);

-- Coupons given for a person, whatever becomes of the binding or the account.
create table wechat_coupon (
  zone text not null,
  kind text not null,
  subject text not null,
  line text not null,
  at timestamptz not null default foyer_now(),
  primary key (zone, kind, subject)
);

-- Events that the service pushed; it delivers each up to three times.
create table wechat_event (
  app_id text not null,
  from_user text not null,
  create_time bigint not null,
  zone text not null,
  line text not null,
  at timestamptz not null default foyer_now(),
  primary key (app_id, from_user, create_time)
);

-- What the built-in stand-in for the platform knows; only `npm start` writes here.
create table simulated_wechat_code (
  id bigint generated always as identity primary key,
  kind text not null,
  scene text not null,
  page text,
  ticket text unique,
  at timestamptz not null default clock_timestamp()
);
create table simulated_wechat_access (
  token text primary key,
  app_id text not null,
  spoilt boolean not null default false,
  at timestamptz not null default clock_timestamp()
);
create table simulated_wechat_login (
  js_code text primary key,
  openid text not null,
  unionid text,
  used boolean not null default false,
  at timestamptz not null default clock_timestamp()
);
create table simulated_wechat_fan (
  openid text primary key,
  follows boolean not null default true
);
-- What the next call of a path shall meet.
create table simulated_wechat_trouble (
  path text primary key,
  errcode integer not null,
  times integer not null
);

-- Down Migration
drop table simulated_wechat_trouble, simulated_wechat_fan, simulated_wechat_login, simulated_wechat_access, simulated_wechat_code;
drop table wechat_event, wechat_coupon, wechat_binding, wechat_scene, wechat_access, qr_ticket;
