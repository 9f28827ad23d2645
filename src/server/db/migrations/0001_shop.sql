-- The shop: its stamp, payments, what the chains show, keys, mail, counters.
-- Money is numeric(78,0) in atoms or integer cents. The schema itself refuses what must never happen.

create table installation (
  only_row boolean primary key default true check (only_row),
  profile text not null check (profile in ('demo', 'production')),
  created_at timestamptz not null default now(),
  -- signs challenges; 32 random bytes
  secret bytea not null check (length(secret) = 32)
);

-- Every extended public key this database has derived from, by fingerprint. The next index belongs to the xpub.
create table wallets (
  fingerprint text primary key,
  wallet text not null check (wallet in ('bitcoin', 'evm', 'tron')),
  next_index integer not null default 0 check (next_index >= 0),
  first_used_at timestamptz not null default now()
);

create table payments (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  language text not null check (language in ('en', 'ru', 'zh', 'ar', 'fr', 'de', 'he')),
  user_email text,
  wallet_address text,
  -- opens keys, e-mail and refund on the buyer's page; in the mailed link and the browser's cookie
  order_secret text not null,
  edition text not null check (edition in ('standard', 'supporter')),
  quantity integer not null check (quantity between 1 and 100),
  unit_price_cents integer not null check (unit_price_cents > 0),
  price_usd_cents integer not null generated always as (unit_price_cents * quantity) stored,
  crypto_type text not null check (crypto_type in ('bitcoin', 'ethereum', 'usdt')),
  crypto_network text not null check (crypto_network in ('bitcoin', 'ethereum', 'erc20', 'trc20', 'bep20')),
  constraint payments_rail_is_known check (
    (crypto_type, crypto_network) in
      (('bitcoin', 'bitcoin'), ('ethereum', 'ethereum'), ('usdt', 'erc20'), ('usdt', 'trc20'), ('usdt', 'bep20'))
  ),
  is_simulated boolean not null,
  due_atoms numeric(78, 0) not null check (due_atoms > 0),
  -- dollars for one coin times 10^8, its sources and its time
  rate_e8 numeric(78, 0) not null check (rate_e8 > 0),
  rate_sources text not null,
  rate_at timestamptz not null,
  wallet text not null check (wallet in ('bitcoin', 'evm', 'tron')),
  wallet_fingerprint text not null references wallets (fingerprint),
  derivation_index integer not null check (derivation_index >= 0),
  payment_address text not null,
  constraint payments_address_is_its_own unique (wallet, payment_address),
  constraint payments_index_is_its_own unique (wallet_fingerprint, derivation_index),
  status text not null default 'pending' check (
    status in ('pending', 'partial', 'detected', 'confirmed', 'expired', 'review', 'invalid', 'refunded')
  ),
  flags text[] not null default '{}',
  received_atoms numeric(78, 0) not null default 0 check (received_atoms >= 0),
  blockchain_confirmations integer not null default 0,
  required_confirmations integer not null,
  transaction_hash text,
  confirmed_at timestamptz,
  constraint payments_confirmed_has_time check (status <> 'confirmed' or confirmed_at is not null),
  -- something about it has changed and its status is to be computed again; set with the change, cleared with the status
  needs_settling boolean not null default false,
  -- the head and the finality from which new blocks may move its status; both null: every block may
  ripe_at_head integer,
  ripe_at_final integer,
  -- the head its confirmations were counted at, so that all orders under way are counted on in one statement
  counted_at_head integer,
  -- new blocks alone move it no more: every transfer seen lies below the chain's own finality
  is_final boolean not null default false,
  -- since when nodes that must agree differ; null while they agree
  disagree_since timestamptz,
  attested_at timestamptz,
  delivered_at timestamptz,
  awaiting_keys_since timestamptz,
  -- true once paid for and never false again, so that keys can point at it; set with delivered_at
  is_delivered boolean not null generated always as (delivered_at is not null) stored,
  constraint payments_for_keys unique (id, edition, quantity, is_delivered),
  -- a person's decision on a review: the transfers accepted as payment
  accepted_transfers text[],
  refunded_at timestamptz,
  idempotency_key text,
  request_hash text,
  constraint payments_idempotency unique (idempotency_key),
  -- who ordered, hashed, to bound holds per client
  client_hash text,
  -- personal data of an order never paid is erased after 30 days
  erased_at timestamptz,
  constraint payments_personal check ((erased_at is null) = (user_email is not null))
);
create index payments_open on payments (expires_at) where status in ('pending', 'partial');
create index payments_moving on payments (crypto_network) where not is_final and status not in ('pending', 'expired');
create index payments_unsettled on payments (id) where needs_settling;
create index payments_awaiting on payments (confirmed_at) where awaiting_keys_since is not null and delivered_at is null;
create index payments_undelivered on payments (id) where status = 'confirmed' and delivered_at is null;
create index payments_counted on payments (edition, confirmed_at) where confirmed_at is not null;
create index payments_email on payments (lower(user_email) text_pattern_ops);

