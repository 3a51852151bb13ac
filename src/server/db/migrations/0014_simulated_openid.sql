-- Up Migration
-- What the built-in stand-ins of OpenID providers keep: keys they sign with, and who consented to what. Only `npm start` writes here.

create table simulated_key (
  provider text not null,
  kid text not null,
  -- The private key; it signs for nobody but a simulator.
  jwk jsonb not null,
  created_at timestamptz not null default foyer_now(),
  primary key (provider, kid)
);

create table simulated_consent (
  provider text not null,
  app text not null,
  person text not null,
  at timestamptz not null default foyer_now(),
  primary key (provider, app, person)
);

-- Down Migration
drop table simulated_consent, simulated_key;
