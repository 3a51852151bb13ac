-- Up Migration

-- The one clock of every rule about time. Where tests may shift it, migrate.ts replaces it.
CREATE FUNCTION foyer_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT clock_timestamp()';

-- Answers of mutations by idempotency key. `answer` is sealed: it may hold tokens and cookies.
CREATE TABLE idempotency (
  zone text NOT NULL,
  line text NOT NULL,
  call text NOT NULL,
  key uuid NOT NULL,
  -- Keyed digest of the body and of the browser it came from: a key says nothing to another browser.
  fingerprint text NOT NULL,
  -- The server process that works on it, by the number it holds an advisory lock on while it lives.
  holder integer NOT NULL,
  -- Null until answered.
  answer text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (line, call, key)
);
CREATE INDEX idempotency_created ON idempotency (created_at);

-- What happened, without raw identifiers: `identifier` is a keyed digest, `address` likewise.
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT foyer_now(),
  zone text NOT NULL,
  line text NOT NULL,
  event text NOT NULL,
  outcome text NOT NULL,
  account_id uuid,
  identifier text,
  address text,
  request_id text NOT NULL
);
CREATE INDEX audit_at ON audit (at);
CREATE INDEX audit_account ON audit (account_id, at) WHERE account_id IS NOT NULL;

-- Messages owed and sent. `sealed` (recipient and parameters, encrypted) is erased on delivery or when given up.
CREATE TABLE outbox (
  id uuid PRIMARY KEY,
  zone text NOT NULL,
  line text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'sms', 'voice')),
  template text NOT NULL,
  language text NOT NULL,
  sealed text,
  state text NOT NULL DEFAULT 'owed' CHECK (state IN ('owed', 'sent', 'refused', 'expired')),
  -- Delivery code of the specification: 200, 559, 554, 550, 451, 552, 521, 500; null before the first try.
  code integer,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz,
  created_at timestamptz NOT NULL DEFAULT foyer_now(),
  settled_at timestamptz
);
CREATE INDEX outbox_owed ON outbox (created_at) WHERE state = 'owed';
CREATE INDEX outbox_settled ON outbox (settled_at) WHERE state <> 'owed';

-- Counters of rate-limiter-flexible: `expire` is milliseconds since 1970 by foyer_now(). Losing them in a crash costs nothing.
CREATE UNLOGGED TABLE throttle (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX throttle_expire ON throttle (expire);

-- The embedded inbox: what a person would have received. Written by the simulators only.
CREATE TABLE inbox (
  id uuid PRIMARY KEY,
  line text NOT NULL,
  channel text NOT NULL,
  recipient text NOT NULL,
  language text NOT NULL,
  subject text,
  text text NOT NULL,
  html text,
  code text,
  links text[] NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX inbox_at ON inbox (at DESC);
CREATE INDEX inbox_recipient ON inbox (recipient, at DESC);

-- Down Migration

DROP TABLE inbox, throttle, outbox, audit, idempotency;
DROP FUNCTION foyer_now();
