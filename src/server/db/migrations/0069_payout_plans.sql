-- exclusive: earlier code gives every refund that a transaction pays the verdict about one of them.
-- reversible: with no plan open; a transaction that paid several refunds is refused by the earlier primary key.
--
-- A plan of payouts: unsigned transactions that pay many refunds, made at one moment for a signer elsewhere.
create table payout_plans (
  id uuid primary key,
  network text not null references networks (id),
  chain text not null references chains (id),
  asset text not null references assets (id),
  -- the account or the address that pays; null: coins at the shop's own addresses
  from_address text,
  made_at timestamptz not null,
  -- after this moment its amounts are those of another day, or its transactions expire
  valid_until timestamptz not null,
  -- blocks up to this height hold no transaction of the plan that is not known
  scanned_height bigint not null,
  -- what was written for the signer, [{"name", "base64"}]; none once the plan is closed
  files jsonb,
  closed_at timestamptz,
  check ((files is null) = (closed_at is not null))
);
-- one plan of a rail at a time: made again, it is the same one
create unique index payout_plans_open on payout_plans (network) where closed_at is null;

create table payout_transactions (
  plan_id uuid not null references payout_plans (id),
  position integer not null check (position >= 0),
  -- of the account that pays; null on chains whose accounts do not count
  nonce integer check (nonce >= 0),
  -- outpoints that it spends, txid:n; the first one is spent by every transaction that replaces it
  inputs text[] not null default '{}',
  -- known before it is signed, or found on the chain by its nonce
  tx_hash text,
  looked_at timestamptz,
  primary key (plan_id, position)
);
create index payout_transactions_hash on payout_transactions (tx_hash);

-- A refund that a transaction of a plan pays.
create table planned_payouts (
  plan_id uuid not null,
  position integer not null,
  refund_id uuid not null references refunds (id),
  atoms numeric(78, 0) not null check (atoms > 0),
  closed_at timestamptz,
  -- abandoned: staff say that it was not broadcast, and whatever replaces it excludes it
  outcome text check (outcome in ('recorded', 'abandoned')),
  primary key (plan_id, refund_id),
  foreign key (plan_id, position) references payout_transactions (plan_id, position),
  check ((closed_at is null) = (outcome is null))
);
-- no refund is in two plans whose transactions may be broadcast
create unique index planned_payouts_open on planned_payouts (refund_id) where closed_at is null;
create index planned_payouts_refund on planned_payouts (refund_id);

-- a transaction of a plan pays several refunds; one that staff report pays one
alter table refund_transactions
  add column plan_id uuid,
  add constraint refund_transactions_planned foreign key (plan_id, refund_id)
    references planned_payouts (plan_id, refund_id),
  drop constraint refund_transactions_pkey,
  add primary key (chain, tx_hash, refund_id);
create unique index refund_transactions_reported on refund_transactions (chain, tx_hash) where plan_id is null;
