-- The statements of a module and their plans, written by npm run sql.

-- src/server/payouts/abandon-plan.ts abandonPlan
update planned_payouts
set closed_at = $1, outcome = $2
where plan_id = $3 and closed_at is null;
--   Update on planned_payouts
--     ->  Index Scan using planned_payouts_open on planned_payouts
--           Filter: ((closed_at IS NULL) AND (plan_id = $3))

-- src/server/payouts/earlier-plans.ts readAbandoned
select p.refund_id, l.from_address, t.nonce, t.inputs, t.tx_hash
from planned_payouts as p
inner join refunds as r on r.id = p.refund_id
inner join payout_plans as l on l.id = p.plan_id
inner join payout_transactions as t on t.plan_id = p.plan_id and t.position = p.position
where l.network = $1 and p.outcome = $2 and r.status = $3
order by l.made_at;
--   Sort
--     Sort Key: l.made_at
--     ->  Nested Loop
--           ->  Nested Loop
--                 Join Filter: (l.id = p.plan_id)
--                 ->  Nested Loop
--                       Join Filter: (l.id = t.plan_id)
--                       ->  Seq Scan on payout_plans l
--                             Filter: (network = $1)
--                       ->  Seq Scan on payout_transactions t
--                 ->  Bitmap Heap Scan on planned_payouts p
--                       Recheck Cond: (plan_id = t.plan_id)
--                       Filter: ((outcome = $2) AND (t."position" = "position"))
--                       ->  Bitmap Index Scan on planned_payouts_pkey
--                             Index Cond: (plan_id = t.plan_id)
--           ->  Index Scan using refunds_pkey on refunds r
--                 Index Cond: (id = p.refund_id)
--                 Filter: (status = $3)

-- src/server/payouts/match-payouts.ts findHashes
update payout_plans
set scanned_height = $1
where id = $2;

-- src/server/payouts/match-payouts.ts findHashes
update payout_transactions
set tx_hash = $1
where plan_id = $2 and nonce = $3;

-- src/server/payouts/match-payouts.ts matchTransaction
update payout_transactions
set looked_at = $1
where plan_id = $2 and position = $3;

-- src/server/payouts/payout-record.ts openNoncesOf
select t.nonce
from payout_transactions as t
inner join payout_plans as l on l.id = t.plan_id
where l.chain = $1 and l.from_address = $2 and l.closed_at is null;

-- src/server/payouts/payout-record.ts readOpenPlan
select *
from payout_plans
where network = $1 and closed_at is null;

-- src/server/payouts/payout-record.ts readTransactions
select t.plan_id, t.position, t.nonce, t.inputs, t.tx_hash, p.refund_id, p.atoms, p.outcome, r.payment_id,
  r.address, r.status
from payout_transactions as t
left join planned_payouts as p on p.plan_id = t.plan_id and p.position = t.position
left join refunds as r on r.id = p.refund_id
where t.plan_id in ($1)
order by t.plan_id, t.position, p.refund_id;
--   Sort
--     Sort Key: t."position", p.refund_id
--     ->  Nested Loop Left Join
--           ->  Hash Right Join
--                 Hash Cond: (p."position" = t."position")
--                 ->  Bitmap Heap Scan on planned_payouts p
--                       Recheck Cond: (plan_id = $1)
--                       ->  Bitmap Index Scan on planned_payouts_pkey
--                             Index Cond: (plan_id = $1)
--                 ->  Hash
--                       ->  Seq Scan on payout_transactions t
--                             Filter: (plan_id = $1)
--           ->  Index Scan using refunds_pkey on refunds r
--                 Index Cond: (id = p.refund_id)

-- src/server/payouts/payout-record.ts readUnsettledPlans
select *
from payout_plans as l
where chain = $1 and made_at > $2 and exists (select p.plan_id from planned_payouts as p inner join refunds as r
  on r.id = p.refund_id where p.plan_id = l.id and r.status = $3 and (p.outcome is null or p.outcome = $4))
order by made_at;
--   Sort
--     Sort Key: l.made_at
--     ->  Nested Loop Semi Join
--           ->  Seq Scan on payout_plans l
--                 Filter: ((made_at > $2) AND (chain = $1))
--           ->  Nested Loop
--                 ->  Bitmap Heap Scan on planned_payouts p
--                       Recheck Cond: (plan_id = l.id)
--                       Filter: ((outcome IS NULL) OR (outcome = $4))
--                       ->  Bitmap Index Scan on planned_payouts_pkey
--                             Index Cond: (plan_id = l.id)
--                 ->  Index Scan using refunds_pkey on refunds r
--                       Index Cond: (id = p.refund_id)
--                       Filter: (status = $3)

-- src/server/payouts/quote-together.ts readRequested
select r.id, r.payment_id, r.address, r.status
from refunds as r
inner join payments as o on o.id = r.payment_id
where r.chain = $1 and r.asset = $2 and r.status in ($3) and o.is_simulated = $4 and not exists (select p.plan_id
  from planned_payouts as p where p.refund_id = r.id and p.closed_at is null)
order by r.payment_id, r.request_no;
--   Sort
--     Sort Key: r.payment_id, r.request_no
--     ->  Nested Loop Anti Join
--           Join Filter: (p.refund_id = r.id)
--           ->  Hash Join
--                 Hash Cond: (o.id = r.payment_id)
--                 ->  Seq Scan on payments o
--                       Filter: (is_simulated = $4)
--                 ->  Hash
--                       ->  Seq Scan on refunds r
--                             Filter: ((chain = $1) AND (asset = $2) AND (status = $3))
--           ->  Materialize
--                 ->  Index Only Scan using planned_payouts_open on planned_payouts p

-- src/server/payouts/store-plan.ts
insert into payout_plans (id, network, chain, asset, from_address, made_at, valid_until, scanned_height, files)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- src/server/payouts/store-plan.ts
insert into payout_transactions (plan_id, position, nonce, inputs, tx_hash)
values ($1, $2, $3, $4, $5);

-- src/server/payouts/store-plan.ts
insert into planned_payouts (plan_id, position, refund_id, atoms)
values ($1, $2, $3, $4);

-- src/server/payouts/store-plan.ts
lock table payout_plans in share row exclusive mode;
