-- Up Migration
-- Whoever enters the last wrong code that one may be guessed by is told that it is spent.
create or replace function code_guess(
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
    -- The last try that it had: what is entered from now on is compared with nothing, and the answer says so at once.
    verdict := case when c.tries + 1 >= p_tries then 'burnt' else 'wrong' end;
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
create or replace function code_guess(
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
