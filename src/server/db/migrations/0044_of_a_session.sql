-- Up Migration
-- What a session confirmed or began, and what is no session yet, is good while that session lives: it is looked up, so that it ends
-- whichever way its session does. A session that another one let in ends with that one's time, and knows by which provider it was
-- come in, so that it ends when that one is unlinked. Null: of no session, or by no provider; or made by an older instance.
alter table qr_ticket add column session_id uuid;
alter table sign_in_token add column session_id uuid, add column provider text;
alter table third_state add column session_id uuid;
alter table user_session add column provider text;

-- As before, with that.
create or replace function sign_in_redeem(
  p_token_hash text, p_zone text, p_line text, p_flow text, p_name text, p_session_hash text, p_device_digest text,
  p_device text, p_place text, p_auto_seconds integer, p_seconds integer,
  p_ends text default null
) returns table (verdict text, account_id uuid, user_key text, auto boolean, new_device boolean) language plpgsql as $$
declare
  t sign_in_token;
  a account;
  at timestamptz := foyer_now();
begin
  -- The account's row before the token's, as whoever changes the password takes them; for writing where it will be written.
  select x.* into a from account x where x.id = (select s.account_id from sign_in_token s where s.token_hash = p_token_hash);
  if a.entered then
    select x.* into a from account x where x.id = a.id for share;
  else
    select x.* into a from account x where x.id = a.id for no key update;
  end if;
  update sign_in_token s set used_at = at
    where s.token_hash = p_token_hash and s.used_at is null and s.expires_at > at and s.zone = p_zone and s.line = p_line and s.flow_digest = p_flow
      and (s.session_id is null or exists (select from user_session u where u.id = s.session_id and u.expires_at > at))
    returning s.* into t;
  if t.token_hash is null or (t.generation <> a.generation and a.status = 'active') then
    verdict := 'expired';
    return next;
    return;
  end if;
  account_id := a.id;
  if t.name_digest <> p_name or a.status <> 'active' then
    verdict := 'refused';
    return next;
    return;
  end if;
  insert into user_session (token_hash, account_id, zone, line, login_type, auto, relayed, provider, device, place, created_at, expires_at)
    values (p_session_hash, a.id, a.zone, p_line, t.login_type, t.auto, t.relayed, t.provider, p_device, p_place, at,
      -- Not beyond the one that vouched for it: `least` passes over null.
      least(at + make_interval(secs => case when t.auto then p_auto_seconds else p_seconds end),
        (select u.expires_at from user_session u where u.id = t.session_id)));
  insert into device (digest, account_id, zone) values (p_device_digest, a.id, a.zone)
    on conflict on constraint device_pkey do update set seen_at = at returning xmax = 0 into new_device;
  -- The first browser of all is new to nobody.
  new_device := new_device and a.entered;
  if not a.entered then
    update account x set entered = true where x.id = a.id;
  end if;
  -- One browser, one session: the cookie of the one before is replaced by this one's.
  if p_ends is not null then
    delete from user_session s where s.token_hash = p_ends and s.zone = p_zone;
  end if;
  verdict := 'ok';
  user_key := a.user_key;
  auto := t.auto;
  return next;
end
$$;

-- Down Migration
create or replace function sign_in_redeem(
  p_token_hash text, p_zone text, p_line text, p_flow text, p_name text, p_session_hash text, p_device_digest text,
  p_device text, p_place text, p_auto_seconds integer, p_seconds integer,
  p_ends text default null
) returns table (verdict text, account_id uuid, user_key text, auto boolean, new_device boolean) language plpgsql as $$
declare
  t sign_in_token;
  a account;
  at timestamptz := foyer_now();
begin
  -- The account's row before the token's, as whoever changes the password takes them; for writing where it will be written.
  select x.* into a from account x where x.id = (select s.account_id from sign_in_token s where s.token_hash = p_token_hash);
  if a.entered then
    select x.* into a from account x where x.id = a.id for share;
  else
    select x.* into a from account x where x.id = a.id for no key update;
  end if;
  update sign_in_token s set used_at = at
    where s.token_hash = p_token_hash and s.used_at is null and s.expires_at > at and s.zone = p_zone and s.line = p_line and s.flow_digest = p_flow
    returning s.* into t;
  if t.token_hash is null or (t.generation <> a.generation and a.status = 'active') then
    verdict := 'expired';
    return next;
    return;
  end if;
  account_id := a.id;
  if t.name_digest <> p_name or a.status <> 'active' then
    verdict := 'refused';
    return next;
    return;
  end if;
  insert into user_session (token_hash, account_id, zone, line, login_type, auto, relayed, device, place, created_at, expires_at)
    values (p_session_hash, a.id, a.zone, p_line, t.login_type, t.auto, t.relayed, p_device, p_place, at,
      at + make_interval(secs => case when t.auto then p_auto_seconds else p_seconds end));
  insert into device (digest, account_id, zone) values (p_device_digest, a.id, a.zone)
    on conflict on constraint device_pkey do update set seen_at = at returning xmax = 0 into new_device;
  -- The first browser of all is new to nobody.
  new_device := new_device and a.entered;
  if not a.entered then
    update account x set entered = true where x.id = a.id;
  end if;
  -- One browser, one session: the cookie of the one before is replaced by this one's.
  if p_ends is not null then
    delete from user_session s where s.token_hash = p_ends and s.zone = p_zone;
  end if;
  verdict := 'ok';
  user_key := a.user_key;
  auto := t.auto;
  return next;
end
$$;
alter table user_session drop column provider;
alter table third_state drop column session_id;
alter table sign_in_token drop column provider, drop column session_id;
alter table qr_ticket drop column session_id;
