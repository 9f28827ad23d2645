-- The statements of a module and their plans, written by npm run sql.

-- src/server/payments/accept-payment.ts acceptPayment
update payments
set accepted_transfers = $1
where id = $2;
--   Update on payments
--     ->  Index Scan using payments_for_keys on payments
--           Index Cond: (id = $2)

-- src/server/payments/accept-payment.ts hasActiveRefund
select id
from refunds
where payment_id = $1 and status <> $2
limit 50;
--   Limit
--     ->  Index Scan using refunds_of_payment on refunds
--           Index Cond: (payment_id = $1)
--           Filter: (status <> $2)

-- src/server/payments/buyer-notice.ts mailShortNotice
select count(*)::integer as count
from mails
where payment_id = $1 and template = $2;
--   Aggregate
--     ->  Index Scan using mails_by_payment on mails
--           Index Cond: (payment_id = $1)
--           Filter: (template = $2)

-- src/server/payments/create-payment.ts createAdmitted
select exists (select from payments where idempotency_key = $1) as is_repeated, exists (select expires_at from
  captcha_passes where token_hash = $2 and spent_by is null and expires_at > $3) as has_valid_pass;
--   Result
--     InitPlan 1
--       ->  Index Only Scan using payments_idempotency on payments
--             Index Cond: (idempotency_key = $1)
--     InitPlan 2
--       ->  Index Scan using captcha_passes_pkey on captcha_passes
--             Index Cond: (token_hash = $2)
--             Filter: ((spent_by IS NULL) AND (expires_at > $3))

-- src/server/payments/create-payment.ts lookForOrder
select *
from payments
where id = $1;
--   Index Scan using payments_for_keys on payments
--     Index Cond: (id = $1)

-- src/server/payments/deliver-order.ts fillWaitingOrders
select id, edition
from payments
where awaiting_keys_since is not null and delivered_at is null and status = $1 and needs_settling = $2
order by confirmed_at, id;
--   Sort
--     Sort Key: confirmed_at, id
--     ->  Bitmap Heap Scan on payments
--           Recheck Cond: ((awaiting_keys_since IS NOT NULL) AND (delivered_at IS NULL))
--           Filter: ((status = $1) AND (needs_settling = $2))
--           ->  Bitmap Index Scan on payments_awaiting

-- src/server/payments/deliver-order.ts markAwaitingKeys
update payments
set awaiting_keys_since = $1, awaiting_release_since = $2, flags = array_append(array_remove(flags,
  'keys_on_release'), 'awaiting_keys')
where id = $3 and delivered_at is null and awaiting_keys_since is null and status = $4 and needs_settling = $5
returning *;
--   Update on payments
--     ->  Index Scan using payments_for_keys on payments
--           Index Cond: (id = $3)
--           Filter: ((delivered_at IS NULL) AND (awaiting_keys_since IS NULL) AND (status = $4) AND (needs_settling = $5))

-- src/server/payments/deliver-order.ts markAwaitingRelease
update payments
set awaiting_release_since = $1, awaiting_keys_since = $2, flags = array_append(array_remove(flags,
  'awaiting_keys'), 'keys_on_release')
where id = $3 and (delivered_at is null and withdrawn_at is null and status = $4 and needs_settling = $5 and not
  exists (select refunds.id from refunds where refunds.payment_id = payments.id and refunds.status <> $6)) and
  awaiting_release_since is null
returning *;
--   Update on payments
--     ->  Nested Loop Anti Join
--           ->  Index Scan using payments_for_keys on payments
--                 Index Cond: (id = $3)
--                 Filter: ((delivered_at IS NULL) AND (withdrawn_at IS NULL) AND (awaiting_release_since IS NULL) AND (status = $4) AND (needs_settling = $5))
--           ->  Index Scan using refunds_of_payment on refunds
--                 Index Cond: (payment_id = $3)
--                 Filter: (status <> $6)

