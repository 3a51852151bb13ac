-- Up Migration
-- A sign-in takes several steps, and what it began with may be gone before the last: the password changed, the account
-- disabled, the phone moved, the link to a provider cut. `generation` counts those changes. Every step hands on the one it saw,
-- and the next goes on only while it is the present one, with the account's row locked: a change that was first is seen,
-- and one that comes later finds the token or session to end. Whoever locks the row takes it before all that hangs on it.
alter table account add column generation integer not null default 0;
alter table sign_in_token add column generation integer not null default 0;
alter table third_token add column generation integer;
alter table qr_ticket add column generation integer;

create function account_renewed() returns trigger language plpgsql as $$
begin
  new.generation := old.generation + 1;
  return new;
end
$$;
create trigger account_renewed before update of status, phone, phone_verified, email_key on account for each row
  when (old.status is distinct from new.status or old.phone is distinct from new.phone
    or old.phone_verified is distinct from new.phone_verified or old.email_key is distinct from new.email_key)
  execute function account_renewed();

create function account_unlinked() returns trigger language plpgsql as $$
begin
  update account a set generation = a.generation + 1 where a.id = old.account_id;
  return null;
end
$$;
create trigger account_unlinked after delete on third_identity for each row execute function account_unlinked();

-- Whether a browser is one of the account's known ones: of those that signed in to it, the few that did so last.
create function is_known_device(p_account uuid, p_digest text, p_most integer) returns boolean language sql stable as $$
  select p_digest is not null and exists (
    select 1 from (select d.digest from device d where d.account_id = p_account order by d.seen_at desc, d.digest limit p_most) known
     where known.digest = p_digest)
$$;

-- As before, with the account's generation, and with its known devices alone having counters of their own.
drop function sign_in_begin;
create function sign_in_begin(
  p_zone text, p_username text, p_email text, p_phone text, p_master uuid, p_name_digest text, p_device_digest text,
  p_address inet, p_captcha_passed boolean, p_captcha_after integer, p_lock_after integer, p_reserve boolean,
  p_known_devices integer default 3
) returns table (
  verdict text, counter_key text, attempt text, failures integer, account_id uuid, account_zone text, kind smallint, status text,
  master_status text, email text, matched text, hash text, pepper_key text, digest text,
  generation integer
) language plpgsql as $$
declare
  c sign_in_counter;
  r record;
  present bigint := floor(extract(epoch from foyer_now()) * 1000000);
  -- An attempt whose server died was never answered, so it told nobody anything: after half a minute it no longer counts.
  deadline bigint := present + 30000000 + floor(random() * 1000);
begin
  -- A reservation matters only while this server lives; it need not wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  if p_address is not null and exists (select 1 from blocked_network b where b.zone = p_zone and b.network >>= p_address) then
    verdict := 'ip-limit';
    return next;
    return;
  end if;
  -- Both zones are always looked at, found or not, for the same reason.
  for zone_tried in 1..2 loop
    select a.id, a.zone, a.kind, a.status, a.email, a.generation, x.hash, x.pepper_key, x.digest,
        case when a.kind = 2 and p_master is not null then 'username' when a.phone = p_phone then 'phone'
          when a.email_key = p_email then 'email' else 'username' end as matched,
        case when a.master_id is not null then (select m.status from account m where m.id = a.master_id) end as master_status,
        case when is_known_device(a.id, p_device_digest, p_known_devices)
          then 'device:' || p_device_digest || ':' || a.id else 'account:' || a.id end as key
      into r
      from account_by_name(case when zone_tried = 1 then p_zone when p_zone = 'domestic' then 'overseas' else 'domestic' end,
        p_username, p_email, p_phone, p_master) a
      left join credential x on x.account_id = a.id;
    if found and account_id is null then
      account_id := r.id;
      account_zone := r.zone;
      kind := r.kind;
      status := r.status;
      master_status := r.master_status;
      email := r.email;
      matched := r.matched;
      hash := r.hash;
      pepper_key := r.pepper_key;
      digest := r.digest;
      generation := r.generation;
      counter_key := r.key;
    end if;
  end loop;
  if account_id is null then
    counter_key := 'name:' || p_name_digest;
  end if;
  if not p_reserve then
    select * into c from sign_in_counter s where s.key = counter_key;
    failures := coalesce(c.failures, 0);
    verdict := case when c.locked_at is not null or failures >= p_lock_after then 'locked' else 'go' end;
    return next;
    return;
  end if;
  -- The conditions are judged again on the newest row after waiting for it, so parallel attempts are counted exactly.
  loop
    update sign_in_counter s
      set pending = array(select p from unnest(s.pending) p where p > present) || deadline, updated_at = foyer_now()
      where s.key = counter_key and s.locked_at is null and (s.failures < p_captcha_after or p_captcha_passed)
        and s.failures + (select count(*) from unnest(s.pending) p where p > present) < p_lock_after
      returning s.failures into failures;
    if found then
      verdict := 'go';
      attempt := deadline;
      exit;
    end if;
    select * into c from sign_in_counter s where s.key = counter_key;
    if found then
      failures := c.failures;
      verdict := case when c.locked_at is not null or c.failures >= p_lock_after then 'locked'
        when c.failures >= p_captcha_after and not p_captcha_passed then 'captcha' else 'busy' end;
      exit;
    end if;
    insert into sign_in_counter (key, zone, account_id) values (counter_key, p_zone, account_id) on conflict (key) do nothing;
  end loop;
  return next;
