-- Addresses reserved for the next orders. wallets.next_index is the first index that was never reserved, so the previous
-- release, which takes that index, never takes one of the pool.
create table address_pool (
  wallet_fingerprint text not null references wallets (fingerprint),
  derivation_index integer not null check (derivation_index >= 0),
  address text not null,
  -- the chains that were asked and where it was never used; an order is given an address only if its chain is among them
  unused_on text[] not null default '{}',
  checked_at timestamptz,
  primary key (wallet_fingerprint, derivation_index)
);

-- Reserved addresses that turned out to be used: skipped, and reported to staff.
create table used_addresses (
  wallet_fingerprint text not null references wallets (fingerprint),
  derivation_index integer not null check (derivation_index >= 0),
  address text not null,
  chain text not null references chains (id),
  found_at timestamptz not null,
  primary key (wallet_fingerprint, derivation_index)
);