-- src/server/payments/deliver-order.ts readOlderOrders
select bool_or(awaiting_keys_since is not null) as await_stock, sum(quantity) filter (where
  awaiting_release_since is not null)::bigint as released
from payments
where (awaiting_keys_since is not null or awaiting_release_since is not null) and delivered_at is null and status
  = 'confirmed' and not needs_settling and edition = $1 and id <> $2 and confirmed_at < $3 and not exists (select
  from game_keys where held_for = $4) and not exists (select from refunds r where r.payment_id = payments.id and
  r.status <> 'withdrawn');
--   Aggregate
--     InitPlan 1
--       ->  Index Only Scan using keys_held on game_keys
--             Index Cond: (held_for = $4)
--     ->  Result
--           One-Time Filter: (NOT (InitPlan 1).col1)
--           ->  Hash Right Anti Join
--                 Hash Cond: (r.payment_id = payments.id)
--                 ->  Seq Scan on refunds r
--                       Filter: (status <> 'withdrawn'::text)
--                 ->  Hash
--                       ->  Bitmap Heap Scan on payments
--                             Recheck Cond: (((confirmed_at < $3) AND (awaiting_keys_since IS NOT NULL) AND (delivered_at IS NULL)) OR ((edition = $1) AND (confirmed_at < $3) AND (awaiting_release_since IS NOT NULL) AND (delivered_at IS NULL)))
--                             Filter: ((NOT needs_settling) AND (id <> $2) AND (status = 'confirmed'::text) AND (edition = $1))
--                             ->  BitmapOr
--                                   ->  Bitmap Index Scan on payments_awaiting
--                                         Index Cond: (confirmed_at < $3)
--                                   ->  Bitmap Index Scan on payments_awaiting_release
--                                         Index Cond: ((edition = $1) AND (confirmed_at < $3))

-- src/server/payments/deliver-together.ts editionsWaitedFor
select distinct edition
from payments
where (awaiting_keys_since is not null or awaiting_release_since is not null) and delivered_at is null and
  edition = any($1::text[]);
--   HashAggregate
--     Group Key: edition
--     ->  Bitmap Heap Scan on payments
--           Recheck Cond: (((awaiting_keys_since IS NOT NULL) AND (delivered_at IS NULL)) OR ((edition = ANY ($1)) AND (awaiting_release_since IS NOT NULL) AND (delivered_at IS NULL)))
--           Filter: (edition = ANY ($1))
--           ->  BitmapOr
--                 ->  Bitmap Index Scan on payments_awaiting
--                 ->  Bitmap Index Scan on payments_awaiting_release
--                       Index Cond: (edition = ANY ($1))

-- src/server/payments/deliver-together.ts holdersOf
select held_for as id, count(*)::integer as copies
from game_keys
where held_for = any($1::uuid[]) and retired_at is null
group by held_for;
--   GroupAggregate
--     Group Key: held_for
--     ->  Index Scan using keys_held on game_keys
--           Index Cond: (held_for = ANY ($1))
--           Filter: (retired_at IS NULL)

-- src/server/payments/find-repeated-order.ts findRepeatedOrder
select *
from payments
where idempotency_key = $1;
--   Index Scan using payments_idempotency on payments
--     Index Cond: (idempotency_key = $1)

-- src/server/payments/find-repeated-order.ts findRepeatedOrder
update payments
set idempotency_key = $1, request_hash = $2
where id = $3;
--   Update on payments
--     ->  Index Scan using payments_for_keys on payments
--           Index Cond: (id = $3)

-- src/server/payments/hand-out-keys.ts countAgainstLimit
update payments
set is_on_one_node = $1
where id = any($2::uuid[]);
--   Update on payments
--     ->  Index Scan using payments_pkey on payments
--           Index Cond: (id = ANY ($2))

-- src/server/payments/hand-out-keys.ts markDelivered
update payments
set delivered_at = $1, awaiting_keys_since = $2, awaiting_release_since = $3, flags =
  array_remove(array_remove(flags, 'awaiting_keys'), 'keys_on_release')