-- Requests and records of refunds; an order with one gets no keys any more.
create table refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments (id),
  asked_at timestamptz not null default now(),
  reason text not null default '',
  recorded_at timestamptz,
  tx_hash text
);
create index refunds_of_payment on refunds (payment_id);

-- Money seen on a chain. One row a movement, keyed by what the chain names it by; scanning twice changes nothing.
create table transfers (
  chain text not null check (chain in ('bitcoin', 'ethereum', 'bsc', 'tron')),
  tx_hash text not null,
  -- output or log index; −1 a plain transfer of the chain's coin; balance evidence carries the address instead
  output_index integer not null check (output_index >= -1),
  address text not null,
  evidence text not null check (evidence in ('output', 'balance')),
  payment_id uuid not null references payments (id),
  asset text not null check (asset in ('BTC', 'ETH', 'BNB', 'TRX', 'USDT')),
  atoms numeric(78, 0) not null check (atoms > 0),
  inputs text[] not null default '{}',
  -- first sight by a reader of ours, its mempool included; a replacement inherits it
  seen_at timestamptz not null,
  block_height integer,
  block_hash text,
  block_at timestamptz,
  constraint transfers_block_is_whole check (
    (block_height is null) = (block_hash is null) and (block_height is null) = (block_at is null)
  ),
  -- taken away by the chain: replaced, orphaned, or dropped from the mempool
  lost_at timestamptz,
  lost_as text check (lost_as in ('replaced', 'orphaned', 'dropped')),
  constraint transfers_loss_is_whole check ((lost_at is null) = (lost_as is null)),
  -- what nodes said when they were asked to agree
  attestations jsonb,
  -- the rate late money counts at, dollars for one coin times 10^8; kept so that the decision can be made again
  late_rate_e8 numeric(78, 0) check (late_rate_e8 > 0),
  primary key (chain, tx_hash, output_index, address)
);
create index transfers_of_payment on transfers (payment_id);
create index transfers_by_height on transfers (chain, block_height);
create index transfers_unconfirmed on transfers (chain) where block_height is null and lost_at is null;
create index transfers_of_address on transfers (chain, address, asset);

-- Ether that watched addresses spent, gas included: what a balance must be reconciled with.
create table outflows (
  chain text not null,
  tx_hash text not null,
  address text not null,
  atoms numeric(78, 0) not null check (atoms >= 0),
  block_height integer not null,
  primary key (chain, tx_hash, address)
);
create index outflows_by_height on outflows (chain, block_height);
create index outflows_of_address on outflows (chain, address);

-- Where each chain has been read to; moved by compare-and-set in the transaction that stores what was found.
create table cursors (
  chain text primary key check (chain in ('bitcoin', 'ethereum', 'bsc', 'tron')),
  height integer not null,
  hash text not null,
  block_at timestamptz not null,
  head_height integer not null,
  finalized_height integer not null,
  -- up to when the chain has been watched without a gap
  watched_until timestamptz not null
);
-- Blocks the cursor has passed, to find the fork after a reorganisation.
create table checkpoints (
  chain text not null,
  height integer not null,
  hash text not null,
  block_at timestamptz not null,
  primary key (chain, height)
);

-- Whether each rail can take orders now, as the leader last found it.
create table rail_states (
  network text primary key check (network in ('bitcoin', 'ethereum', 'erc20', 'trc20', 'bep20')),
  reason text check (reason in ('not_configured', 'node_down', 'node_lags', 'node_mismatch', 'no_rate')),
  is_simulated boolean not null,
  checked_at timestamptz not null
);

create table rates (
  coin text not null check (coin in ('BTC', 'ETH', 'USDT')),
  at timestamptz not null,
  rate_e8 numeric(78, 0) not null check (rate_e8 > 0),
  sources text not null,
  primary key (coin, at)
);

