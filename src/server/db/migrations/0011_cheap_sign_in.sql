-- Up Migration
-- Fewer round trips and fewer waits for the disk while signing in.

-- Ends the statement it stands in, and all its effects, with an error of its own (SQLSTATE FY001).
create function foyer_abort(reason text) returns boolean language plpgsql as $$
begin
  raise exception using errcode = 'FY001', message = reason;
end
$$;

-- As before, but only a wrong password waits for the disk: its count must not be lost, while the token of a right one
-- lives for a minute and may go with a database that crashes.
create or replace function sign_in_end(
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

-- Down Migration
drop function foyer_abort;
