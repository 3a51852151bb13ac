-- Up Migration
-- Who may send what to whom, and who guessed. Limits of a phone or mailbox are shared so that strangers cannot use up its owner's
-- share, budgets bound what an address, a network, a country and a line send, and wrong codes count against who entered them.
-- An older instance beside this one goes on with `dispatch_take`, `code_check` and `verification_wait`.

-- topic: what the message is for: code, activate, reset. Each has a share of its own.
alter table dispatch
  add column topic text not null default 'code',
  add column address_digest text not null default '',
  add column network_digest text not null default '';
create index dispatch_address on dispatch (zone, address_digest, sent_at);
create index dispatch_network on dispatch (zone, network_digest, sent_at);

create table send_budget (
  zone text not null,
  key text not null,
  used integer not null default 0,
  until timestamptz not null,
  primary key (zone, key)
);
create index send_budget_until on send_budget (until);

-- asker: flow:<digest> or address:<digest>, whoever entered wrong codes.
create table guess_wait (
  zone text not null,
  asker text not null,
  wrong integer not null default 0,
  until timestamptz,
  updated_at timestamptz not null default foyer_now(),
  primary key (zone, asker)
);

-- Seconds left of the long wait of a browser or its address; 0 when there is none.
create function guess_wait_seconds(p_zone text, p_flow text, p_address text) returns integer language sql stable as $$
  select coalesce(max(greatest(0, ceil(extract(epoch from w.until - foyer_now()))))::integer, 0) from guess_wait w
    where w.zone = p_zone and w.asker in ('flow:' || p_flow, 'address:' || p_address)
$$;

-- Seconds until a target's day, or its last hour, holds fewer than p_room messages again.
create function send_room_seconds(p_zone text, p_topic text, p_target text, p_window interval, p_room integer, p_at timestamptz)
returns integer language sql stable as $$
  select greatest(1, ceil(extract(epoch from d.sent_at + p_window - p_at)))::integer from dispatch d
    where d.zone = p_zone and d.target_digest = p_target and d.topic = p_topic and d.sent_at > p_at - p_window
    order by d.sent_at desc offset greatest(p_room - 1, 0) limit 1
$$;

-- What the limits of a target say: null when it may get a message. A network's first message of a day is held back by nothing
-- but the figure for all networks together; its next ones, as many as are reserved, by the whole day's figure and its own
-- minute; after them come minute and hour of the target, and the day without what is reserved.
create function send_refused(
  p_zone text, p_topic text, p_target text, p_network text, p_figures jsonb, p_at timestamptz, out verdict text, out seconds integer
) language plpgsql stable as $$
declare
  resend interval := make_interval(secs => (p_figures->>'resend')::integer);
  reserved integer := (p_figures->>'reserved')::integer;
  day_count integer;
  hour_count integer;
  own_count integer;
  last_at timestamptz;
  own_last timestamptz;
  room integer;
begin
  select count(*), count(*) filter (where d.sent_at > p_at - interval '1 hour'), max(d.sent_at),
      count(*) filter (where d.network_digest = p_network), max(d.sent_at) filter (where d.network_digest = p_network)
    into day_count, hour_count, last_at, own_count, own_last
    from dispatch d
    where d.zone = p_zone and d.target_digest = p_target and d.topic = p_topic and d.sent_at > p_at - interval '1 day';
  room := case when own_count = 0 then (p_figures->>'all')::integer
    when own_count < reserved then (p_figures->>'day')::integer
    else (p_figures->>'day')::integer - reserved end;
  if day_count >= room then
    verdict := 'limit';
    seconds := send_room_seconds(p_zone, p_topic, p_target, interval '1 day', room, p_at);
  elsif own_count >= reserved and hour_count >= (p_figures->>'hour')::integer then
    verdict := 'frequently';
    seconds := send_room_seconds(p_zone, p_topic, p_target, interval '1 hour', (p_figures->>'hour')::integer, p_at);
  else
    last_at := case when own_count < reserved then own_last else last_at end;
    if last_at > p_at - resend then
      verdict := 'frequently';
      seconds := greatest(1, ceil(extract(epoch from last_at + resend - p_at)));
    end if;
  end if;