where id = any($4::uuid[]) and (delivered_at is null and withdrawn_at is null and status = $5 and needs_settling
  = $6 and not exists (select refunds.id from refunds where refunds.payment_id = payments.id and refunds.status
  <> $7))
returning *;
--   Update on payments
--     ->  Nested Loop Anti Join
--           ->  Index Scan using payments_pkey on payments
--                 Index Cond: (id = ANY ($4))
--                 Filter: ((delivered_at IS NULL) AND (withdrawn_at IS NULL) AND (status = $5) AND (needs_settling = $6))
--           ->  Index Scan using refunds_of_payment on refunds
--                 Index Cond: (payment_id = payments.id)
--                 Filter: (status <> $7)

-- src/server/payments/insert-order.ts insertOrder
with spent as (update captcha_passes set spent_by = $1 where token_hash = $2 and spent_by is null and expires_at
  > $3 returning expires_at) insert into payments (id, created_at, expires_at, language, user_email,
  wallet_address, order_secret_hash, check_code, edition, quantity, unit_price_cents, crypto_type,
  crypto_network, is_simulated, currency, usd_rate_e8, due_atoms, rate_e8, rate_sources, rate_at, wallet,
  wallet_fingerprint, derivation_index, payment_address, required_confirmations, idempotency_key, request_hash,
  made_at_heights, client_hash, network_hash)
values ($4, $5, $6, $7, $8, $9, $10, $11, $12, $13, coalesce((select (changes -> 'prices' ->> $14::text)::integer
  from game_changes order by version desc limit 1), $15::integer), $16, $17, $18, $19, $20, $21, $22, $23, $24,
  $25, $26, $27, $28, $29, $30, $31, (select coalesce(jsonb_object_agg(chain, height), '{}') from cursors), $32,
  $33)
returning *, exists (select from key_secrets s cross join lateral (select from game_keys where sealed_with = s.id
  and game_edition = $34 and payment_id is null and retired_at is null limit 1) k where is_lost) as has_lost,
  exists (table spent) as is_spent;
--   Insert on payments
--     CTE spent
--       ->  Update on captcha_passes
--             ->  Index Scan using captcha_passes_pkey on captcha_passes
--                   Index Cond: (token_hash = $2)
--                   Filter: ((spent_by IS NULL) AND (expires_at > $3))
--     InitPlan 2
--       ->  Limit
--             ->  Sort
--                   Sort Key: game_changes.version DESC
--                   ->  Seq Scan on game_changes
--     InitPlan 3
--       ->  Aggregate
--             ->  Seq Scan on cursors
--     InitPlan 4
--       ->  Nested Loop
--             ->  Seq Scan on key_secrets s
--                   Filter: is_lost
--             ->  Limit
--                   ->  Seq Scan on game_keys
--                         Filter: ((payment_id IS NULL) AND (retired_at IS NULL) AND (sealed_with = s.id) AND (game_edition = $34))
--     InitPlan 5
--       ->  CTE Scan on spent
--     ->  Result

-- src/server/payments/insert-order.ts insertOrder
with spent as (update captcha_passes set spent_by = $1 where token_hash = $2 and spent_by is null and expires_at
  > $3 returning expires_at) insert into payments (id, created_at, expires_at, language, user_email,
  wallet_address, order_secret_hash, check_code, edition, quantity, unit_price_cents, crypto_type,
  crypto_network, is_simulated, currency, usd_rate_e8, due_atoms, rate_e8, rate_sources, rate_at, wallet,
  wallet_fingerprint, derivation_index, payment_address, required_confirmations, idempotency_key, request_hash,
  made_at_heights, client_hash, network_hash)
values ($4, $5, $6, $7, $8, $9, $10, $11, $12, $13, coalesce((select (changes -> 'pricesIn' -> $14::text ->>
  $15::text)::integer from game_changes order by version desc limit 1), $16::integer), $17, $18, $19, $20, $21,
  $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, (select coalesce(jsonb_object_agg(chain, height), '{}')
  from cursors), $33, $34)