create table game_keys (
  id uuid primary key default gen_random_uuid(),
  game_key text not null unique check (game_key ~ '^[A-Z0-9]{2,12}(-[A-Z0-9]{2,12}){1,7}$'),
  game_edition text not null check (game_edition in ('standard', 'supporter')),
  created_at timestamptz not null default now(),
  -- held for an open order (stock mode reserve); a hold ends by its own time unless the order is moving
  held_for uuid references payments (id),
  held_until timestamptz,
  constraint keys_hold_is_whole check ((held_for is null) = (held_until is null)),
  -- handed out: all five or none. The order's own figures stand here so that the foreign key can refuse a wrong hand-out
  payment_id uuid,
  line_no integer,
  quantity integer,
  paid boolean generated always as (case when payment_id is null then null else true end) stored,
  handed_at timestamptz,
  retired_at timestamptz,
  is_used boolean not null generated always as (payment_id is not null) stored,
  constraint keys_hand_out_is_whole check (
    num_nonnulls(payment_id, line_no, quantity, handed_at) in (0, 4)
  ),
  constraint keys_line_within_quantity check (line_no between 1 and quantity),
  constraint keys_line_once unique (payment_id, line_no),
  constraint keys_held_or_used check (held_for is null or payment_id is null),
  constraint keys_of_a_paid_order foreign key (payment_id, game_edition, quantity, paid)
    references payments (id, edition, quantity, is_delivered)
);
create index keys_free on game_keys (game_edition, created_at, id)
  where payment_id is null and held_for is null and retired_at is null;
create index keys_held on game_keys (held_for) where held_for is not null;
create index keys_listed on game_keys (created_at desc, id);

create function keep_handed_keys() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.payment_id is not null then
      raise exception 'key % is handed out and cannot be deleted', old.id using errcode = 'restrict_violation';
    end if;
    if old.held_for is not null and old.held_until > now() then
      raise exception 'key % is held for an order and cannot be deleted', old.id using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if old.payment_id is not null and
    (new.payment_id, new.line_no, new.quantity, new.handed_at, new.game_key, new.game_edition)
      is distinct from (old.payment_id, old.line_no, old.quantity, old.handed_at, old.game_key, old.game_edition) then
    raise exception 'key % is handed out and cannot change', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_handed_keys before update or delete on game_keys
  for each row execute function keep_handed_keys();

create view purchased_keys as
  select k.id as game_key_id, k.payment_id, p.user_email, k.handed_at
  from game_keys k join payments p on p.id = k.payment_id;

-- Mail to send; the row is the truth, the job a nudge. sent_at null: not yet.
create table mails (
  id uuid primary key default gen_random_uuid(),
  -- one mail for one reason: 'keys:<payment>', 'received:<payment>', 'support:<id>'
  dedupe_key text not null unique,
  message_id text not null unique,
  template text not null,
  language text not null,
  recipient text not null,
  reply_to text,
  -- what the template needs; never logged
  facts jsonb not null,
  payment_id uuid references payments (id),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now()
);
create index mails_unsent on mails (next_attempt_at) where sent_at is null;
create index mails_newest on mails (created_at desc);

-- What happened to an order, for its timeline and the audit. Facts hold no key and no e-mail.
create table payment_events (
  id bigint generated always as identity primary key,
  payment_id uuid not null references payments (id),
  at timestamptz not null,
  kind text not null,
  facts jsonb not null default '{}'
);
create index payment_events_of on payment_events (payment_id, id);

create table purchase_counters (
  id text primary key check (id in ('standard', 'supporter')),
  count integer not null default 0 check (count >= 0),
  last_updated timestamptz not null default now()
);

-- Unlogged: a challenge lost with the database's own crash is simply asked again, and each one costs no flush.
create unlogged table captchas (
  id uuid primary key default gen_random_uuid(),
  answer_hash bytea not null,
  expires_at timestamptz not null,
  tries integer not null default 0 check (tries <= 3),
  used_at timestamptz
);
create index captchas_expiry on captchas (expires_at);
-- a solved captcha: worth one created payment
create unlogged table captcha_passes (
  token_hash bytea primary key,
  expires_at timestamptz not null,
  spent_by uuid references payments (id)
);
create index captcha_passes_expiry on captcha_passes (expires_at);
-- proofs of work already taken
create table used_proofs (
  signature text primary key,
  expires_at timestamptz not null
);
create index used_proofs_expiry on used_proofs (expires_at);

-- The simulated chains of the demo, so that they survive a crash as real ones do.
create table sim_blocks (
  chain text not null,
  height integer not null,
  hash text not null,
  parent_hash text not null,
  at timestamptz not null,
  primary key (chain, height)
);
create table sim_transactions (
  chain text not null,
  tx_hash text not null,
  output_index integer not null,
  address text not null,
  asset text not null,
  -- false: another contract's token with the same name
  is_genuine boolean not null default true,
  evidence text not null default 'output',
  atoms numeric(78, 0) not null check (atoms > 0),
  inputs text[] not null default '{}',
  made_at timestamptz not null,
  -- null: in the mempool
  block_height integer,
  primary key (chain, tx_hash, output_index)
);
create index sim_transactions_by_height on sim_transactions (chain, block_height);
