-- Read-only tokens for a studio's own programs. Only hashes are stored.
create table api_tokens (
  id uuid primary key default gen_random_uuid(),
  label text not null check (length(label) between 1 and 100),
  token_hash bytea not null unique check (length(token_hash) = 32),
  scopes text[] not null check (cardinality(scopes) > 0),
  -- it ends with the rights of the owner who created it
  created_by uuid not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  -- to the minute
  last_used_at timestamptz,
  revoked_at timestamptz
);
