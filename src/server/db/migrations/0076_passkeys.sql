-- Passkeys of staff: better-auth reads and writes the table under these names (src/server/accounts/auth-options.ts). A row
-- has no secret: the private key never leaves the device.
create table user_passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  -- what its owner calls it
  name text not null check (name = btrim(name) and length(name) between 1 and 60),
  -- base64url; 1023 bytes at most
  credential_id text not null unique check (length(credential_id) between 1 and 1364),
  public_key text not null,
  -- of the device: an assertion with the same count again, or a lower one, is refused
  counter bigint not null check (counter between 0 and 4294967295),
  device_type text not null check (device_type in ('singleDevice', 'multiDevice')),
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index user_passkeys_of on user_passkeys (user_id);

-- An account has a second factor while it has a passkey or a confirmed authenticator app.
create function keep_second_factor_mark() returns trigger language plpgsql as $$
declare
  changed uuid := coalesce(new.user_id, old.user_id);
  has_factor boolean := exists (select from user_passkeys where user_id = changed)
    or exists (select from user_second_factors where user_id = changed and verified is not false);
begin
  update users set two_factor_enabled = has_factor
  where id = changed and two_factor_enabled is distinct from has_factor;
  return null;
end $$;
create trigger passkeys_are_second_factors after insert or delete on user_passkeys
  for each row execute function keep_second_factor_mark();
create trigger codes_are_second_factors after delete or update of verified on user_second_factors
  for each row execute function keep_second_factor_mark();
