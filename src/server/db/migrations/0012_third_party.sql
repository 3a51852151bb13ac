-- Up Migration
-- Third-party sign-in: what is under way, who is known by which identity, and the enterprises behind DingTalk's aliases.

-- An enterprise's own application with DingTalk, found by its alias. `sealed_secret` is encrypted.
create table dingtalk_enterprise (
  id uuid primary key default gen_random_uuid(),
  zone text not null check (zone in ('domestic', 'overseas')),
  alias text not null,
  alias_key text not null,
  corp_id text not null,
  client_id text not null,
  sealed_secret text not null,
  master_id uuid not null references account (id) on delete cascade,
  created_at timestamptz not null default foyer_now(),
  constraint dingtalk_enterprise_alias unique (zone, alias_key),
  constraint dingtalk_enterprise_corp unique (zone, corp_id)
);
create index dingtalk_enterprise_master on dingtalk_enterprise (master_id);

-- Begun by one browser for one provider, way and purpose. `sealed` holds nonce and PKCE verifier, `returned` what came
-- back; both are encrypted, and gone once used.
create table third_state (
  state_digest text primary key,
  zone text not null,
  line text not null,
  provider text not null,
  way text not null check (way in ('redirect', 'popup', 'frame')),
  purpose text not null check (purpose in ('sign-in', 'bind')),
  flow_digest text not null,
  -- Whose account it is linked to; of purpose `bind`.
  account_id uuid references account (id) on delete cascade,
  enterprise_id uuid references dingtalk_enterprise (id) on delete cascade,
  redirect_uri text not null,
  sealed text not null,
  returned text,
  refused boolean not null default false,
  created_at timestamptz not null default foyer_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint third_state_purpose check ((purpose = 'bind') = (account_id is not null))
);
create index third_state_expires on third_state (expires_at);
create index third_state_account on third_state (account_id) where account_id is not null;
create index third_state_enterprise on third_state (enterprise_id) where enterprise_id is not null;

-- Who an account's owner is to a provider. `subject` is a unionid or sub, or, until the provider tells one, the openid
-- with its application in front. `corp_id` is the enterprise that a member is one of, else empty.
create table third_identity (
  id uuid primary key default gen_random_uuid(),
  zone text not null,
  provider text not null,
  corp_id text not null default '',
  subject text not null,
  subject_kind text not null check (subject_kind in ('unionid', 'sub', 'openid')),
  account_id uuid not null references account (id) on delete cascade,
  name text not null default '',
  created_at timestamptz not null default foyer_now(),
  seen_at timestamptz not null default foyer_now(),
  constraint third_identity_subject unique (zone, provider, corp_id, subject),
  constraint third_identity_account unique (account_id, provider)
);

-- The ids that a provider knows a person by in each of our applications there.
create table third_openid (
  zone text not null,
  provider text not null,
  app_id text not null,
  openid text not null,
  identity_id uuid not null references third_identity (id) on delete cascade,
  primary key (zone, provider, app_id, openid)
);
create index third_openid_identity on third_openid (identity_id);

-- A proven identity that may not sign in yet: 2 needs verification, 3 needs an account, 4 needs a phone. `sealed` holds
-- the identity, encrypted.
create table third_token (
  token_hash text primary key,
  zone text not null,
  line text not null,
  flow_digest text not null,
  provider text not null,
  result smallint not null check (result in (2, 3, 4)),
  account_id uuid references account (id) on delete cascade,
  sealed text not null,
  auto boolean not null default false,
  created_at timestamptz not null default foyer_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint third_token_account check ((result = 3) = (account_id is null))
);
create index third_token_expires on third_token (expires_at);
create index third_token_owner on third_token (account_id) where account_id is not null;

-- Down Migration
drop table third_token, third_openid, third_identity, third_state, dingtalk_enterprise;