returning *, exists (select from key_secrets s cross join lateral (select from game_keys where sealed_with = s.id
  and game_edition = $35 and payment_id is null and retired_at is null limit 1) k where is_lost) as has_lost,
  exists (table spent) as is_spent;
--   Insert on payments
--     CTE spent
--       ->  Update on captcha_passes
--             ->  Index Scan using captcha_passes_pkey on captcha_passes
--                   Index Cond: (token_hash = $2)
--                   Filter: ((spent_by IS NULL) AND (expires_at > $3))
--     InitPlan 2
--       ->  Limit
--             ->  Sort
--                   Sort Key: game_changes.version DESC
--                   ->  Seq Scan on game_changes
--     InitPlan 3
--       ->  Aggregate
--             ->  Seq Scan on cursors
--     InitPlan 4
--       ->  Nested Loop
--             ->  Seq Scan on key_secrets s
--                   Filter: is_lost
--             ->  Limit
--                   ->  Seq Scan on game_keys
--                         Filter: ((payment_id IS NULL) AND (retired_at IS NULL) AND (sealed_with = s.id) AND (game_edition = $35))
--     InitPlan 5
--       ->  CTE Scan on spent
--     ->  Result

-- src/server/payments/insert-order.ts insertOrder
with spent as (update captcha_passes set spent_by = $1 where token_hash = $2 and spent_by is null and expires_at
  > $3 returning expires_at) insert into payments (id, created_at, expires_at, language, user_email,
  wallet_address, order_secret_hash, check_code, edition, quantity, unit_price_cents, crypto_type,
  crypto_network, is_simulated, currency, usd_rate_e8, due_atoms, rate_e8, rate_sources, rate_at, wallet,
  wallet_fingerprint, derivation_index, payment_address, required_confirmations, idempotency_key, request_hash,
  made_at_heights, client_hash, network_hash, discount_code_id, discount_cents, discount_mailbox)
values ($4, $5, $6, $7, $8, $9, $10, $11, $12, $13, coalesce((select (changes -> 'prices' ->> $14::text)::integer
  from game_changes order by version desc limit 1), $15::integer), $16, $17, $18, $19, $20, $21, $22, $23, $24,
  $25, $26, $27, $28, $29, $30, $31, (select coalesce(jsonb_object_agg(chain, height), '{}') from cursors), $32,
  $33, $34, $35, $36)
returning *, exists (select from key_secrets s cross join lateral (select from game_keys where sealed_with = s.id
  and game_edition = $37 and payment_id is null and retired_at is null limit 1) k where is_lost) as has_lost,
  exists (table spent) as is_spent;
--   Insert on payments
--     CTE spent
--       ->  Update on captcha_passes
--             ->  Index Scan using captcha_passes_pkey on captcha_passes
--                   Index Cond: (token_hash = $2)
--                   Filter: ((spent_by IS NULL) AND (expires_at > $3))
--     InitPlan 2
--       ->  Limit
--             ->  Sort
--                   Sort Key: game_changes.version DESC
--                   ->  Seq Scan on game_changes
--     InitPlan 3
--       ->  Aggregate
--             ->  Seq Scan on cursors
--     InitPlan 4
--       ->  Nested Loop
--             ->  Seq Scan on key_secrets s
--                   Filter: is_lost
--             ->  Limit
--                   ->  Seq Scan on game_keys
--                         Filter: ((payment_id IS NULL) AND (retired_at IS NULL) AND (sealed_with = s.id) AND (game_edition = $37))
--     InitPlan 5
--       ->  CTE Scan on spent
--     ->  Result

-- src/server/payments/insert-order.ts insertOrder
with spent as (update captcha_passes set spent_by = $1 where token_hash = $2 and spent_by is null and expires_at
  > $3 returning expires_at) insert into payments (id, created_at, expires_at, language, user_email,
  wallet_address, order_secret_hash, check_code, edition, quantity, unit_price_cents, crypto_type,
  crypto_network, is_simulated, currency, usd_rate_e8, due_atoms, rate_e8, rate_sources, rate_at, wallet,
  wallet_fingerprint, derivation_index, payment_address, required_confirmations, idempotency_key, request_hash,
  made_at_heights, client_hash, network_hash, discount_code_id, discount_cents, discount_mailbox)
