/** What the simulator of Baidu was told. */
export const BAIDU_TABLES = `
create table if not exists sandbox.conversion (
  id bigint generated always as identity primary key,
  url text not null,
  new_type integer not null,
  status integer not null,
  at timestamptz not null default clock_timestamp()
);
`;
