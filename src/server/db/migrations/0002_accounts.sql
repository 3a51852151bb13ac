-- Up Migration
-- Accounts, credentials, sign-in counters, devices, sign-in tokens and sessions. Every row carries its zone.

create table account (
  id uuid primary key default gen_random_uuid(),
  uuid uuid not null unique default gen_random_uuid(),
  zone text not null check (zone in ('domestic', 'overseas')),
  home_line text not null,
  kind smallint not null check (kind in (1, 2)),
  master_id uuid references account (id) on delete cascade,
  username text not null,
  username_key text not null,
  email text,
  email_key text,
  phone text,
  -- A phone typed at e-mail registration is not proven: it may be signed in with, but never recover the account.
  phone_verified boolean not null default false,
  business_type smallint not null,
  status text not null check (status in ('unactivated', 'active', 'disabled', 'cancelled')),
  security_risk boolean not null default false,
  user_key text not null unique,
  come_from text,
  language text not null,
  created_at timestamptz not null default foyer_now(),
  activated_at timestamptz,
  constraint account_sub_has_master check ((kind = 2) = (master_id is not null)),
  constraint account_email_key check ((email is null) = (email_key is null))
);
create unique index account_username_unique on account (zone, username_key) where kind = 1;
create unique index account_sub_username_unique on account (master_id, username_key) where kind = 2;
create unique index account_email_unique on account (zone, email_key) where email_key is not null;
create unique index account_phone_unique on account (zone, phone) where phone is not null;

create table credential (
  account_id uuid primary key references account (id) on delete cascade,
  zone text not null,
  hash text not null,
  pepper_key text not null,
  digest text not null,
  changed_at timestamptz not null default foyer_now()
);

-- Wrong passwords: one row per account, per unknown name (keyed digest), or per device of an account.
-- `pending` holds the attempts being hashed right now, each by its unique deadline (microseconds since 1970), so that
-- failures + pending never pass the limit. Nothing that changes at a sign-in is indexed, and no reference is checked, so
-- that an account's row costs no more time than that of a name nobody has.
create table sign_in_counter (
  key text primary key,
  zone text not null,
  account_id uuid,
  failures integer not null default 0,
  pending bigint[] not null default '{}',
  locked_at timestamptz,
  updated_at timestamptz not null default foyer_now()
) with (fillfactor = 70);
create index sign_in_counter_account on sign_in_counter (account_id) where account_id is not null;

create table device (
  digest text not null,
  account_id uuid not null references account (id) on delete cascade,
  zone text not null,
  created_at timestamptz not null default foyer_now(),
  seen_at timestamptz not null default foyer_now(),
  primary key (digest, account_id)
);
create index device_account on device (account_id);

create table sign_in_token (
  token_hash text primary key,
  account_id uuid not null references account (id) on delete cascade,
  zone text not null,
  line text not null,
  flow_digest text not null,
  name_digest text not null,
  login_type smallint not null,
  auto boolean not null,
  created_at timestamptz not null default foyer_now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_token_account on sign_in_token (account_id);

create table user_session (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique,
  account_id uuid not null references account (id) on delete cascade,
  zone text not null,
  line text not null,
  login_type smallint not null,
  auto boolean not null,
  device text not null,
  place text,
  created_at timestamptz not null default foyer_now(),
  expires_at timestamptz not null
);
create index user_session_account on user_session (account_id);
create index user_session_expires on user_session (expires_at);

create table blocked_network (
  zone text not null,
  network cidr not null,
  reason text not null default '',
  created_at timestamptz not null default foyer_now(),
  primary key (zone, network)
);

-- The account a login name means in one zone: a phone before an e-mail before a username, so that nobody can claim
-- another's phone number by taking it as a username. With a master, only that master's sub account.
create function account_by_name(p_zone text, p_username text, p_email text, p_phone text, p_master uuid)
returns setof account language sql stable as $$
  (select a.* from account a where p_master is null and p_phone is not null and a.zone = p_zone and a.phone = p_phone)
  union all
  (select a.* from account a where p_master is null and p_email is not null and a.zone = p_zone and a.email_key = p_email)
  union all
  (select a.* from account a where p_master is null and p_username is not null and a.zone = p_zone and a.kind = 1 and a.username_key = p_username)
  union all
  (select a.* from account a join account m on m.id = a.master_id
    where p_master is not null and m.zone = p_zone and m.uuid = p_master and a.kind = 2 and a.username_key = p_username)
  limit 1
$$;

-- Finds the account of a login name (in this zone, else in the other), chooses its counter, and reserves one attempt.
-- verdict: go (reserved when p_reserve), locked, captcha (asked for), busy (all remaining attempts are being hashed), ip-limit.
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

-- Settles a reserved attempt: wrong counts it, right clears the counter, void only gives the reservation back.
-- With a token hash (a right password that may go on) the sign-in token is made in the same statement.
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

-- Redeems a sign-in token once: opens the session and remembers the device. No row when the token is not good.
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

-- Down Migration
drop function sign_in_redeem;
drop function sign_in_end;
drop function sign_in_begin;
drop function account_by_name;
drop table blocked_network, user_session, sign_in_token, device, sign_in_counter, credential, account;