end
$$;

-- Whether a captcha comes first: from a flow's second message on, for a target that got one today, from an address's second
-- target within an hour on, and for whoever shares a network that sends a lot.
create function send_wants_captcha(
  p_zone text, p_target text, p_flow text, p_address text, p_network text, p_figures jsonb, p_at timestamptz
) returns boolean language sql stable as $$
  select exists (select 1 from dispatch d
      where d.zone = p_zone and d.target_digest = p_target and d.sent_at > p_at - interval '1 day')
    or exists (select 1 from dispatch d where d.flow_digest = p_flow and d.sent_at > p_at - interval '1 day')
    or (select count(distinct d.target_digest) from dispatch d
      where d.zone = p_zone and d.address_digest = p_address and d.target_digest <> p_target
        and d.sent_at > p_at - interval '1 hour') >= (p_figures->>'freeTargets')::integer
    or (select count(*) from dispatch d
      where d.zone = p_zone and d.network_digest = p_network and d.sent_at > p_at - interval '1 hour') >= (p_figures->>'freeSends')::integer
$$;

-- Decides whether a message may go to a target now and, when it may and p_counts, counts it. One target and one address at a time,
-- so that parallel requests count exactly. p_judges: whether the target's own limits are asked; a registration's are others.
-- p_budgets: [{key, name, seconds, most}], each a window that begins with its first message.
-- verdict: ok, wait (long wait), frequently, limit (the day's share is used up), no-voice (voice before any text message), budget,
-- captcha. alarms: names of budgets that this message brought near their end (`near`), used up (`full`), or found so (`over`).
create function send_take(
  p_zone text, p_topic text, p_target text, p_flow text, p_address text, p_network text, p_channel text,
  p_captcha_passed boolean, p_judges boolean, p_counts boolean, p_figures jsonb, p_budgets jsonb
) returns table (verdict text, seconds integer, alarms jsonb) language plpgsql as $$
declare
  at timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended(concat_ws('/', 'send', p_zone, p_topic, p_target), 0));
  perform pg_advisory_xact_lock(hashtextextended(concat_ws('/', 'send-from', p_zone, p_address), 0));
  at := foyer_now();
  alarms := '[]';
  -- A code that may not be entered need not be sent.
  seconds := case when p_topic = 'code' then guess_wait_seconds(p_zone, p_flow, p_address) else 0 end;
  if seconds > 0 then
    verdict := 'wait';
    return next;
    return;
  end if;
  if p_judges then
    select r.verdict, r.seconds into verdict, seconds
      from send_refused(p_zone, p_topic, p_target, p_network, p_figures, at) r;
    if verdict is not null then
      return next;
      return;
    end if;
  end if;
  if p_channel = 'voice' and not exists (select 1 from dispatch d where d.zone = p_zone and d.target_digest = p_target
      and d.topic = p_topic and d.channel = 'sms' and d.sent_at > at - interval '1 day') then
    verdict := 'no-voice';
    return next;
    return;
  end if;
  insert into send_budget (zone, key, until) select p_zone, b.key, at from jsonb_to_recordset(p_budgets) as b(key text) order by b.key on conflict do nothing;
  perform 1 from send_budget s where s.zone = p_zone and s.key in (select b.key from jsonb_to_recordset(p_budgets) as b(key text)) order by s.key for update;
  select ceil(extract(epoch from max(s.until) - at))::integer, jsonb_agg(jsonb_build_object('budget', b.name, 'state', 'over'))
    into seconds, alarms
    from jsonb_to_recordset(p_budgets) as b(key text, name text, most integer) join send_budget s on s.zone = p_zone and s.key = b.key
    where s.until > at and s.used >= b.most;
  if seconds is not null then
    verdict := 'budget';
    return next;
    return;
  end if;
  alarms := '[]';
  if not p_captcha_passed and send_wants_captcha(p_zone, p_target, p_flow, p_address, p_network, p_figures, at) then
    verdict := 'captcha';
    return next;
    return;
  end if;
  verdict := 'ok';
  if p_counts then
    update send_budget s set used = case when s.until > at then s.used + 1 else 1 end,
        until = case when s.until > at then s.until else at + make_interval(secs => b.seconds) end
      from jsonb_to_recordset(p_budgets) as b(key text, seconds integer) where s.zone = p_zone and s.key = b.key;
    select coalesce(jsonb_agg(jsonb_build_object('budget', b.name, 'state', case when s.used = b.most then 'full' else 'near' end)), '[]')
      into alarms
      from jsonb_to_recordset(p_budgets) as b(key text, name text, most integer) join send_budget s on s.zone = p_zone and s.key = b.key
      where s.used in (b.most, ceil(b.most * (p_figures->>'near')::numeric / 100));
    insert into dispatch (zone, target_digest, flow_digest, channel, sent_at, topic, address_digest, network_digest)
      values (p_zone, p_target, p_flow, p_channel, at, p_topic, p_address, p_network);
  end if;
  return next;
