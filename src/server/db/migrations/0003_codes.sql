-- Up Migration
-- Codes, links, captcha uses, and what limits them. Targets (phones, mailboxes), flows and codes are stored as keyed digests only.

create table dispatch (
  id bigint generated always as identity primary key,
  zone text not null,
  target_digest text not null,
  flow_digest text not null,
  channel text not null check (channel in ('email', 'sms', 'voice')),
  sent_at timestamptz not null default foyer_now()
);
create index dispatch_target on dispatch (zone, target_digest, sent_at);
create index dispatch_flow on dispatch (flow_digest, sent_at);
create index dispatch_sent on dispatch (sent_at);

create table verification_code (
  id uuid primary key default gen_random_uuid(),
  zone text not null,
  line text not null,
  purpose text not null,
  target_digest text not null,
  flow_digest text not null,
  code_digest text not null,
  account_id uuid references account (id) on delete cascade,
  tries integer not null default 0,
  created_at timestamptz not null default foyer_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  proof_used_at timestamptz
);
create index verification_code_lookup on verification_code (line, purpose, target_digest, flow_digest, created_at desc);
create index verification_code_expires on verification_code (expires_at);
create index verification_code_account on verification_code (account_id) where account_id is not null;

create table verification_wait (
  zone text not null,
  target_digest text not null,
  wrong integer not null default 0,
  until timestamptz,
  updated_at timestamptz not null default foyer_now(),
  primary key (zone, target_digest)
);

create table link_token (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique,
  kind text not null check (kind in ('activate', 'reset')),
  account_id uuid not null references account (id) on delete cascade,
  zone text not null,
  line text not null,
  created_at timestamptz not null default foyer_now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index link_token_account on link_token (account_id);
create index link_token_expires on link_token (expires_at);

create table captcha_use (
  nonce text primary key,
  expires_at timestamptz not null
);
create index captcha_use_expires on captcha_use (expires_at);

-- Seconds left of a target's long wait after too many wrong verifications; 0 when there is none.
create function verification_wait_seconds(p_zone text, p_target text) returns integer language sql stable as $$
  select coalesce((select greatest(0, ceil(extract(epoch from w.until - foyer_now())))::integer from verification_wait w
    where w.zone = p_zone and w.target_digest = p_target), 0)
$$;

-- Decides whether a message may go to a target now and, when it may, counts it. One target at a time, so that parallel requests count exactly.
-- verdict: ok, wait (long wait), frequently (seconds), limit (the day's share is used up), captcha, no-voice (voice before any text message).
create function dispatch_take(
  p_zone text, p_target text, p_flow text, p_channel text, p_captcha_passed boolean, p_resend integer, p_hour integer, p_day integer
) returns table (verdict text, seconds integer) language plpgsql as $$
declare
  at timestamptz := foyer_now();
  day_count integer;
  hour_count integer;
  last_at timestamptz;
  hour_first timestamptz;
  day_first timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('dispatch:' || p_zone || p_target, 0));
  seconds := verification_wait_seconds(p_zone, p_target);
  if seconds > 0 then
    verdict := 'wait';
    return next;
    return;
  end if;
  select count(*), count(*) filter (where d.sent_at > at - interval '1 hour'), max(d.sent_at),
      min(d.sent_at) filter (where d.sent_at > at - interval '1 hour'), min(d.sent_at)
    into day_count, hour_count, last_at, hour_first, day_first
    from dispatch d where d.zone = p_zone and d.target_digest = p_target and d.sent_at > at - interval '1 day';
  if day_count >= p_day then
    verdict := 'limit';
    seconds := ceil(extract(epoch from day_first + interval '1 day' - at));
  elsif hour_count >= p_hour then
    verdict := 'frequently';
    seconds := ceil(extract(epoch from hour_first + interval '1 hour' - at));
  elsif last_at > at - make_interval(secs => p_resend) then
    verdict := 'frequently';
    seconds := ceil(extract(epoch from last_at + make_interval(secs => p_resend) - at));
  elsif p_channel = 'voice' and not exists (select 1 from dispatch d
      where d.zone = p_zone and d.target_digest = p_target and d.channel = 'sms' and d.sent_at > at - interval '1 day') then
    verdict := 'no-voice';
  elsif not p_captcha_passed and (day_count > 0
      or exists (select 1 from dispatch d where d.flow_digest = p_flow and d.sent_at > at - interval '1 day')) then
    verdict := 'captcha';
  else
    insert into dispatch (zone, target_digest, flow_digest, channel, sent_at) values (p_zone, p_target, p_flow, p_channel, at);
    verdict := 'ok';
    seconds := p_resend;
  end if;
  return next;
end
$$;

-- Checks a code against the newest one sent for this purpose, target, line and flow; using a right one up is the caller's, in the transaction it is for.
-- verdict: ok, wrong, expired (none, too old, used or burnt), wait (seconds of the long wait).
create function code_check(
  p_zone text, p_line text, p_purpose text, p_target text, p_flow text, p_code text,
  p_tries integer, p_wrong_before_wait integer, p_wait_hours integer
) returns table (verdict text, code_id uuid, account_id uuid, seconds integer) language plpgsql as $$
declare
  at timestamptz := foyer_now();
  c verification_code;
  w verification_wait;
begin
  insert into verification_wait (zone, target_digest) values (p_zone, p_target) on conflict do nothing;
  select * into w from verification_wait x where x.zone = p_zone and x.target_digest = p_target for update;
  if w.until > at then
    verdict := 'wait';
    seconds := ceil(extract(epoch from w.until - at));
    return next;
    return;
  end if;
  select * into c from verification_code v
    where v.line = p_line and v.purpose = p_purpose and v.target_digest = p_target and v.flow_digest = p_flow
    order by v.created_at desc limit 1 for update;
  if c.id is null or c.used_at is not null or c.expires_at <= at or c.tries >= p_tries then
    verdict := 'expired';
    -- The right code, too late or sent twice, is no guess.
    if c.code_digest = p_code then
      return next;
      return;
    end if;
  elsif c.code_digest = p_code then
    verdict := 'ok';
    code_id := c.id;
    account_id := c.account_id;
    update verification_wait x set wrong = 0, until = null, updated_at = at where x.zone = p_zone and x.target_digest = p_target;
    return next;
    return;
  else
    verdict := 'wrong';
    update verification_code v set tries = v.tries + 1 where v.id = c.id;
  end if;
  -- A day without a wrong one forgets the old ones, and so does a wait that has been served.
  if w.until is not null or w.updated_at < at - interval '1 day' then
    w.wrong := 0;
  end if;
  w.wrong := w.wrong + 1;
  w.until := case when w.wrong > p_wrong_before_wait then at + make_interval(hours => p_wait_hours) end;
  update verification_wait x set wrong = w.wrong, until = w.until, updated_at = at where x.zone = p_zone and x.target_digest = p_target;
  if w.until is not null then
    verdict := 'wait';
    seconds := p_wait_hours * 3600;
  end if;
  return next;
end
$$;

-- Down Migration
drop function code_check;
drop function dispatch_take;
drop function verification_wait_seconds;
drop table captcha_use, link_token, verification_wait, verification_code, dispatch;
