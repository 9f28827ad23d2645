-- Refunds: asked for, paid by a person from a wallet of his own, recorded, and proved on chain. Notes of the staff.

alter table refunds
  add constraint refunds_for_keys unique (id, payment_id),
  add column status text not null default 'asked' check (status in ('asked', 'recorded', 'mismatch', 'verified', 'withdrawn')),
  add column asked_by text not null default 'staff' check (asked_by in ('buyer', 'staff')),
  -- who of the staff asked; null: the buyer, or the command line
  add column asked_actor_id uuid references users (id),
  -- copies given back; 0: money that bought nothing goes back as it came
  add column quantity integer not null default 0 check (quantity >= 0),
  add column chain text check (chain in ('bitcoin', 'ethereum', 'bsc', 'tron')),
  add column asset text check (asset in ('BTC', 'ETH', 'BNB', 'TRX', 'USDT')),
  add column address text,
  -- the price of these copies
  add column price_cents integer not null default 0 check (price_cents >= 0),
  -- what goes back in the coin itself: an overpaid rest, or all of what bought nothing
  add column rest_atoms numeric(78, 0) not null default 0 check (rest_atoms >= 0),
  -- the rate of the refund's day, dollars for one coin times 10^8; null until it is quoted, and where no price is owed
  add column rate_e8 numeric(78, 0) check (rate_e8 > 0),
  add column rate_sources text,
  -- what must arrive at the address; null until it is quoted
  add column owed_atoms numeric(78, 0) check (owed_atoms > 0),
  add column quoted_at timestamptz,
  add column verified_at timestamptz,
  add constraint refunds_quote_is_whole check ((owed_atoms is null) = (quoted_at is null)),
  add constraint refunds_quote_covers_rest check (owed_atoms is null or owed_atoms >= rest_atoms),
  add constraint refunds_verified_has_time check ((status = 'verified') = (verified_at is not null)),
  add constraint refunds_recorded_is_quoted check (status in ('asked', 'withdrawn') or owed_atoms is not null),
  drop column recorded_at,
  drop column tx_hash;
create index refunds_open on refunds (asked_at) where status in ('asked', 'recorded', 'mismatch');
create index refunds_listed on refunds (asked_at desc, id desc);
create index refunds_verified on refunds (verified_at) where status = 'verified';

-- What a person says he paid. One transaction pays one refund.
create table refund_transactions (
  chain text not null check (chain in ('bitcoin', 'ethereum', 'bsc', 'tron')),
  -- as explorers write it: 0x on Ethereum and BSC
  tx_hash text not null,
  refund_id uuid not null references refunds (id),
  recorded_at timestamptz not null,
  recorded_by uuid references users (id),
  status text not null default 'waiting' check (status in ('waiting', 'verified', 'mismatch')),
  -- why it does not count
  reason text check (reason in ('not_found', 'failed', 'nothing_to_address')),
  constraint refund_transactions_reason check ((status = 'mismatch') = (reason is not null)),
  -- what it pays to the refund's address, as the nodes agree
  atoms numeric(78, 0) check (atoms >= 0),
  block_height integer,
  block_hash text,
  -- what each node said when it was last asked
  answers jsonb not null default '[]',
  checked_at timestamptz,
  constraint refund_transactions_verified_pays check (status <> 'verified' or (atoms > 0 and block_hash is not null)),
  primary key (chain, tx_hash)
);
create index refund_transactions_of on refund_transactions (refund_id);
create index refund_transactions_waiting on refund_transactions (chain) where status = 'waiting';

-- Which keys a refund gives back: each one refund at most, of its own order.
alter table game_keys
  add column refund_id uuid,
  add constraint keys_refund_is_of_its_order foreign key (refund_id, payment_id) references refunds (id, payment_id),
  add constraint keys_refunded_were_handed_out check (refund_id is null or payment_id is not null);
create index keys_of_refund on game_keys (refund_id) where refund_id is not null;

-- Never more copies than were bought, and the coins of an order's overpaid rest never twice.
create function bound_refunds() returns trigger language plpgsql as $$
declare
  bought integer;
  copies bigint;
begin
  select quantity into bought from payments where id = new.payment_id for no key update;
  select coalesce(sum(quantity), 0) into copies from refunds
    where payment_id = new.payment_id and status <> 'withdrawn';
  if copies > bought then
    raise exception 'order %: % copies to refund, % bought', new.payment_id, copies, bought
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger bound_refunds after insert or update of quantity, status, payment_id on refunds
  for each row execute function bound_refunds();

-- A refund that is proved is over: neither its figures nor its end change, and the same goes for its transactions.
create function keep_verified_refunds() returns trigger language plpgsql as $$
begin
  if old.status = 'verified' then
    raise exception 'a verified refund cannot change' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger keep_verified_refunds before update or delete on refunds
  for each row execute function keep_verified_refunds();
create trigger keep_verified_refund_transactions before update or delete on refund_transactions
  for each row execute function keep_verified_refunds();

-- What the staff writes down about an order.
create table payment_notes (
  id bigint generated always as identity primary key,
  payment_id uuid not null references payments (id),
  at timestamptz not null,
  actor_id uuid references users (id),
  note text not null check (length(note) between 1 and 2000)
);
create index payment_notes_of on payment_notes (payment_id, id);
