-- Up Migration
-- The simulators of `npm start` have a schema of their own, which that program makes.
drop table simulated_sending, simulated_captcha, simulated_grant, simulated_consent, simulated_key;
drop table simulated_wechat_trouble, simulated_wechat_fan, simulated_wechat_login, simulated_wechat_access, simulated_wechat_code;
drop table simulated_conversion, simulated_real_name;

-- Down Migration
create table simulated_real_name (
  ticket uuid primary key,
  return_to text not null,
  verdict text not null default 'pending' check (verdict in ('pending', 'passed', 'failed')),
  at timestamptz not null default clock_timestamp()
);
create table simulated_conversion (
  id bigint generated always as identity primary key,
  url text not null,
  new_type integer not null,
  status integer not null,
  at timestamptz not null default clock_timestamp()
);
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
create table simulated_wechat_trouble (
  path text primary key,
  errcode integer not null,
  times integer not null
);
create table simulated_key (
  provider text not null,
  kid text not null,
  -- The private key; it signs for nobody but a simulator.
  jwk jsonb not null,
  created_at timestamptz not null default foyer_now(),
  primary key (provider, kid)
);
create table simulated_consent (
  provider text not null,
  app text not null,
  person text not null,
  at timestamptz not null default foyer_now(),
  primary key (provider, app, person)
);
create table simulated_grant (
  -- SHA-256 of the value: codes and tokens are never stored.
  digest bytea primary key,
  provider text not null,
  kind text not null check (kind in ('ticket', 'code', 'token')),
  app text not null,
  person text not null default '',
  trouble text not null default '',
  -- Of a ticket that a phone scans.
  step text not null default 'waiting' check (step in ('waiting', 'scanned', 'confirmed', 'cancelled')),
  -- Parameters of the page it was asked for on.
  asked jsonb not null default '{}',
  expires_at timestamptz not null,
  used_at timestamptz
);
create index simulated_grant_expires_at on simulated_grant (expires_at);
CREATE TABLE simulated_captcha (
  ticket text PRIMARY KEY,
  randstr text NOT NULL,
  app_id text NOT NULL,
  -- CaptchaCode that checking it gives once; 0 for an interface that does not answer.
  code integer NOT NULL,
  used_at timestamptz,
  at timestamptz NOT NULL DEFAULT foyer_now()
);
CREATE TABLE simulated_sending (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  cloud text NOT NULL,
  channel text NOT NULL,
  number text NOT NULL,
  at timestamptz NOT NULL DEFAULT foyer_now()
);
create index simulated_sending_number on simulated_sending (cloud, number, at);