end
$$;

-- As before, and the token is only made while what was proven is still so (else SQLSTATE FY002).
drop function sign_in_end;
create function sign_in_end(
  p_key text, p_attempt text, p_result text, p_lock_after integer,
  p_token_hash text, p_account uuid, p_zone text, p_line text, p_flow text, p_name text, p_login_type integer, p_auto boolean, p_seconds integer,
  p_generation integer default null
) returns table (failures integer, locked boolean) language plpgsql as $$
declare
  at timestamptz := foyer_now();
  present integer;
begin
  if p_result = 'wrong' then
    update sign_in_counter s set failures = s.failures + 1, pending = array_remove(s.pending, p_attempt::bigint), updated_at = at,
      locked_at = case when s.failures + 1 >= p_lock_after then at end
      where s.key = p_key returning s.failures, s.locked_at is not null into failures, locked;
  elsif p_result = 'right' then
    perform set_config('synchronous_commit', 'off', true);
    if p_token_hash is not null then
      -- Before its counter, as whoever changes the password takes them.
      select a.generation into present from account a where a.id = p_account and a.generation = coalesce(p_generation, a.generation) for share;
      if present is null then
        raise exception using errcode = 'FY002', message = 'What was proven is of the past.';
      end if;
    end if;
    update sign_in_counter s set failures = 0, pending = array_remove(s.pending, p_attempt::bigint), updated_at = at
      where s.key = p_key returning s.failures, false into failures, locked;
    if p_token_hash is not null then
      insert into sign_in_token (token_hash, account_id, zone, line, flow_digest, name_digest, login_type, auto, generation, created_at, expires_at)
        values (p_token_hash, p_account, p_zone, p_line, p_flow, p_name, p_login_type, p_auto, present, at, at + make_interval(secs => p_seconds));
    end if;
  else
    perform set_config('synchronous_commit', 'off', true);
    update sign_in_counter s set pending = array_remove(s.pending, p_attempt::bigint), updated_at = at
      where s.key = p_key returning s.failures, false into failures, locked;
  end if;
  return next;
end
$$;

-- As before, of the present generation only. Says whether the browser was new to the account; ends the session that this
-- browser had (`p_ends`, digest of its cookie).
drop function sign_in_redeem;
create function sign_in_redeem(
  p_token_hash text, p_zone text, p_line text, p_flow text, p_name text, p_session_hash text, p_device_digest text,
  p_device text, p_place text, p_auto_seconds integer, p_seconds integer,
  p_ends text default null
) returns table (verdict text, account_id uuid, user_key text, auto boolean, new_device boolean) language plpgsql as $$
declare
  t sign_in_token;
  a account;
  at timestamptz := foyer_now();
begin
  -- The account's row before the token's, as whoever changes the password takes them.
  select x.* into a from account x where x.id = (select s.account_id from sign_in_token s where s.token_hash = p_token_hash) for share;
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
drop function sign_in_redeem;
drop function sign_in_end;
drop function sign_in_begin;
drop function is_known_device;
drop trigger account_unlinked on third_identity;
drop trigger account_renewed on account;
drop function account_unlinked;
drop function account_renewed;
alter table qr_ticket drop column generation;
alter table third_token drop column generation;
alter table sign_in_token drop column generation;
alter table account drop column generation;
create function sign_in_begin(
  p_zone text, p_username text, p_email text, p_phone text, p_master uuid, p_name_digest text, p_device_digest text,
  p_address inet, p_captcha_passed boolean, p_captcha_after integer, p_lock_after integer, p_reserve boolean
) returns table (
  verdict text, counter_key text, attempt text, failures integer, account_id uuid, account_zone text, kind smallint, status text,
  master_status text, email text, matched text, hash text, pepper_key text, digest text
) language plpgsql as $$
declare
  c sign_in_counter;
  r record;
  present bigint := floor(extract(epoch from foyer_now()) * 1000000);
  -- An attempt whose server died was never answered, so it told nobody anything: after half a minute it no longer counts.
  deadline bigint := present + 30000000 + floor(random() * 1000);
