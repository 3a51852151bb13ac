-- Up Migration
-- Who is known to be a target's owner has that target's minute, hour and day for itself: its known browser, and a network where a
-- code of the target was redeemed. Whatever others ask for there takes nothing from it.

-- Whether a code that went to this target was used by somebody of this network.
create function send_from_owner(p_zone text, p_target text, p_network text) returns boolean language sql stable as $$
  select exists (select 1 from dispatch d
    join verification_code v on v.target_digest = d.target_digest and v.flow_digest = d.flow_digest
    where d.zone = p_zone and d.target_digest = p_target and d.network_digest = p_network and v.used_at is not null)
$$;

-- As before for everybody else. knownFlow: the flow of a browser that the target's account knows, or null.
create or replace function send_refused(
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
  day_first timestamptz;
  hour_first timestamptz;
  room integer;
  known_flow text := p_figures->>'knownFlow';
begin
  if known_flow is not null or send_from_owner(p_zone, p_target, p_network) then
    select count(*), count(*) filter (where d.sent_at > p_at - interval '1 hour'), max(d.sent_at),
        min(d.sent_at), min(d.sent_at) filter (where d.sent_at > p_at - interval '1 hour')
      into day_count, hour_count, last_at, day_first, hour_first
      from dispatch d
      where d.zone = p_zone and d.target_digest = p_target and d.topic = p_topic and d.sent_at > p_at - interval '1 day'
        and case when known_flow is null then d.network_digest = p_network else d.flow_digest = known_flow end;
    verdict := case when day_count >= (p_figures->>'day')::integer then 'limit'
      when hour_count >= (p_figures->>'hour')::integer or last_at > p_at - resend then 'frequently' end;
    seconds := greatest(1, ceil(extract(epoch from case
      when verdict = 'limit' then day_first + interval '1 day'
      when hour_count >= (p_figures->>'hour')::integer then hour_first + interval '1 hour'
      else last_at + resend end - p_at)));
    return;
  end if;
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

-- Down Migration
create or replace function send_refused(
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

drop function send_from_owner;
