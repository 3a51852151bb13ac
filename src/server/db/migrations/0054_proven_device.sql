-- Up Migration
-- A browser that another session let in has proven nothing: it takes no known browser's place, and has no tries of its own, until
-- the password or a code is proven there. Browsers of before count as they did.
alter table device add column proven boolean not null default true;

create or replace function is_known_device(p_account uuid, p_digest text, p_most integer) returns boolean language sql stable as $$
  select p_digest is not null and exists (
    select 1 from (select d.digest from device d where d.account_id = p_account and d.proven order by d.seen_at desc, d.digest limit p_most) known
     where known.digest = p_digest)
$$;

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
  insert into device (digest, account_id, zone, proven) values (p_device_digest, a.id, a.zone, not t.relayed)
    on conflict on constraint device_pkey do update set proven = device.proven or not t.relayed,
      seen_at = case when t.relayed then device.seen_at else at end
    returning xmax = 0 into new_device;
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
create or replace function is_known_device(p_account uuid, p_digest text, p_most integer) returns boolean language sql stable as $$
  select p_digest is not null and exists (
    select 1 from (select d.digest from device d where d.account_id = p_account order by d.seen_at desc, d.digest limit p_most) known
     where known.digest = p_digest)
$$;
delete from device where not proven;
alter table device drop column proven;
