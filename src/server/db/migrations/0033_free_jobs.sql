-- Up Migration
-- Free jobs given to an account, once of a kind, as coupons are.
create table free_jobs (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account (id) on delete cascade,
  zone text not null,
  line text not null,
  kind text not null,
  jobs integer not null check (jobs > 0),
  created_at timestamptz not null default foyer_now(),
  unique (account_id, kind)
);

-- Down Migration
drop table free_jobs;