values ($4, $5, $6, $7, $8, $9, $10, $11, $12, $13, coalesce((select (changes -> 'pricesIn' -> $14::text ->>
  $15::text)::integer from game_changes order by version desc limit 1), $16::integer), $17, $18, $19, $20, $21,
  $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, (select coalesce(jsonb_object_agg(chain, height), '{}')
  from cursors), $33, $34, $35, $36, $37)
returning *, exists (select from key_secrets s cross join lateral (select from game_keys where sealed_with = s.id
  and game_edition = $38 and payment_id is null and retired_at is null limit 1) k where is_lost) as has_lost,
  exists (table spent) as is_spent;
--   Insert on payments
--     CTE spent
--       ->  Update on captcha_passes
--             ->  Index Scan using captcha_passes_pkey on captcha_passes
--                   Index Cond: (token_hash = $2)
--                   Filter: ((spent_by IS NULL) AND (expires_at > $3))
--     InitPlan 2
--       ->  Limit
--             ->  Sort
--                   Sort Key: game_changes.version DESC
--                   ->  Seq Scan on game_changes
--     InitPlan 3
--       ->  Aggregate
--             ->  Seq Scan on cursors
--     InitPlan 4
--       ->  Nested Loop
--             ->  Seq Scan on key_secrets s
--                   Filter: is_lost
--             ->  Limit
--                   ->  Seq Scan on game_keys
--                         Filter: ((payment_id IS NULL) AND (retired_at IS NULL) AND (sealed_with = s.id) AND (game_edition = $38))
--     InitPlan 5
--       ->  CTE Scan on spent
--     ->  Result

-- src/server/payments/load-evidence.ts lateRateOf
update transfers
set late_rate_e8 = $1
where chain = $2 and tx_hash = $3 and output_index = $4 and address = $5;
--   Update on transfers
--     ->  Index Scan using transfers_of_address on transfers
--           Index Cond: ((chain = $2) AND (address = $5))
--           Filter: ((tx_hash = $3) AND (output_index = $4))

-- src/server/payments/load-evidence.ts readTransfers
select *
from transfers
where payment_id = any($1::uuid[]);
--   Index Scan using transfers_of_payment on transfers
--     Index Cond: (payment_id = ANY ($1))

-- src/server/payments/load-evidence.ts readTransfers
select chain, head_height, finalized_height, watched_until
from cursors;

-- src/server/payments/lock-order.ts lockOrder
select *
from payments
where id = $1
for update;
--   LockRows
--     ->  Index Scan using payments_for_keys on payments
--           Index Cond: (id = $1)

-- src/server/payments/lock-order.ts lockOrders
select *
from payments
where id = any($1::uuid[])
order by id
for update;
--   LockRows
--     ->  Index Scan using payments_pkey on payments
--           Index Cond: (id = ANY ($1))

-- src/server/payments/open-order.ts findPayment
select *
from payments
where id = $1;
--   Index Scan using payments_for_keys on payments
--     Index Cond: (id = $1)

-- src/server/payments/payment-event.ts recordEvents
with recorded as (insert into payment_events (payment_id, at, kind, facts) values ($1, $2, $3, $4) returning id,
  at), newest as (select id, at from recorded order by id desc limit 1)
select id, at, pg_notify($5, 'event:' || id || ':' || floor(extract(epoch from at) * 1000))
from newest;

-- src/server/payments/replace-key.ts
select *
from game_keys
where id = $1
for update;
--   LockRows
--     ->  Index Scan using game_keys_pkey on game_keys
--           Index Cond: (id = $1)