end
$$;

-- Counts a wrong code against one asker; seconds of the long wait that it brings, or null.
create function guess_count(p_zone text, p_asker text, p_wrong_before_wait integer, p_wait_hours integer) returns integer language plpgsql as $$
declare
  at timestamptz := foyer_now();
  w guess_wait;
begin
  insert into guess_wait (zone, asker) values (p_zone, p_asker) on conflict do nothing;
  select * into w from guess_wait x where x.zone = p_zone and x.asker = p_asker for update;
  -- A day without a wrong one forgets the old ones, and so does a wait that has been served.
  if w.until <= at or w.updated_at < at - interval '1 day' then
    w.wrong := 0;
  end if;
  w.wrong := w.wrong + 1;
  w.until := case when w.wrong > p_wrong_before_wait then at + make_interval(hours => p_wait_hours) end;
  update guess_wait x set wrong = w.wrong, until = w.until, updated_at = at where x.zone = p_zone and x.asker = p_asker;
  return extract(epoch from w.until - at)::integer;
end
$$;

-- Checks a code against the newest one sent for this purpose, target, line and flow; using a right one up is the caller's, in the
-- transaction it is for. A wrong one counts against the browser and the address that entered it, and only where there is a code
-- to guess. verdict: ok, wrong, expired (none, too old, used or burnt), wait (seconds of the long wait).
create function code_guess(
  p_zone text, p_line text, p_purpose text, p_target text, p_flow text, p_address text, p_code text,
  p_tries integer, p_wrong_before_wait integer, p_wait_hours integer
) returns table (verdict text, code_id uuid, account_id uuid, seconds integer) language plpgsql as $$
declare
  at timestamptz := foyer_now();
  c verification_code;
begin
  seconds := guess_wait_seconds(p_zone, p_flow, p_address);
  if seconds > 0 then
    verdict := 'wait';
    return next;
    return;
  end if;
  select * into c from verification_code v
    where v.line = p_line and v.purpose = p_purpose and v.target_digest = p_target and v.flow_digest = p_flow
    order by v.created_at desc limit 1 for update;
  if c.id is null or c.used_at is not null or c.expires_at <= at or c.tries >= p_tries then
    verdict := 'expired';
  elsif c.code_digest = p_code then
    verdict := 'ok';
    code_id := c.id;
    account_id := c.account_id;
    delete from guess_wait w where w.zone = p_zone and w.asker = 'flow:' || p_flow;
    delete from guess_wait w where w.zone = p_zone and w.asker = 'address:' || p_address;
  else
    verdict := 'wrong';
    update verification_code v set tries = v.tries + 1 where v.id = c.id;
    seconds := guess_count(p_zone, 'flow:' || p_flow, p_wrong_before_wait, p_wait_hours);
    seconds := greatest(seconds, guess_count(p_zone, 'address:' || p_address, p_wrong_before_wait, p_wait_hours));
    if seconds is not null then
      verdict := 'wait';
    end if;
  end if;
  return next;
end
$$;

-- Down Migration
drop function code_guess;
drop function guess_count;
drop function send_take;
drop function send_wants_captcha;
drop function send_refused;
drop function send_room_seconds;
drop function guess_wait_seconds;
drop table guess_wait, send_budget;
drop index dispatch_network;
drop index dispatch_address;
alter table dispatch drop column network_digest, drop column address_digest, drop column topic;
