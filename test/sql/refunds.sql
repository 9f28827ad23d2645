-- The statements of a module and their plans, written by npm run sql.

-- src/server/refunds/check-refunds.ts checkRefunds
select *
from refund_transactions
where chain = $1 and status = $2 and (checked_at is null or checked_at <= $3)
order by checked_at asc nulls first
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: checked_at NULLS FIRST
--           ->  Seq Scan on refund_transactions
--                 Filter: (((checked_at IS NULL) OR (checked_at <= $3)) AND (chain = $1) AND (status = $2))

-- src/server/refunds/check-refunds.ts checkTransaction
select refunds.*, payments.usd_rate_e8
from refunds
inner join payments on payments.id = refunds.payment_id
where refunds.id = $1;
--   Nested Loop
--     ->  Index Scan using refunds_for_keys on refunds
--           Index Cond: (id = $1)
--     ->  Index Scan using payments_for_keys on payments
--           Index Cond: (id = refunds.payment_id)

-- src/server/refunds/check-refunds.ts storeAnswers
update refund_transactions
set answers = $1, checked_at = $2, unagreed_since = $3, atoms = $4, block_height = $5, block_hash = $6
where chain = $7 and tx_hash = $8 and refund_id = $9 and status = $10;
--   Update on refund_transactions
--     ->  Index Scan using refund_transactions_pkey on refund_transactions
--           Index Cond: ((chain = $7) AND (tx_hash = $8) AND (refund_id = $9))
--           Filter: (status = $10)

-- src/server/refunds/check-refunds.ts storeAnswers
update refund_transactions
set answers = $1, checked_at = $2, unagreed_since = coalesce(unagreed_since, $3), atoms = $4, block_height = $5,
  block_hash = $6
where chain = $7 and tx_hash = $8 and refund_id = $9 and status = $10;
--   Update on refund_transactions
--     ->  Index Scan using refund_transactions_pkey on refund_transactions
--           Index Cond: ((chain = $7) AND (tx_hash = $8) AND (refund_id = $9))
--           Filter: (status = $10)

-- src/server/refunds/close-refund.ts closeRefund
select *
from refund_transactions
where refund_id = $1;
--   Index Scan using refund_transactions_of on refund_transactions
--     Index Cond: (refund_id = $1)

-- src/server/refunds/close-refund.ts closeRefund
update payments
set refunded_at = $1, awaiting_keys_since = $2, awaiting_release_since = $3
where id = $4;
--   Update on payments
--     ->  Index Scan using payments_for_keys on payments
--           Index Cond: (id = $4)

-- src/server/refunds/close-refund.ts closeRefund
update refunds
set status = $1
where id = $2;
--   Update on refunds
--     ->  Index Scan using refunds_for_keys on refunds
--           Index Cond: (id = $2)

-- src/server/refunds/close-refund.ts finishRefund
update game_keys
set retired_at = coalesce(retired_at, $1)
where refund_id = $2;
--   Update on game_keys
--     ->  Index Scan using keys_of_refund on game_keys
--           Index Cond: (refund_id = $2)

-- src/server/refunds/close-refund.ts finishRefund
update refunds
set status = $1, verified_at = $2
where id = $3;
--   Update on refunds
--     ->  Index Scan using refunds_for_keys on refunds
--           Index Cond: (id = $3)

-- src/server/refunds/close-refund.ts isFullyRefunded
select quantity, status
from refunds
where payment_id = $1 and status <> $2;
--   Index Scan using refunds_of_payment on refunds
--     Index Cond: (payment_id = $1)
--     Filter: (status <> $2)

-- src/server/refunds/close-refund.ts storeVerdict
update refund_transactions
set status = $1, atoms = $2, block_height = $3, block_hash = $4
where chain = $5 and tx_hash = $6 and refund_id = $7 and status = $8;
--   Update on refund_transactions
--     ->  Index Scan using refund_transactions_pkey on refund_transactions
--           Index Cond: ((chain = $5) AND (tx_hash = $6) AND (refund_id = $7))
--           Filter: (status = $8)

