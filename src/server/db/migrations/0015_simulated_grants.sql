-- Up Migration
-- What the built-in stand-ins of third parties handed out; only `npm start` writes here.

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

-- Down Migration
drop table simulated_grant;
