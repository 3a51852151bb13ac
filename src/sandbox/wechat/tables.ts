/** What the simulator of WeChat's platform keeps: codes, access, people, and what the next call of a path shall meet. */
export const WECHAT_TABLES = `
create table if not exists sandbox.wechat_code (
  id bigint generated always as identity primary key,
  kind text not null,
  scene text not null,
  page text,
  ticket text unique,
  at timestamptz not null default clock_timestamp()
);
create table if not exists sandbox.wechat_access (
  token text primary key,
  app_id text not null,
  spoilt boolean not null default false,
  at timestamptz not null default clock_timestamp()
);
create table if not exists sandbox.wechat_login (
  js_code text primary key,
  openid text not null,
  unionid text,
  used boolean not null default false,
  at timestamptz not null default clock_timestamp()
);
create table if not exists sandbox.wechat_fan (
  openid text primary key,
  follows boolean not null default true
);
create table if not exists sandbox.wechat_trouble (
  path text primary key,
  errcode integer not null,
  times integer not null
);
`;