-- src/server/payments/replace-key.ts
update game_keys
set payment_id = $1, line_no = $2, quantity = $3, handed_at = $4, held_for = $5, held_until = $6, refund_id = $7
where id = $8;
--   Update on game_keys
--     ->  Index Scan using game_keys_pkey on game_keys
--           Index Cond: (id = $8)

-- src/server/payments/replace-key.ts
update game_keys
set retired_at = $1, replaced_by = $2, refund_id = $3
where id = $4;
--   Update on game_keys
--     ->  Index Scan using game_keys_pkey on game_keys
--           Index Cond: (id = $4)

-- src/server/payments/replace-key.ts lockFreeKey
select id
from game_keys
where payment_id is null and retired_at is null and game_edition = $1 and (held_for is null or held_until < $2)
  and sealed_with <> all (array(select id from key_secrets where is_lost))
order by created_at, id
limit 1
for update skip locked;
--   Limit
--     InitPlan 1
--       ->  Seq Scan on key_secrets
--             Filter: is_lost
--     ->  LockRows
--           ->  Sort
--                 Sort Key: game_keys.created_at, game_keys.id
--                 ->  Bitmap Heap Scan on game_keys
--                       Recheck Cond: ((game_edition = $1) AND (payment_id IS NULL) AND (retired_at IS NULL))
--                       Filter: (((held_for IS NULL) OR (held_until < $2)) AND (sealed_with <> ALL ((InitPlan 1).col1)))
--                       ->  Bitmap Index Scan on keys_unsold_by_secret
--                             Index Cond: (game_edition = $1)

-- src/server/payments/replace-key.ts lockOrderOf
select payment_id
from game_keys
where id = $1;
--   Index Scan using game_keys_pkey on game_keys
--     Index Cond: (id = $1)

-- src/server/payments/resend-newest-mail.ts newestMail
select *
from mails
where payment_id = $1 and dedupe_key not like $2 and erased_at is null and template not in ($3)
order by created_at desc
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: created_at DESC
--           ->  Index Scan using mails_by_payment on mails
--                 Index Cond: (payment_id = $1)
--                 Filter: ((erased_at IS NULL) AND (dedupe_key !~~ $2) AND (template <> $3))

-- src/server/payments/resend-newest-mail.ts resendNewestMail
select at
from payment_events
where payment_id = $1 and kind = $2
order by id desc;
--   Index Scan Backward using payment_events_of on payment_events
--     Index Cond: (payment_id = $1)
--     Filter: (kind = $2)

-- src/server/payments/settle-due-orders.ts deliverDueOrders
select id
from payments
where status = 'confirmed' and delivered_at is null and awaiting_keys_since is null and awaiting_release_since is
  null and needs_settling = $1;
--   Bitmap Heap Scan on payments
--     Recheck Cond: ((status = 'confirmed'::text) AND (delivered_at IS NULL) AND (awaiting_keys_since IS NULL) AND (awaiting_release_since IS NULL))
--     Filter: (needs_settling = $1)
--     ->  Bitmap Index Scan on payments_to_deliver

-- src/server/payments/settle-due-orders.ts findDueOrders
select *
from payments
where id in (select id from payments where needs_settling and (crypto_network = any($1) or exists (select from
  transfers t where t.payment_id = payments.id and t.chain = $2)) union select p.id from payments p left join
  cursors c on c.chain = $3 where $4 and not is_final and status not in ('pending', 'expired') and crypto_network
  = any($5) and ((ripe_at_head is null and ripe_at_final is null) or ripe_at_head <= c.head_height or
  ripe_at_final <= c.finalized_height) union select id from payments where status in ('pending', 'partial') and
  crypto_network = any((select $6::text[])::text[]) and expires_at > '-infinity' and expires_at < (select
  $7::timestamptz) and (status = 'pending' or expires_at < $8))
