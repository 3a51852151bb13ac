-- Up Migration
-- Whether another session vouched for this sign-in (a code that a phone confirmed): nothing was proven anew, so what adds or removes
-- a way in asks for a password first. It is the sign-in's own, and says nothing of the account's other ones.
alter table sign_in_token add column relayed boolean not null default false;
alter table user_session add column relayed boolean not null default false;
-- The account's when its code for WeChat was made: a code of before a new password binds nobody. Null: made by an older instance.
alter table wechat_scene add column generation integer;

-- As before; the session knows whether it was relayed.
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
  insert into user_session (token_hash, account_id, zone, line, login_type, auto, device, place, created_at, expires_at)
    values (p_session_hash, a.id, a.zone, p_line, t.login_type, t.auto, p_device, p_place, at,
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
alter table wechat_scene drop column generation;
alter table user_session drop column relayed;
alter table sign_in_token drop column relayed;
