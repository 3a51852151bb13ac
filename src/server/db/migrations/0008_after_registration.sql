-- Up Migration
-- What follows a registration: the rendering user, the software they work with, real-name verification; and the platform's state.

-- One per account that registered; others get theirs when something of it is stored. `asked_at`: the visitor was led to the choice of software.
create table rendering_user (
  account_id uuid primary key references account (id) on delete cascade,
  zone text not null,
  line text not null,
  platform smallint not null,
  registered_at timestamptz,
  asked_at timestamptz,
  other_software text,
  created_at timestamptz not null default foyer_now()
);

create table rendering_software (
  account_id uuid not null references rendering_user (account_id) on delete cascade,
  software smallint not null,
  zone text not null,
  primary key (account_id, software)
);

-- Redeemed once, by the browser that registered, for the rendering user's keys.
create table registration_token (
  token_hash text primary key,
  account_id uuid not null references account (id) on delete cascade,
  zone text not null,
  line text not null,
  flow_digest text not null,
  created_at timestamptz not null default foyer_now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index registration_token_account on registration_token (account_id);
create index registration_token_expires on registration_token (expires_at);

-- One per verification begun; the newest counts, and a passed one for good.
create table real_name_check (
  ticket uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  zone text not null,
  line text not null,
  state text not null default 'pending' check (state in ('pending', 'passed', 'failed')),
  created_at timestamptz not null default foyer_now(),
  settled_at timestamptz
);
create index real_name_check_account on real_name_check (account_id, created_at desc);

-- What the built-in stand-in for a real-name provider knows; only `npm start` writes here.
create table simulated_real_name (
  ticket uuid primary key,
  return_to text not null,
  verdict text not null default 'pending' check (verdict in ('pending', 'passed', 'failed')),
  at timestamptz not null default clock_timestamp()
);

-- Under maintenance while a row says so and its end, if known, is ahead. Line '*' speaks for all lines.
create table platform_maintenance (
  line text primary key,
  until timestamptz,
  set_at timestamptz not null default foyer_now()
);

-- Down Migration
drop table platform_maintenance, simulated_real_name, real_name_check, registration_token, rendering_software, rendering_user;
