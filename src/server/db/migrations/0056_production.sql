-- Up Migration
-- A row here says that visitors are served from this database: no reference accounts, no simulators, no open inbox.
create table production (
  one boolean primary key default true check (one),
  since timestamptz not null default clock_timestamp()
);
-- A database of before has accounts of visitors where there are some, and neither the simulators' tables nor a reference account.
insert into production (since)
  select min(created_at) from account
  having count(*) > 0 and to_regnamespace('sandbox') is null and count(*) filter (where username_key = 'foyer_master') = 0;

-- Down Migration
drop table production;