begin
  -- A reservation matters only while this server lives; it need not wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  if p_address is not null and exists (select 1 from blocked_network b where b.zone = p_zone and b.network >>= p_address) then
    verdict := 'ip-limit';
    return next;
    return;
  end if;
  -- Both zones are always looked at, found or not, for the same reason.
  for zone_tried in 1..2 loop
    select a.id, a.zone, a.kind, a.status, a.email, x.hash, x.pepper_key, x.digest,
        case when a.kind = 2 and p_master is not null then 'username' when a.phone = p_phone then 'phone'
          when a.email_key = p_email then 'email' else 'username' end as matched,
        case when a.master_id is not null then (select m.status from account m where m.id = a.master_id) end as master_status,
        case when p_device_digest is not null and exists (select 1 from device d where d.digest = p_device_digest and d.account_id = a.id)
          then 'device:' || p_device_digest || ':' || a.id else 'account:' || a.id end as key
      into r
      from account_by_name(case when zone_tried = 1 then p_zone when p_zone = 'domestic' then 'overseas' else 'domestic' end,
        p_username, p_email, p_phone, p_master) a
      left join credential x on x.account_id = a.id;
    if found and account_id is null then
      account_id := r.id;
      account_zone := r.zone;
      kind := r.kind;
      status := r.status;
      master_status := r.master_status;
      email := r.email;
      matched := r.matched;
      hash := r.hash;
      pepper_key := r.pepper_key;
      digest := r.digest;
      counter_key := r.key;
    end if;
  end loop;
  if account_id is null then
    counter_key := 'name:' || p_name_digest;
  end if;
  if not p_reserve then
    select * into c from sign_in_counter s where s.key = counter_key;
    failures := coalesce(c.failures, 0);
    verdict := case when c.locked_at is not null or failures >= p_lock_after then 'locked' else 'go' end;
    return next;
    return;
  end if;
  -- The conditions are judged again on the newest row after waiting for it, so parallel attempts are counted exactly.
  loop
    update sign_in_counter s
      set pending = array(select p from unnest(s.pending) p where p > present) || deadline, updated_at = foyer_now()
      where s.key = counter_key and s.locked_at is null and (s.failures < p_captcha_after or p_captcha_passed)
        and s.failures + (select count(*) from unnest(s.pending) p where p > present) < p_lock_after
      returning s.failures into failures;
    if found then
      verdict := 'go';
      attempt := deadline;
      exit;
    end if;
    select * into c from sign_in_counter s where s.key = counter_key;
    if found then
      failures := c.failures;
      verdict := case when c.locked_at is not null or c.failures >= p_lock_after then 'locked'
        when c.failures >= p_captcha_after and not p_captcha_passed then 'captcha' else 'busy' end;
      exit;
    end if;
    insert into sign_in_counter (key, zone, account_id) values (counter_key, p_zone, account_id) on conflict (key) do nothing;
  end loop;
  return next;
end
$$;
create function sign_in_end(
  p_key text, p_attempt text, p_result text, p_lock_after integer,
  p_token_hash text, p_account uuid, p_zone text, p_line text, p_flow text, p_name text, p_login_type integer, p_auto boolean, p_seconds integer
) returns table (failures integer, locked boolean) language plpgsql as $$
declare
  at timestamptz := foyer_now();
begin
  if p_result = 'wrong' then
    update sign_in_counter s set failures = s.failures + 1, pending = array_remove(s.pending, p_attempt::bigint), updated_at = at,
      locked_at = case when s.failures + 1 >= p_lock_after then at end
      where s.key = p_key returning s.failures, s.locked_at is not null into failures, locked;
  elsif p_result = 'right' then
    perform set_config('synchronous_commit', 'off', true);
    update sign_in_counter s set failures = 0, pending = array_remove(s.pending, p_attempt::bigint), updated_at = at
      where s.key = p_key returning s.failures, false into failures, locked;
    if p_token_hash is not null then
      insert into sign_in_token (token_hash, account_id, zone, line, flow_digest, name_digest, login_type, auto, created_at, expires_at)
        values (p_token_hash, p_account, p_zone, p_line, p_flow, p_name, p_login_type, p_auto, at, at + make_interval(secs => p_seconds));
    end if;
  else
    perform set_config('synchronous_commit', 'off', true);
    update sign_in_counter s set pending = array_remove(s.pending, p_attempt::bigint), updated_at = at
      where s.key = p_key returning s.failures, false into failures, locked;
  end if;
  return next;
end
$$;
create function sign_in_redeem(
  p_token_hash text, p_zone text, p_line text, p_flow text, p_name text, p_session_hash text, p_device_digest text,
  p_device text, p_place text, p_auto_seconds integer, p_seconds integer
) returns table (verdict text, account_id uuid, user_key text, auto boolean) language plpgsql as $$
declare
  t sign_in_token;
  a account;
  at timestamptz := foyer_now();
begin
  update sign_in_token s set used_at = at
    where s.token_hash = p_token_hash and s.used_at is null and s.expires_at > at and s.zone = p_zone and s.line = p_line and s.flow_digest = p_flow
    returning s.* into t;
  if t.token_hash is null then
    verdict := 'expired';
    return next;
    return;
  end if;
  select x.* into a from account x where x.id = t.account_id;
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
    on conflict on constraint device_pkey do update set seen_at = at;
  verdict := 'ok';
  user_key := a.user_key;
  auto := t.auto;
  return next;
end
$$;
