-- Up Migration
-- What visitors do, counted by day; registrations that an advertisement brought; and what stands in for its network.

create table funnel_event (
  day date not null,
  zone text not null,
  line text not null,
  screen text not null,
  name text not null,
  come_from text not null default '',
  entry text not null default '',
  seen bigint not null default 0,
  primary key (day, line, screen, name, come_from, entry)
);

-- One per account: a registration is reported once.
create table conversion (
  account_id uuid primary key references account (id) on delete cascade,
  zone text not null,
  line text not null,
  queued_at timestamptz not null default foyer_now()
);

alter table outbox drop constraint outbox_channel_check;
alter table outbox add constraint outbox_channel_check check (channel in ('email', 'sms', 'voice', 'conversion'));

-- What the built-in stand-in for the advertisement network received; only `npm start` writes here.
create table simulated_conversion (
  id bigint generated always as identity primary key,
  url text not null,
  new_type integer not null,
  status integer not null,
  at timestamptz not null default clock_timestamp()
);

-- Down Migration
drop table simulated_conversion, conversion, funnel_event;
delete from outbox where channel = 'conversion';
alter table outbox drop constraint outbox_channel_check;
alter table outbox add constraint outbox_channel_check check (channel in ('email', 'sms', 'voice'));
