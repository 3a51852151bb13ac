-- Up Migration
-- A captcha follows what a browser and its address asked to be sent. An SMS that tells an owner of a new device or a lock was
-- asked for by nobody, and must not keep who just signed in, and has no scripts, from the first code of a new phone.
create or replace function send_wants_captcha(
  p_zone text, p_target text, p_flow text, p_address text, p_network text, p_figures jsonb, p_at timestamptz
) returns boolean language sql stable as $$
  select exists (select 1 from dispatch d where d.flow_digest = p_flow and d.topic <> 'notice'
      and d.sent_at > p_at - interval '1 day')
    or exists (select 1 from dispatch d
      where d.zone = p_zone and d.topic <> 'notice' and d.target_digest = p_target and d.address_digest = p_address
        and d.sent_at > p_at - interval '1 day')
    or (select count(distinct d.target_digest) from dispatch d
      where d.zone = p_zone and d.topic <> 'notice' and d.address_digest = p_address and d.target_digest <> p_target
        and d.sent_at > p_at - interval '1 hour') >= (p_figures->>'freeTargets')::integer
    or (select count(*) from dispatch d
      where d.zone = p_zone and d.topic <> 'notice' and d.network_digest = p_network
        and d.sent_at > p_at - interval '1 hour') >= (p_figures->>'freeSends')::integer
$$;

-- Down Migration
create or replace function send_wants_captcha(
  p_zone text, p_target text, p_flow text, p_address text, p_network text, p_figures jsonb, p_at timestamptz
) returns boolean language sql stable as $$
  select exists (select 1 from dispatch d where d.flow_digest = p_flow and d.sent_at > p_at - interval '1 day')
    or exists (select 1 from dispatch d
      where d.zone = p_zone and d.target_digest = p_target and d.address_digest = p_address and d.sent_at > p_at - interval '1 day')
    or (select count(distinct d.target_digest) from dispatch d
      where d.zone = p_zone and d.address_digest = p_address and d.target_digest <> p_target
        and d.sent_at > p_at - interval '1 hour') >= (p_figures->>'freeTargets')::integer
    or (select count(*) from dispatch d
      where d.zone = p_zone and d.network_digest = p_network and d.sent_at > p_at - interval '1 hour') >= (p_figures->>'freeSends')::integer
$$;
