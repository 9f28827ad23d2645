-- One-time codes of second factors that were used, so that each works once; deleted after a day.
create table used_codes (
  user_id uuid not null references users (id) on delete cascade,
  -- SHA-256 of the account's id and the code
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz not null,
  primary key (user_id, code_hash)
);
create index used_codes_age on used_codes (used_at);

-- Owners and managers need a second factor in production; the first session without one has all rights.
alter table users add column grace_session uuid;

-- When the session's user last gave the password; null: when the session began.
alter table user_sessions add column confirmed_at timestamptz;
