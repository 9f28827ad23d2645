-- A database that was restored, or is older than the high-water mark in the data folder, takes no orders until a recovery
-- has moved its addresses past everything that may have been handed out, and staff have decided about its keys.

-- changed by a restore, so that a high-water mark says which database it was written for
alter table installation add column database_id uuid not null default gen_random_uuid();

create table recoveries (
  id uuid primary key default gen_random_uuid(),
  started_at timestamptz not null,
  cause text not null check (cause in ('restored', 'older', 'other_database')),
  -- the database whose newest orders are missing here
  previous_database_id uuid not null,
  -- what happened after this time may be missing
  lost_since timestamptz not null,
  -- the first index never reserved, by fingerprint, as the high-water mark knows it
  reserved jsonb not null default '{}',
  addresses_done_at timestamptz,
  keys_done_at timestamptz,
  finished_at timestamptz,
  constraint recoveries_finish_is_whole check (
    finished_at is null or (addresses_done_at is not null and keys_done_at is not null)
  )
);
create unique index recoveries_open on recoveries ((true)) where finished_at is null;

-- Addresses a recovery skipped: the lost database may have given them to orders.
create table skipped_addresses (
  wallet_fingerprint text not null references wallets (fingerprint),
  derivation_index integer not null check (derivation_index >= 0),
  wallet text not null,
  address text not null,
  recovery_id uuid not null references recoveries (id),
  primary key (wallet_fingerprint, derivation_index)
);
create unique index skipped_addresses_by_address on skipped_addresses (wallet, address);

-- Money on skipped addresses: payments for orders that are missing here.
create table lost_payments (
  chain text not null references chains (id),
  tx_hash text not null,
  output_index integer not null,
  address text not null,
  asset text not null references assets (id),
  atoms numeric(78, 0) not null check (atoms > 0),
  block_height integer,
  block_at timestamptz,
  found_at timestamptz not null,
  primary key (chain, tx_hash, output_index, address)
);

-- A key that may have been sent by the lost database. It counts as retired, also for the previous release, until staff
-- release it; a key they retire keeps retired_at alone.
alter table game_keys add column quarantined_at timestamptz;
alter table game_keys add constraint keys_quarantined_is_unsold check (
  quarantined_at is null or (retired_at is not null and payment_id is null)
);
create index keys_quarantined on game_keys (created_at, id) where quarantined_at is not null;