order by id;
--   Nested Loop
--     ->  Unique
--           ->  Merge Append
--                 Sort Key: payments_1.id
--                 ->  Index Scan using payments_unsettled on payments payments_1
--                       Filter: ((crypto_network = ANY ($1)) OR EXISTS(SubPlan 1))
--                       SubPlan 1
--                         ->  Index Scan using transfers_of_payment on transfers t
--                               Index Cond: (payment_id = payments_1.id)
--                               Filter: (chain = $2)
--                 ->  Sort
--                       Sort Key: p.id
--                       ->  Result
--                             One-Time Filter: $4
--                             ->  Nested Loop Left Join
--                                   Filter: (((p.ripe_at_head IS NULL) AND (p.ripe_at_final IS NULL)) OR (p.ripe_at_head <= c.head_height) OR (p.ripe_at_final <= c.finalized_height))
--                                   ->  Index Scan using payments_moving on payments p
--                                         Index Cond: (crypto_network = ANY ($5))
--                                   ->  Seq Scan on cursors c
--                                         Filter: (chain = $3)
--                 ->  Sort
--                       Sort Key: payments_2.id
--                       InitPlan 3
--                         ->  Result
--                       InitPlan 4
--                         ->  Result
--                       ->  Index Scan using payments_open on payments payments_2
--                             Index Cond: ((expires_at > '-infinity'::timestamp with time zone) AND (expires_at < (InitPlan 4).col1))
--                             Filter: (((status = 'pending'::text) OR (expires_at < $8)) AND (crypto_network = ANY ((InitPlan 3).col1)))
--     ->  Index Scan using payments_pkey on payments
--           Index Cond: (id = payments_1.id)

-- src/server/payments/settle-due-orders.ts settleDueOrders
with moved as (select p.id, c.head_height from payments p, cursors c where c.chain = $1 and p.crypto_network =
  any($2) and not p.is_final and p.status not in ('pending', 'expired') and p.blockchain_confirmations > 0 and
  p.counted_at_head <> c.head_height for no key update of p skip locked), counted as (update payments p set
  blockchain_confirmations = p.blockchain_confirmations + m.head_height - p.counted_at_head, counted_at_head =
  m.head_height from moved m where p.id = m.id returning p.id)
select pg_notify($3, 'payment:' || id)
from counted;
--   CTE Scan on counted
--     CTE moved
--       ->  LockRows
--             ->  Nested Loop
--                   Join Filter: (p.counted_at_head <> c.head_height)
--                   ->  Index Scan using payments_moving on payments p
--                         Index Cond: (crypto_network = ANY ($2))
--                         Filter: ((NOT is_final) AND (status <> ALL ('{pending,expired}'::text[])) AND (blockchain_confirmations > 0))
--                   ->  Seq Scan on cursors c
--                         Filter: (chain = $1)
--     CTE counted
--       ->  Update on payments p_1
--             ->  Nested Loop
--                   ->  CTE Scan on moved m
--                   ->  Index Scan using payments_for_keys on payments p_1
--                         Index Cond: (id = m.id)

-- src/server/payments/settle-due-orders.ts settleDueOrders
with ripe as (select p.id from payments p, cursors c where c.chain = $1 and p.crypto_network = any($2) and not
  p.is_final and not p.needs_settling and p.status = 'confirmed' and p.delivered_at is not null and
  p.ripe_at_final <= c.finalized_height and not exists (select from transfers t where t.payment_id = p.id and
  t.lost_at is null and (t.chain <> c.chain or t.block_height is null or t.block_height > c.finalized_height))
  for no key update of p skip locked) update payments p
set is_final = true
from ripe
where p.id = ripe.id;
--   Update on payments p
--     CTE ripe
--       ->  LockRows
--             ->  Nested Loop Anti Join
--                   Join Filter: ((t.chain <> c.chain) OR (t.block_height IS NULL) OR (t.block_height > c.finalized_height))
--                   ->  Nested Loop
--                         Join Filter: (p_1.ripe_at_final <= c.finalized_height)
--                         ->  Index Scan using payments_moving on payments p_1
--                               Index Cond: (crypto_network = ANY ($2))
--                               Filter: ((NOT is_final) AND (NOT needs_settling) AND (delivered_at IS NOT NULL) AND (status = 'confirmed'::text))
--                         ->  Seq Scan on cursors c
--                               Filter: (chain = $1)
--                   ->  Index Scan using transfers_of_payment on transfers t
--                         Index Cond: (payment_id = p_1.id)
--                         Filter: (lost_at IS NULL)
--     ->  Nested Loop
--           ->  CTE Scan on ripe
--           ->  Index Scan using payments_for_keys on payments p
--                 Index Cond: (id = ripe.id)