-- src/server/refunds/close-refund.ts storeVerdict
update refund_transactions
set status = $1, reason = $2
where chain = $3 and tx_hash = $4 and refund_id = $5 and status = $6;
--   Update on refund_transactions
--     ->  Index Scan using refund_transactions_pkey on refund_transactions
--           Index Cond: ((chain = $3) AND (tx_hash = $4) AND (refund_id = $5))
--           Filter: (status = $6)

-- src/server/refunds/freeze-checks.ts checkRefund
select *
from refunds
where id = $1;
--   Index Scan using refunds_for_keys on refunds
--     Index Cond: (id = $1)

-- src/server/refunds/freeze-checks.ts checkRefund
select payment_address
from payments
where id = $1;
--   Index Scan using payments_for_keys on payments
--     Index Cond: (id = $1)

-- src/server/refunds/freeze-checks.ts checkRefund
update refunds
set freeze_state = $1, freeze_checked_at = $2
where id = $3 and status not in ($4);
--   Update on refunds
--     ->  Index Scan using refunds_for_keys on refunds
--           Index Cond: (id = $3)
--           Filter: (status <> $4)

-- src/server/refunds/freeze-checks.ts dueAddresses
select t.chain, t.asset, t.address, t.payment_id
from (select chain, asset, address, payment_id, max(seen_at) as seen_at from transfers where lost_at is null and
  block_height is not null and payment_id is not null group by chain, asset, address, payment_id) t
left join freeze_checks f on f.chain = t.chain and f.asset = t.asset and f.address = t.address
where f.checked_at is null or f.checked_at < t.seen_at or ((f.atoms is null or f.is_frozen is null) and
  f.checked_at < $1::timestamptz) or (f.atoms > 0 and f.checked_at < $2::timestamptz)
order by f.checked_at nulls first, t.seen_at;
--   Sort
--     Sort Key: f.checked_at NULLS FIRST, (max(transfers.seen_at))
--     ->  Hash Left Join
--           Hash Cond: ((transfers.chain = f.chain) AND (transfers.asset = f.asset) AND (transfers.address = f.address))
--           Filter: ((f.checked_at IS NULL) OR (f.checked_at < (max(transfers.seen_at))) OR (((f.atoms IS NULL) OR (f.is_frozen IS NULL)) AND (f.checked_at < $1)) OR ((f.atoms > '0'::numeric) AND (f.checked_at < $2)))
--           ->  HashAggregate
--                 Group Key: transfers.chain, transfers.asset, transfers.address, transfers.payment_id
--                 ->  Seq Scan on transfers
--                       Filter: ((lost_at IS NULL) AND (block_height IS NOT NULL))
--           ->  Hash
--                 ->  Seq Scan on freeze_checks f

-- src/server/refunds/freeze-checks.ts storeOwn
insert into freeze_checks (chain, asset, address, payment_id, is_frozen, checked_at)
values ($1, $2, $3, $4, $5, $6)
on conflict (chain, asset, address) do update
set payment_id = $7, is_frozen = $8, checked_at = $9;

-- src/server/refunds/freeze-checks.ts storeOwn
insert into freeze_checks (chain, asset, address, payment_id, is_frozen, checked_at, atoms)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (chain, asset, address) do update
set payment_id = $8, is_frozen = $9, checked_at = $10, atoms = $11;

-- src/server/refunds/planned-payout.ts closePayouts
update planned_payouts
set closed_at = $1, outcome = $2
where refund_id = $3 and plan_id <> $4 and closed_at is null;
--   Update on planned_payouts
--     ->  Index Scan using planned_payouts_open on planned_payouts
--           Index Cond: (refund_id = $3)
--           Filter: ((closed_at IS NULL) AND (plan_id <> $4))

