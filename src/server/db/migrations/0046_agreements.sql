-- Up Migration
-- Which version of which of a line's agreements an account accepted, and when. It hangs on the account, and goes with it.
create table agreement (
  account_id uuid not null references account on delete cascade,
  line text not null,
  name text not null,
  version text not null,
  accepted_at timestamptz not null default foyer_now(),
  primary key (account_id, line, name, version)
);

-- From when on an account has records: its making, or this migration. Of what was accepted before nothing is known, so that
-- nobody is asked for what stood already.
alter table account add column agreements_from timestamptz not null default foyer_now();

-- Agreement → the version that an account accepted last on a line.
create function accepted_agreements(p_account uuid, p_line text) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(last.name, last.version), '{}') from (
    select distinct on (name) name, version from agreement where account_id = p_account and line = p_line
     order by name, accepted_at desc, version desc) last
$$;

-- Down Migration
drop function accepted_agreements;
alter table account drop column agreements_from;
drop table agreement;
