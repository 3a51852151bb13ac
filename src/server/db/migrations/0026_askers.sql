-- Up Migration
-- What wrong passwords show belongs to the asker: a browser (its flow cookie; `asker:<name>:<browser>`, both digests), or its
-- network where it has none. The counter of the account is never shown: when it is used up nothing is checked any more, and
-- the answer stays that of a wrong password. `from:<address>` holds the times of an address's last failures, in `pending`.

-- When the owner of a locked account was told; of locks before this nobody is told any more.
alter table sign_in_counter add column told_at timestamptz;
update sign_in_counter set told_at = locked_at where locked_at is not null;

drop function sign_in_begin;
create function sign_in_begin(
  p_zone text, p_username text, p_email text, p_phone text, p_master uuid, p_name_digest text, p_device_digest text,
  p_address inet, p_captcha_passed boolean, p_captcha_after integer, p_lock_after integer, p_reserve boolean,
  p_known_devices integer default 3, p_asker text default null, p_asker_hours integer default 24, p_from text default null,
  p_spray_after integer default null, p_spray_seconds integer default null
) returns table (
  verdict text, counter_key text, attempt text, failures integer, account_id uuid, account_zone text, kind smallint, status text,
  master_status text, email text, matched text, hash text, pepper_key text, digest text,
  generation integer, closed boolean
) language plpgsql as $$
declare
  r record;
  present bigint := floor(extract(epoch from foyer_now()) * 1000000);
  -- An attempt whose server died was never answered, so it told nobody anything: after half a minute it no longer counts.
  deadline bigint := present + 30000000 + floor(random() * 1000);
  sprays boolean;
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
  -- What is shown, and asked for, is the asker's own.
  select s.failures into failures from sign_in_counter s
    where s.key = p_asker and s.updated_at > foyer_now() - make_interval(hours => p_asker_hours);
  failures := coalesce(failures, 0);
  sprays := p_from is not null and exists (select 1 from sign_in_counter s
    where s.key = p_from and (select count(*) from unnest(s.pending) p where p > present - p_spray_seconds::bigint * 1000000) >= p_spray_after);
  verdict := case when failures >= p_lock_after then 'locked'
    when (failures >= p_captcha_after or sprays) and not p_captcha_passed then 'captcha' else 'go' end;
  if verdict <> 'go' or not p_reserve then
    return next;
    return;
  end if;
  -- The conditions are judged again on the newest row after waiting for it, so parallel attempts are counted exactly. Where no
  -- attempt is left the row is written all the same, and the caller gets nothing to check a password by.
  loop
    update sign_in_counter s
      set pending = array(select p from unnest(s.pending) p where p > present)
          || case when s.locked_at is null and s.failures < p_lock_after then array[deadline] else '{}'::bigint[] end,
        updated_at = foyer_now()
      where s.key = counter_key and (s.locked_at is not null or s.failures >= p_lock_after
        or s.failures + (select count(*) from unnest(s.pending) p where p > present) < p_lock_after)
      returning s.locked_at is not null or s.failures >= p_lock_after into closed;
    if found then
      attempt := deadline;
      if closed then
        hash := null;
        pepper_key := null;
        digest := null;
      end if;
      exit;
    end if;
    if exists (select 1 from sign_in_counter s where s.key = counter_key) then
      verdict := 'busy';
      exit;
    end if;
    insert into sign_in_counter (key, zone, account_id) values (counter_key, p_zone, account_id) on conflict (key) do nothing;
  end loop;
  return next;
end
$$;

-- results: wrong counts it, for the account, the asker (`p_asker_next`: the cookie that this browser gets by this answer) and the
-- address; refused gives the reservation back and counts for the address alone; void only gives it back; right clears.
drop function sign_in_end;
create function sign_in_end(
  p_key text, p_attempt text, p_result text, p_lock_after integer,
  p_token_hash text, p_account uuid, p_zone text, p_line text, p_flow text, p_name text, p_login_type integer, p_auto boolean, p_seconds integer,
  p_generation integer default null, p_asker text default null, p_asker_next text default null, p_asker_hours integer default 24,
  p_from text default null, p_spray_after integer default null, p_spray_seconds integer default null
) returns table (failures integer, locked boolean) language plpgsql as $$
declare
  at timestamptz := foyer_now();
  micros bigint := floor(extract(epoch from at) * 1000000);
  present integer;
begin
  failures := 0;
  locked := false;
  if p_result = 'right' then
    perform set_config('synchronous_commit', 'off', true);
    if p_token_hash is not null then
      -- Before its counter, as whoever changes the password takes them.
      select a.generation into present from account a where a.id = p_account and a.generation = coalesce(p_generation, a.generation) for share;
      if present is null then
        raise exception using errcode = 'FY002', message = 'What was proven is of the past.';
      end if;
    end if;
    update sign_in_counter s set failures = 0, pending = array_remove(s.pending, p_attempt::bigint), updated_at = at where s.key = p_key;
    update sign_in_counter s set failures = 0, updated_at = at where s.key = p_asker and s.failures > 0;
    if p_token_hash is not null then
      insert into sign_in_token (token_hash, account_id, zone, line, flow_digest, name_digest, login_type, auto, generation, created_at, expires_at)
        values (p_token_hash, p_account, p_zone, p_line, p_flow, p_name, p_login_type, p_auto, present, at, at + make_interval(secs => p_seconds));
    end if;
    return next;
    return;
  end if;
  if p_result = 'wrong' then
    update sign_in_counter s set failures = least(s.failures + 1, p_lock_after), pending = array_remove(s.pending, p_attempt::bigint),
      updated_at = at, locked_at = case when s.failures + 1 >= p_lock_after then coalesce(s.locked_at, at) end
      where s.key = p_key returning s.locked_at is not distinct from at into locked;
    locked := coalesce(locked, false);
    insert into sign_in_counter as s (key, zone, failures, updated_at)
      select k, p_zone, 1, at from unnest(array[p_asker, p_asker_next]) k where k is not null
      on conflict (key) do update set updated_at = at,
        failures = case when s.updated_at > at - make_interval(hours => p_asker_hours) then s.failures + 1 else 1 end;
    select s.failures into failures from sign_in_counter s where s.key = p_asker;
  else
    perform set_config('synchronous_commit', 'off', true);
    update sign_in_counter s set pending = array_remove(s.pending, p_attempt::bigint), updated_at = at where s.key = p_key;
  end if;
  -- Whoever tries many names fails at many counters, but at one address. Of it the newest times are kept, as many as matter.
  if p_from is not null and p_result in ('wrong', 'refused') then
    insert into sign_in_counter as s (key, zone, pending, updated_at) values (p_from, p_zone, array[micros], at)
      on conflict (key) do update set updated_at = at, pending = micros
        || array(select p from unnest(s.pending) p where p > micros - p_spray_seconds::bigint * 1000000 order by p desc limit p_spray_after - 1);
  end if;
  return next;
end
$$;

-- Down Migration
drop function sign_in_end;
drop function sign_in_begin;
alter table sign_in_counter drop column told_at;
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
