-- Up Migration
-- What registration needs besides the account: invite codes, coupons, lists of refused identifiers; and the page's own events.

create table invite_code (
  id uuid primary key default gen_random_uuid(),
  zone text not null,
  code_key text not null,
  business_types smallint[],
  expires_at timestamptz,
  uses_left integer,
  created_at timestamptz not null default foyer_now(),
  unique (zone, code_key)
);

create table invite_use (
  invite_id uuid not null references invite_code (id),
  account_id uuid primary key references account (id) on delete cascade,
  zone text not null,
  used_at timestamptz not null default foyer_now()
);

create table coupon (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account (id) on delete cascade,
  zone text not null,
  line text not null,
  kind text not null,
  amount integer not null,
  currency text not null,
  created_at timestamptz not null default foyer_now(),
  unique (account_id, kind)
);

-- kind: email (whole address), domain (of an e-mail), phone (E.164, or its beginning with prefix true).
create table blocked_identifier (
  zone text not null,
  kind text not null check (kind in ('email', 'domain', 'phone')),
  value text not null,
  prefix boolean not null default false,
  created_at timestamptz not null default foyer_now(),
  primary key (zone, kind, value)
);

create table page_event (
  day date not null,
  zone text not null,
  line text not null,
  name text not null,
  seen bigint not null default 0,
  last_detail jsonb,
  primary key (day, zone, line, name)
);

-- Down Migration
drop table page_event, blocked_identifier, coupon, invite_use, invite_code;