-- src/server/refunds/planned-payout.ts closePayouts
update planned_payouts
set closed_at = $1, outcome = $2
where refund_id = $3 and plan_id = $4;
--   Update on planned_payouts
--     ->  Index Scan using planned_payouts_refund on planned_payouts
--           Index Cond: (refund_id = $3)
--           Filter: (plan_id = $4)

-- src/server/refunds/planned-payout.ts closePlans
update payout_plans as l
set closed_at = $1, files = $2
where closed_at is null and not exists (select p.plan_id from planned_payouts as p where p.plan_id = l.id and
  p.closed_at is null);
--   Update on payout_plans l
--     ->  Nested Loop Anti Join
--           Join Filter: (p.plan_id = l.id)
--           ->  Seq Scan on payout_plans l
--                 Filter: (closed_at IS NULL)
--           ->  Index Scan using planned_payouts_open on planned_payouts p
--                 Filter: (closed_at IS NULL)

-- src/server/refunds/planned-payout.ts isPlannedHash
select t.plan_id
from payout_transactions as t
inner join payout_plans as l on l.id = t.plan_id
where l.chain = $1 and t.tx_hash = $2;

-- src/server/refunds/planned-payout.ts openPayoutOf
select p.plan_id as "planId", t.tx_hash as "txHash"
from planned_payouts as p
inner join payout_transactions as t on t.plan_id = p.plan_id and t.position = p.position
where p.refund_id = $1 and p.closed_at is null;
--   Nested Loop
--     Join Filter: ((t.plan_id = p.plan_id) AND (t."position" = p."position"))
--     ->  Index Scan using planned_payouts_open on planned_payouts p
--           Index Cond: (refund_id = $1)
--     ->  Seq Scan on payout_transactions t

-- src/server/refunds/planned-payout.ts plannedBeside
select coalesce(sum(p.atoms), 0)::numeric as atoms
from planned_payouts own join planned_payouts p on p.plan_id = own.plan_id and p.position = own.position and
  p.refund_id <> own.refund_id join refunds r on r.id = own.refund_id join refunds o on o.id = p.refund_id and
  o.address = r.address
where own.plan_id = $1 and own.refund_id = $2;
--   Aggregate
--     ->  Nested Loop
--           Join Filter: (r.address = o.address)
--           ->  Nested Loop
--                 ->  Nested Loop
--                       Join Filter: ((p.refund_id <> own.refund_id) AND (own."position" = p."position"))
--                       ->  Index Scan using planned_payouts_refund on planned_payouts own
--                             Index Cond: (refund_id = $2)
--                             Filter: (plan_id = $1)
--                       ->  Bitmap Heap Scan on planned_payouts p
--                             Recheck Cond: (plan_id = $1)
--                             ->  Bitmap Index Scan on planned_payouts_pkey
--                                   Index Cond: (plan_id = $1)
--                 ->  Index Scan using refunds_pkey on refunds o
--                       Index Cond: (id = p.refund_id)
--           ->  Index Scan using refunds_for_keys on refunds r
--                 Index Cond: (id = $2)

-- src/server/refunds/quote-refund.ts hasPayout
select tx_hash
from refund_transactions
where refund_id = $1 and status <> $2;
--   Index Scan using refund_transactions_of on refund_transactions
--     Index Cond: (refund_id = $1)
--     Filter: (status <> $2)

-- src/server/refunds/quote-refund.ts storeQuote
update refunds
set price_cents = $1, rest_atoms = $2, paid_atoms = $3, owed_atoms = $4, quoted_at = $5, rate_e8 = $6,
  rate_sources = $7
where id = $8
returning *;
--   Update on refunds
--     ->  Index Scan using refunds_for_keys on refunds
--           Index Cond: (id = $8)

-- src/server/refunds/record-refund.ts recordRefund
insert into refund_transactions (chain, tx_hash, refund_id, plan_id, recorded_at, recorded_by)
values ($1, $2, $3, $4, $5, $6)
on conflict (chain, tx_hash, refund_id) do update
set status = $7, reason = $8, recorded_at = $9, recorded_by = $10, checked_at = $11;

