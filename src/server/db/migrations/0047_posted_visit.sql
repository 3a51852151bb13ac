-- Up Migration
-- What became of a form that a browser posted by itself, until its page was shown: sealed, under the hash of a value that
-- the browser holds in a cookie. Nothing in it is a password or a code.
create table posted_visit (
  id text primary key,
  zone text not null,
  line text not null,
  -- The one that shows it.
  screen text not null,
  sealed text not null,
  -- Whether the outcome was shown. What the page keeps stays for the next form.
  shown boolean not null default false,
  until timestamptz not null
);
create index posted_visit_until on posted_visit (until);

-- Down Migration
drop table posted_visit;
