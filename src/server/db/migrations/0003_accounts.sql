-- People who may sign in, what they may do, and what they did.
-- users, user_sessions, user_credentials, user_verifications and user_second_factors are read and written by better-auth
-- under these names (src/server/accounts/auth-options.ts); a test compares them with what it expects.

create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null default '',
  email text not null unique check (email = lower(email) and length(email) <= 254),
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  two_factor_enabled boolean default false,
  -- signs in no more; a person is never deleted, since the audit names them
  disabled_at timestamptz
);

create table user_sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index user_sessions_of on user_sessions (user_id);
create index user_sessions_expiry on user_sessions (expires_at);

create table user_credentials (
  id uuid primary key default gen_random_uuid(),
  account_id text not null,
  provider_id text not null,
  user_id uuid not null references users (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  -- scrypt, with its salt
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint user_credentials_once unique (provider_id, account_id)
);
create index user_credentials_of on user_credentials (user_id);

create table user_verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index user_verifications_identifier on user_verifications (identifier);
create index user_verifications_expiry on user_verifications (expires_at);

create table user_second_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  -- both encrypted with a key derived from the installation's secret
  secret text not null,
  backup_codes text not null,
  verified boolean default true,
  failed_verification_count integer default 0,
  locked_until timestamptz
);
create index user_second_factors_of on user_second_factors (user_id);

-- One role a person; none: may sign in and sees what a visitor sees.
create table user_roles (
  user_id uuid primary key references users (id),
  role text not null check (role in ('owner', 'manager', 'support', 'viewer')),
  granted_at timestamptz not null default now()
);

-- One-time links to set a password: the first one, or a new one.
create table password_links (
  token_hash bytea primary key,
  user_id uuid not null references users (id),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_links_of on password_links (user_id);

-- Passwords and codes that were wrong, by account and client: each makes the next try wait longer.
create table sign_in_failures (
  key bytea primary key,
  failures integer not null check (failures > 0),
  tried_at timestamptz not null
);
create index sign_in_failures_age on sign_in_failures (tried_at);

-- Who did what to what, when. Facts hold no key, e-mail or secret.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- null: the command line, or the shop itself
  actor_id uuid references users (id),
  -- such as 'keys.generate', 'role.set'
  action text not null,
  -- such as 'key', 'payment', 'user', 'edition'
  subject_kind text not null,
  subject_id text not null,
  facts jsonb not null default '{}'
);
create index audit_of_subject on audit (subject_kind, subject_id, id);
create index audit_of_actor on audit (actor_id, id);
create index audit_of_action on audit (action, id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is only ever added to' using errcode = 'restrict_violation';
end $$;
create trigger audit_is_append_only before update or delete on audit
  for each row execute function refuse_audit_change();
create trigger audit_is_never_emptied before truncate on audit
  for each statement execute function refuse_audit_change();