-- src/server/refunds/record-refund.ts recordRefund
select refund_id, reason, plan_id
from refund_transactions
where chain = $1 and tx_hash = $2;
--   Index Scan using refund_transactions_pkey on refund_transactions
--     Index Cond: ((chain = $1) AND (tx_hash = $2))

-- src/server/refunds/record-refund.ts recordRefund
update refunds
set status = $1
where id = $2
returning *;
--   Update on refunds
--     ->  Index Scan using refunds_for_keys on refunds
--           Index Cond: (id = $2)

-- src/server/refunds/record-refund.ts withdrawRefund
select tx_hash
from refund_transactions
where refund_id = $1 and status <> $2;
--   Index Scan using refund_transactions_of on refund_transactions
--     Index Cond: (refund_id = $1)
--     Filter: (status <> $2)

-- src/server/refunds/record-refund.ts withdrawRefund
update game_keys
set refund_id = $1
where refund_id = $2;
--   Update on game_keys
--     ->  Index Scan using keys_of_refund on game_keys
--           Index Cond: (refund_id = $2)

-- src/server/refunds/record-refund.ts withdrawRefund
update refunds
set status = $1
where id = $2
returning *;
--   Update on refunds
--     ->  Index Scan using refunds_for_keys on refunds
--           Index Cond: (id = $2)

-- src/server/refunds/refund-claim.ts chooseKeys
select id, retired_at, line_no
from game_keys
where payment_id = $1 and refund_id is null and replaced_by is null
order by line_no desc
for update;
--   LockRows
--     ->  Index Scan Backward using keys_line_once on game_keys
--           Index Cond: (payment_id = $1)
--           Filter: ((refund_id IS NULL) AND (replaced_by IS NULL))

-- src/server/refunds/refund-record.ts lockRefund
select *
from refunds
where id = $1
for update;
--   LockRows
--     ->  Index Scan using refunds_for_keys on refunds
--           Index Cond: (id = $1)

-- src/server/refunds/refund-record.ts lockRefund
select payment_id
from refunds
where id = $1;
--   Index Only Scan using refunds_for_keys on refunds
--     Index Cond: (id = $1)

-- src/server/refunds/refund-record.ts readActiveRefunds
select *
from refunds
where payment_id = $1 and status <> $2
order by asked_at, request_no;
--   Sort
--     Sort Key: asked_at, request_no
--     ->  Index Scan using refunds_of_payment on refunds
--           Index Cond: (payment_id = $1)
--           Filter: (status <> $2)

-- src/server/refunds/report-payout.ts reportPayouts
select t.unagreed_since, t.chain, t.tx_hash
from refund_transactions as t
inner join refunds as r on r.id = t.refund_id
where r.payment_id = $1 and t.status = $2;
--   Nested Loop
--     ->  Index Scan using refunds_of_payment on refunds r
--           Index Cond: (payment_id = $1)
--     ->  Index Scan using refund_transactions_of on refund_transactions t
--           Index Cond: (refund_id = r.id)
--           Filter: (status = $2)

-- src/server/refunds/request-refund.ts claimCopies
update game_keys
set refund_id = $1
where id in ($2);
--   Update on game_keys
--     ->  Index Scan using game_keys_pkey on game_keys
--           Index Cond: (id = $2)

-- src/server/refunds/request-refund.ts insertRefund
insert into refunds (payment_id, asked_at, asked_by, asked_actor_id, reason, address, chain, asset, quantity,
  price_cents, rest_atoms, owed_atoms, quoted_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
returning *;

-- src/server/refunds/request-refund.ts insertRefund
insert into refunds (payment_id, asked_at, asked_by, asked_actor_id, reason, address, quantity, chain, asset,
  price_cents, rest_atoms)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
returning *;
