/** Who once consented: Apple tells a name at the first consent alone. */
export const APPLE_TABLES = `
create table if not exists sandbox.consent (
  provider text not null,
  app text not null,
  person text not null,
  at timestamptz not null default foyer_now(),
  primary key (provider, app, person)
);
`;