-- src/server/payments/single-node-limit.ts lockSingleNodeLimit
select pg_advisory_xact_lock(hashtextextended('keyhold single node limit', 0));

-- src/server/payments/single-node-limit.ts readCentsOnOneNode
select coalesce(sum(price_usd_cents), 0)::bigint as cents
from payments
where is_on_one_node and delivered_at > $1;
--   Aggregate
--     ->  Index Scan using payments_on_one_node on payments
--           Index Cond: (delivered_at > $1)

-- src/server/payments/single-node-limit.ts reportSingleNodeLimit
select count(*) as orders
from payments
where limited_since is not null;
--   Aggregate
--     ->  Index Scan using payments_held_back on payments
--           Filter: (limited_since IS NOT NULL)

-- src/server/payments/unpaid-orders.ts isShopOver
select count(*)::integer as count
from (select from payments where status = 'pending' and expires_at > $1 limit 50) unpaid;
--   Aggregate
--     ->  Limit
--           ->  Index Scan using payments_open on payments
--                 Index Cond: (expires_at > $1)
--                 Filter: (status = 'pending'::text)

-- src/server/payments/unpaid-orders.ts unpaidReading
select $1::text as who, (count(*) filter (where status = 'pending' and expires_at > $2))::integer as open,
  count(*)::integer as of_day, min(expires_at) filter (where status = 'pending' and expires_at > $3) as
  first_ends_at
from payments
where client_hash = $4 and status in ('pending', 'expired') and created_at > $5
union all
select $6::text as who, (count(*) filter (where status = 'pending' and expires_at > $7))::integer as open,
  count(*)::integer as of_day, min(expires_at) filter (where status = 'pending' and expires_at > $8) as
  first_ends_at
from payments
where network_hash = $9 and status in ('pending', 'expired') and created_at > $10;
--   Append
--     ->  Aggregate
--           ->  Index Scan using payments_unpaid_of_client on payments
--                 Index Cond: ((client_hash = $4) AND (created_at > $5))
--     ->  Aggregate
--           ->  Index Scan using payments_unpaid_of_network on payments payments_1
--                 Index Cond: ((network_hash = $9) AND (created_at > $10))

-- src/server/payments/unpaid-orders.ts unpaidReading
select $1::text as who, (count(*) filter (where status = 'pending' and expires_at > $2))::integer as open,
  count(*)::integer as of_day, min(expires_at) filter (where status = 'pending' and expires_at > $3) as
  first_ends_at
from payments
where client_hash = $4 and status in ('pending', 'expired') and created_at > $5;
--   Aggregate
--     ->  Index Scan using payments_unpaid_of_client on payments
--           Index Cond: ((client_hash = $4) AND (created_at > $5))

-- src/server/payments/write-settled.ts writeSettled
update payments p
set status = v.status, flags = v.flags, received_atoms = v.received_atoms, blockchain_confirmations =
  v.blockchain_confirmations, counted_at_head = v.counted_at_head, ripe_at_head = v.ripe_at_head, ripe_at_final =
  v.ripe_at_final, attested_at = v.attested_at, unagreed_since = v.unagreed_since, limited_since =
  v.limited_since, required_confirmations = v.required_confirmations, transaction_hash = v.transaction_hash,
  confirmed_at = v.confirmed_at, is_final = v.is_final, needs_settling = v.needs_settling
from jsonb_populate_recordset(null::payments, $1::jsonb) v
where p.id = v.id;
--   Update on payments p
--     ->  Nested Loop
--           ->  Function Scan on jsonb_populate_recordset v
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = v.id)
