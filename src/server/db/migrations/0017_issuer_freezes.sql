-- What the issuer of a token says about an address: one that is frozen can send none of it. The last answer of a node, for
-- the shop's own payment addresses while money lies on them, and for the addresses of refunds.
create table freeze_checks (
  chain text not null references chains (id),
  asset text not null references assets (id),
  address text not null,
  primary key (chain, asset, address),
  -- null: no node could answer, or nobody can freeze the asset there
  is_frozen boolean,
  -- what lies on an address of the shop's own; null for other addresses
  atoms numeric(78, 0) check (atoms >= 0),
  -- the order of an address of the shop's own
  payment_id uuid references payments (id),
  checked_at timestamptz not null
);
create index freeze_checks_frozen on freeze_checks (chain, asset) where is_frozen;

-- Addresses that the demo's simulated issuers have frozen.
create table sim_frozen (
  chain text not null references chains (id),
  asset text not null references assets (id),
  address text not null,
  primary key (chain, asset, address)
);
