-- Up Migration
-- The keys that this database was used with, by the ring and the id: a digest that only the key itself gives. A key that is lost
-- for good is given up by whoever runs the service (docs/operators.md, "Keys").
create table ring_key (
  ring text not null,
  id text not null,
  -- Null where the key was given up before this table knew it.
  digest text,
  given_up boolean not null default false,
  since timestamptz not null default clock_timestamp(),
  primary key (ring, id)
);

-- Down Migration
drop table ring_key;
