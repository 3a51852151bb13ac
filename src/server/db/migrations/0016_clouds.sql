-- Up Migration
-- Why a carrier did not take a message, as far as its visitor may know; the delivery code alone says only that it did not.
ALTER TABLE outbox ADD COLUMN reason text CHECK (reason IN ('frequently', 'limit', 'low-safe'));

-- What the stand-in for Tencent's captcha gave out; only `npm start` writes here.
CREATE TABLE simulated_captcha (
  ticket text PRIMARY KEY,
  randstr text NOT NULL,
  app_id text NOT NULL,
  -- CaptchaCode that checking it gives once; 0 for an interface that does not answer.
  code integer NOT NULL,
  used_at timestamptz,
  at timestamptz NOT NULL DEFAULT foyer_now()
);

-- What the stand-ins for carriers of SMS and calls were asked to send, for their limits.
CREATE TABLE simulated_sending (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  cloud text NOT NULL,
  channel text NOT NULL,
  number text NOT NULL,
  at timestamptz NOT NULL DEFAULT foyer_now()
);
CREATE INDEX simulated_sending_number ON simulated_sending (cloud, number, at);

-- Down Migration
DROP TABLE simulated_sending, simulated_captcha;
ALTER TABLE outbox DROP COLUMN reason;
