-- Up Migration
-- What a line's own fields held at registration: field → value, line by line. It hangs on the account, and goes with it.
create table account_extra (
  account_id uuid not null references account on delete cascade,
  line text not null,
  held jsonb not null,
  primary key (account_id, line)
);

-- Down Migration
drop table account_extra;
