/** Tickets that the simulated captcha gave out. `code` is the CaptchaCode that checking one gives once; 0 for no answer at all. */
export const TENCENT_TABLES = `
create table if not exists sandbox.captcha (
  ticket text primary key,
  randstr text not null,
  app_id text not null,
  code integer not null,
  used_at timestamptz,
  at timestamptz not null default foyer_now()
);
`;
