/** What the simulated provider of real names keeps. */
export const REAL_NAME_TABLES = `
create table if not exists sandbox.real_name (
  ticket uuid primary key,
  return_to text not null,
  verdict text not null default 'pending' check (verdict in ('pending', 'passed', 'failed')),
  at timestamptz not null default clock_timestamp()
);
`;
