-- Up Migration
-- What a browser may do hangs on what it did itself. A call by voice follows its own text message: whether anybody else asked for
-- one at that phone is nobody's to find out. And the long wait of an address, which many may share, holds up neither a browser
-- that the target's account knows nor the first try of a code that was on its way.

create or replace function send_take(
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
  seconds := case when p_topic = 'code'
    then guess_wait_seconds(p_zone, p_flow, case when p_figures->>'knownFlow' is null then p_address else '' end) else 0 end;
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
      and d.flow_digest = p_flow and d.topic = p_topic and d.channel = 'sms' and d.sent_at > at - interval '1 day') then
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

-- Beside the older one, for instances that go on with it. p_known: an account of the target knows the browser.
create function code_guess(
  p_zone text, p_line text, p_purpose text, p_target text, p_flow text, p_address text, p_code text,
  p_tries integer, p_wrong_before_wait integer, p_wait_hours integer, p_known boolean
) returns table (verdict text, code_id uuid, account_id uuid, seconds integer) language plpgsql as $$
declare
  at timestamptz := foyer_now();
  c verification_code;
  shared integer := guess_wait_seconds(p_zone, '', p_address);
begin
  select * into c from verification_code v
    where v.line = p_line and v.purpose = p_purpose and v.target_digest = p_target and v.flow_digest = p_flow
    order by v.created_at desc limit 1 for update;
  if c.used_at is not null or c.expires_at <= at or c.tries >= p_tries then
    c.id := null;
  end if;
  seconds := greatest(guess_wait_seconds(p_zone, p_flow, ''), case when not p_known and (c.id is null or c.tries > 0) then shared else 0 end);
  if seconds > 0 then
    verdict := 'wait';
  elsif c.id is null then
    verdict := 'expired';
  elsif c.code_digest = p_code then
    verdict := 'ok';
    code_id := c.id;
    account_id := c.account_id;
    delete from guess_wait w where w.zone = p_zone and w.asker = 'flow:' || p_flow;
    -- A wait goes on: whoever brought it about may well have a phone, too.
    delete from guess_wait w where w.zone = p_zone and w.asker = 'address:' || p_address and (w.until is null or w.until <= at);
  else
    -- The last try that it had: what is entered from now on is compared with nothing, and the answer says so at once.
    verdict := case when c.tries + 1 >= p_tries then 'burnt' else 'wrong' end;
    update verification_code v set tries = v.tries + 1 where v.id = c.id;
    seconds := guess_count(p_zone, 'flow:' || p_flow, p_wrong_before_wait, p_wait_hours);
    if shared = 0 then
      seconds := greatest(seconds, guess_count(p_zone, 'address:' || p_address, p_wrong_before_wait, p_wait_hours));
    end if;
    if seconds is not null then
      verdict := 'wait';
    end if;
  end if;
  return next;
end
$$;

-- Down Migration
drop function code_guess(text, text, text, text, text, text, text, integer, integer, integer, boolean);

create or replace function send_take(
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
