-- The statements of a module and their plans, written by npm run sql.

-- src/server/chain-watcher/address-check.ts expiringOrders
select id, payment_address
from payments
where status in ('pending', 'partial') and crypto_network = any((select $1::text[])::text[]) and expires_at >
  '-infinity' and expires_at < (select $2::timestamptz);
--   Index Scan using payments_open on payments
--     Index Cond: ((expires_at > '-infinity'::timestamp with time zone) AND (expires_at < (InitPlan 2).col1))
--     Filter: (crypto_network = ANY ((InitPlan 1).col1))
--     InitPlan 1
--       ->  Result
--     InitPlan 2
--       ->  Result

-- src/server/chain-watcher/balance-flows.ts flowsOfAddress
select address, evidence as kind, sum(atoms)::text as atoms
from transfers
where chain = $1 and asset = $2 and address = any(array[$3::text]) and lost_at is null and block_height <= $4
group by address, evidence
union all
select address, 'outflow', sum(atoms)::text
from outflows
where chain = $5 and address = any(array[$6::text]) and block_height <= $7
group by address;
--   Append
--     ->  GroupAggregate
--           Group Key: transfers.address, transfers.evidence
--           ->  Incremental Sort
--                 Sort Key: transfers.address, transfers.evidence
--                 Presorted Key: transfers.address
--                 ->  Index Scan using transfers_of_address on transfers
--                       Index Cond: ((chain = $1) AND (address = ANY (ARRAY[$3])) AND (asset = $2))
--                       Filter: ((lost_at IS NULL) AND (block_height <= $4))
--     ->  GroupAggregate
--           Group Key: outflows.address
--           ->  Index Scan using outflows_of_address on outflows
--                 Index Cond: ((chain = $5) AND (address = ANY (ARRAY[$6])))
--                 Filter: (block_height <= $7)

-- src/server/chain-watcher/balance-pages.ts readPage
with page as materialized (select payment_address as address, status from payments where wallet = (select
  $1::text) and (created_at, id) > (select created_at, id from payments where wallet = $2 and payment_address =
  $3) and (not is_final or status <> 'confirmed') and (status not in ('pending', 'expired') or expires_at >
  (select $4::timestamptz)) order by created_at, id limit 2000)
select string_agg(address, ',') as addresses, max(status) as status, (select jsonb_agg(f) from (select address,
  evidence as kind, sum(atoms)::text as atoms from transfers where chain = $5 and asset = $6 and address =
  any((select array_agg(address) from page)::text[]) and lost_at is null and block_height <= $7 group by address,
  evidence union all select address, 'outflow', sum(atoms)::text from outflows where chain = $8 and address =
  any((select array_agg(address) from page)::text[]) and block_height <= $9 group by address) f) as flows
from page;
--   Aggregate
--     CTE page
--       ->  Limit
--             InitPlan 1
--               ->  Result
--             InitPlan 2
--               ->  Index Scan using payments_address_is_its_own on payments
--                     Index Cond: ((wallet = $2) AND (payment_address = $3))
--             InitPlan 3
--               ->  Result
--             ->  Sort
--                   Sort Key: payments_1.created_at, payments_1.id
--                   ->  Bitmap Heap Scan on payments payments_1
--                         Recheck Cond: (ROW(created_at, id) > ROW((InitPlan 2).col1, (InitPlan 2).col2))
--                         Filter: (((NOT is_final) OR (status <> 'confirmed'::text)) AND (wallet = (InitPlan 1).col1) AND ((status <> ALL ('{pending,expired}'::text[])) OR (expires_at > (InitPlan 3).col1)))
--                         ->  Bitmap Index Scan on payments_listed_by_network
--                               Index Cond: (ROW(created_at, id) > ROW((InitPlan 2).col1, (InitPlan 2).col2))
--     InitPlan 7
--       ->  Aggregate
--             ->  Append
--                   ->  Subquery Scan on "*SELECT* 1"
--                         ->  GroupAggregate
--                               Group Key: transfers.address, transfers.evidence
--                               InitPlan 5
--                                 ->  Aggregate
--                                       ->  CTE Scan on page page_1
--                               ->  Incremental Sort
--                                     Sort Key: transfers.address, transfers.evidence
--                                     Presorted Key: transfers.address
--                                     ->  Index Scan using transfers_of_address on transfers
--                                           Index Cond: ((chain = $5) AND (address = ANY ((InitPlan 5).col1)) AND (asset = $6))
--                                           Filter: ((lost_at IS NULL) AND (block_height <= $7))
--                   ->  Subquery Scan on "*SELECT* 2"
--                         ->  GroupAggregate
--                               Group Key: outflows.address
--                               InitPlan 6
--                                 ->  Aggregate
--                                       ->  CTE Scan on page page_2
--                               ->  Index Scan using outflows_of_address on outflows
--                                     Index Cond: ((chain = $8) AND (address = ANY ((InitPlan 6).col1)))
--                                     Filter: (block_height <= $9)
--     ->  CTE Scan on page

-- src/server/chain-watcher/balance-pages.ts readPage
with page as materialized (select payment_address as address, status from payments where wallet = (select
  $1::text) and created_at > $2 and (not is_final or status <> 'confirmed') and (status not in ('pending',
  'expired') or expires_at > (select $3::timestamptz)) order by created_at, id limit 2000)
select string_agg(address, ',') as addresses, max(status) as status, (select jsonb_agg(f) from (select address,
  evidence as kind, sum(atoms)::text as atoms from transfers where chain = $4 and asset = $5 and address =
  any((select array_agg(address) from page)::text[]) and lost_at is null and block_height <= $6 group by address,
  evidence union all select address, 'outflow', sum(atoms)::text from outflows where chain = $7 and address =
  any((select array_agg(address) from page)::text[]) and block_height <= $8 group by address) f) as flows
from page;
--   Aggregate
--     CTE page
--       ->  Limit
--             InitPlan 1
--               ->  Result
--             InitPlan 2
--               ->  Result
--             ->  Sort
--                   Sort Key: payments.created_at, payments.id
--                   ->  Seq Scan on payments
--                         Filter: ((created_at > $2) AND ((NOT is_final) OR (status <> 'confirmed'::text)) AND (wallet = (InitPlan 1).col1) AND ((status <> ALL ('{pending,expired}'::text[])) OR (expires_at > (InitPlan 2).col1)))
--     InitPlan 6
--       ->  Aggregate
--             ->  Append
--                   ->  Subquery Scan on "*SELECT* 1"
--                         ->  GroupAggregate
--                               Group Key: transfers.address, transfers.evidence
--                               InitPlan 4
--                                 ->  Aggregate
--                                       ->  CTE Scan on page page_1
--                               ->  Incremental Sort
--                                     Sort Key: transfers.address, transfers.evidence
--                                     Presorted Key: transfers.address
--                                     ->  Index Scan using transfers_of_address on transfers
--                                           Index Cond: ((chain = $4) AND (address = ANY ((InitPlan 4).col1)) AND (asset = $5))
--                                           Filter: ((lost_at IS NULL) AND (block_height <= $6))
--                   ->  Subquery Scan on "*SELECT* 2"
--                         ->  GroupAggregate
--                               Group Key: outflows.address
--                               InitPlan 5
--                                 ->  Aggregate
--                                       ->  CTE Scan on page page_2
--                               ->  Index Scan using outflows_of_address on outflows
--                                     Index Cond: ((chain = $7) AND (address = ANY ((InitPlan 5).col1)))
--                                     Filter: (block_height <= $8)
--     ->  CTE Scan on page

-- src/server/chain-watcher/balance-pages.ts readPage
with page as materialized (select payment_address as address, status from payments where wallet = (select
  $1::text) and crypto_network in ('ethereum') and status in ('detected', 'partial', 'pending', 'review') order
  by status, created_at, id limit 2000)
select string_agg(address, ',') as addresses, max(status) as status, (select jsonb_agg(f) from (select address,
  evidence as kind, sum(atoms)::text as atoms from transfers where chain = $2 and asset = $3 and address =
  any((select array_agg(address) from page)::text[]) and lost_at is null and block_height <= $4 group by address,
  evidence union all select address, 'outflow', sum(atoms)::text from outflows where chain = $5 and address =
  any((select array_agg(address) from page)::text[]) and block_height <= $6 group by address) f) as flows
from page;
--   Aggregate
--     CTE page
--       ->  Limit
--             InitPlan 1
--               ->  Result
--             ->  Sort
--                   Sort Key: payments.status, payments.created_at, payments.id
--                   ->  Index Scan using payments_listed_by_network on payments
--                         Index Cond: (crypto_network = 'ethereum'::text)
--                         Filter: ((wallet = (InitPlan 1).col1) AND (status = ANY ('{detected,partial,pending,review}'::text[])))
--     InitPlan 5
--       ->  Aggregate
--             ->  Append
--                   ->  Subquery Scan on "*SELECT* 1"
--                         ->  GroupAggregate
--                               Group Key: transfers.address, transfers.evidence
--                               InitPlan 3
--                                 ->  Aggregate
--                                       ->  CTE Scan on page page_1
--                               ->  Incremental Sort
--                                     Sort Key: transfers.address, transfers.evidence
--                                     Presorted Key: transfers.address
--                                     ->  Index Scan using transfers_of_address on transfers
--                                           Index Cond: ((chain = $2) AND (address = ANY ((InitPlan 3).col1)) AND (asset = $3))
--                                           Filter: ((lost_at IS NULL) AND (block_height <= $4))
--                   ->  Subquery Scan on "*SELECT* 2"
--                         ->  GroupAggregate
--                               Group Key: outflows.address
--                               InitPlan 4
--                                 ->  Aggregate
--                                       ->  CTE Scan on page page_2
--                               ->  Index Scan using outflows_of_address on outflows
--                                     Index Cond: ((chain = $5) AND (address = ANY ((InitPlan 4).col1)))
--                                     Filter: (block_height <= $6)
--     ->  CTE Scan on page

-- src/server/chain-watcher/balance-pages.ts readPage
with page as materialized (select payment_address as address, status from payments where wallet = (select
  $1::text) and crypto_network in ('ethereum') and status in ('partial') and (created_at, id) > (select
  created_at, id from payments where wallet = $2 and payment_address = $3) order by status, created_at, id limit
  2000)
select string_agg(address, ',') as addresses, max(status) as status, (select jsonb_agg(f) from (select address,
  evidence as kind, sum(atoms)::text as atoms from transfers where chain = $4 and asset = $5 and address =
  any((select array_agg(address) from page)::text[]) and lost_at is null and block_height <= $6 group by address,
  evidence union all select address, 'outflow', sum(atoms)::text from outflows where chain = $7 and address =
  any((select array_agg(address) from page)::text[]) and block_height <= $8 group by address) f) as flows
from page;
--   Aggregate
--     CTE page
--       ->  Limit
--             InitPlan 1
--               ->  Result
--             InitPlan 2
--               ->  Index Scan using payments_address_is_its_own on payments
--                     Index Cond: ((wallet = $2) AND (payment_address = $3))
--             ->  Index Scan Backward using payments_listed_by_network on payments payments_1
--                   Index Cond: ((crypto_network = 'ethereum'::text) AND (ROW(created_at, id) > ROW((InitPlan 2).col1, (InitPlan 2).col2)))
--                   Filter: ((wallet = (InitPlan 1).col1) AND (status = 'partial'::text))
--     InitPlan 6
--       ->  Aggregate
--             ->  Append
--                   ->  Subquery Scan on "*SELECT* 1"
--                         ->  GroupAggregate
--                               Group Key: transfers.address, transfers.evidence
--                               InitPlan 4
--                                 ->  Aggregate
--                                       ->  CTE Scan on page page_1
--                               ->  Incremental Sort
--                                     Sort Key: transfers.address, transfers.evidence
--                                     Presorted Key: transfers.address
--                                     ->  Index Scan using transfers_of_address on transfers
--                                           Index Cond: ((chain = $4) AND (address = ANY ((InitPlan 4).col1)) AND (asset = $5))
--                                           Filter: ((lost_at IS NULL) AND (block_height <= $6))
--                   ->  Subquery Scan on "*SELECT* 2"
--                         ->  GroupAggregate
--                               Group Key: outflows.address
--                               InitPlan 5
--                                 ->  Aggregate
--                                       ->  CTE Scan on page page_2
--                               ->  Index Scan using outflows_of_address on outflows
--                                     Index Cond: ((chain = $7) AND (address = ANY ((InitPlan 5).col1)))
--                                     Filter: (block_height <= $8)
--     ->  CTE Scan on page

-- src/server/chain-watcher/balance-pages.ts readPage
with page as materialized (select payment_address as address, status from payments where wallet = (select
  $1::text) and crypto_network in ('ethereum') and status in ('pending') and (created_at, id) > (select
  created_at, id from payments where wallet = $2 and payment_address = $3) order by status, created_at, id limit
  2000)
select string_agg(address, ',') as addresses, max(status) as status, (select jsonb_agg(f) from (select address,
  evidence as kind, sum(atoms)::text as atoms from transfers where chain = $4 and asset = $5 and address =
  any((select array_agg(address) from page)::text[]) and lost_at is null and block_height <= $6 group by address,
  evidence union all select address, 'outflow', sum(atoms)::text from outflows where chain = $7 and address =
  any((select array_agg(address) from page)::text[]) and block_height <= $8 group by address) f) as flows
from page;
--   Aggregate
--     CTE page
--       ->  Limit
--             InitPlan 1
--               ->  Result
--             InitPlan 2
--               ->  Index Scan using payments_address_is_its_own on payments
--                     Index Cond: ((wallet = $2) AND (payment_address = $3))
--             ->  Index Scan Backward using payments_listed_by_network on payments payments_1
--                   Index Cond: ((crypto_network = 'ethereum'::text) AND (ROW(created_at, id) > ROW((InitPlan 2).col1, (InitPlan 2).col2)))
--                   Filter: ((wallet = (InitPlan 1).col1) AND (status = 'pending'::text))
--     InitPlan 6
--       ->  Aggregate
--             ->  Append
--                   ->  Subquery Scan on "*SELECT* 1"
--                         ->  GroupAggregate
--                               Group Key: transfers.address, transfers.evidence
--                               InitPlan 4
--                                 ->  Aggregate
--                                       ->  CTE Scan on page page_1
--                               ->  Incremental Sort
--                                     Sort Key: transfers.address, transfers.evidence
--                                     Presorted Key: transfers.address
--                                     ->  Index Scan using transfers_of_address on transfers
--                                           Index Cond: ((chain = $4) AND (address = ANY ((InitPlan 4).col1)) AND (asset = $5))
--                                           Filter: ((lost_at IS NULL) AND (block_height <= $6))
--                   ->  Subquery Scan on "*SELECT* 2"
--                         ->  GroupAggregate
--                               Group Key: outflows.address
--                               InitPlan 5
--                                 ->  Aggregate
--                                       ->  CTE Scan on page page_2
--                               ->  Index Scan using outflows_of_address on outflows
--                                     Index Cond: ((chain = $7) AND (address = ANY ((InitPlan 5).col1)))
--                                     Filter: (block_height <= $8)
--     ->  CTE Scan on page

-- src/server/chain-watcher/balance-pages.ts readPage
with page as materialized (select payment_address as address, status from payments where wallet = (select
  $1::text) and crypto_network in ('ethereum') and status in ('pending', 'review') order by status, created_at,
  id limit 2000)
select string_agg(address, ',') as addresses, max(status) as status, (select jsonb_agg(f) from (select address,
  evidence as kind, sum(atoms)::text as atoms from transfers where chain = $2 and asset = $3 and address =
  any((select array_agg(address) from page)::text[]) and lost_at is null and block_height <= $4 group by address,
  evidence union all select address, 'outflow', sum(atoms)::text from outflows where chain = $5 and address =
  any((select array_agg(address) from page)::text[]) and block_height <= $6 group by address) f) as flows
from page;
--   Aggregate
--     CTE page
--       ->  Limit
--             InitPlan 1
--               ->  Result
--             ->  Sort
--                   Sort Key: payments.status, payments.created_at, payments.id
--                   ->  Index Scan using payments_listed_by_network on payments
--                         Index Cond: (crypto_network = 'ethereum'::text)
--                         Filter: ((status = ANY ('{pending,review}'::text[])) AND (wallet = (InitPlan 1).col1))
--     InitPlan 5
--       ->  Aggregate
--             ->  Append
--                   ->  Subquery Scan on "*SELECT* 1"
--                         ->  GroupAggregate
--                               Group Key: transfers.address, transfers.evidence
--                               InitPlan 3
--                                 ->  Aggregate
--                                       ->  CTE Scan on page page_1
--                               ->  Incremental Sort
--                                     Sort Key: transfers.address, transfers.evidence
--                                     Presorted Key: transfers.address
--                                     ->  Index Scan using transfers_of_address on transfers
--                                           Index Cond: ((chain = $2) AND (address = ANY ((InitPlan 3).col1)) AND (asset = $3))
--                                           Filter: ((lost_at IS NULL) AND (block_height <= $4))
--                   ->  Subquery Scan on "*SELECT* 2"
--                         ->  GroupAggregate
--                               Group Key: outflows.address
--                               InitPlan 4
--                                 ->  Aggregate
--                                       ->  CTE Scan on page page_2
--                               ->  Index Scan using outflows_of_address on outflows
--                                     Index Cond: ((chain = $5) AND (address = ANY ((InitPlan 4).col1)))
--                                     Filter: (block_height <= $6)
--     ->  CTE Scan on page

-- src/server/chain-watcher/balance-pages.ts readPage
with page as materialized (select payment_address as address, status from payments where wallet = (select
  $1::text) and crypto_network in ('ethereum') and status in ('review') order by status, created_at, id limit
  2000)
select string_agg(address, ',') as addresses, max(status) as status, (select jsonb_agg(f) from (select address,
  evidence as kind, sum(atoms)::text as atoms from transfers where chain = $2 and asset = $3 and address =
  any((select array_agg(address) from page)::text[]) and lost_at is null and block_height <= $4 group by address,
  evidence union all select address, 'outflow', sum(atoms)::text from outflows where chain = $5 and address =
  any((select array_agg(address) from page)::text[]) and block_height <= $6 group by address) f) as flows
from page;
--   Aggregate
--     CTE page
--       ->  Limit
--             InitPlan 1
--               ->  Result
--             ->  Index Scan Backward using payments_listed_by_network on payments
--                   Index Cond: (crypto_network = 'ethereum'::text)
--                   Filter: ((wallet = (InitPlan 1).col1) AND (status = 'review'::text))
--     InitPlan 5
--       ->  Aggregate
--             ->  Append
--                   ->  Subquery Scan on "*SELECT* 1"
--                         ->  GroupAggregate
--                               Group Key: transfers.address, transfers.evidence
--                               InitPlan 3
--                                 ->  Aggregate
--                                       ->  CTE Scan on page page_1
--                               ->  Incremental Sort
--                                     Sort Key: transfers.address, transfers.evidence
--                                     Presorted Key: transfers.address
--                                     ->  Index Scan using transfers_of_address on transfers
--                                           Index Cond: ((chain = $2) AND (address = ANY ((InitPlan 3).col1)) AND (asset = $3))
--                                           Filter: ((lost_at IS NULL) AND (block_height <= $4))
--                   ->  Subquery Scan on "*SELECT* 2"
--                         ->  GroupAggregate
--                               Group Key: outflows.address
--                               InitPlan 4
--                                 ->  Aggregate
--                                       ->  CTE Scan on page page_2
--                               ->  Index Scan using outflows_of_address on outflows
--                                     Index Cond: ((chain = $5) AND (address = ANY ((InitPlan 4).col1)))
--                                     Filter: (block_height <= $6)
--     ->  CTE Scan on page

-- src/server/chain-watcher/balance-pages.ts readPage
with page as materialized (select payment_address as address, status from payments where wallet = (select
  $1::text) and payment_address > $2 order by payment_address limit 2000)
select string_agg(address, ',') as addresses, max(status) as status, (select jsonb_agg(f) from (select address,
  evidence as kind, sum(atoms)::text as atoms from transfers where chain = $3 and asset = $4 and address =
  any((select array_agg(address) from page)::text[]) and lost_at is null and block_height <= $5 group by address,
  evidence union all select address, 'outflow', sum(atoms)::text from outflows where chain = $6 and address =
  any((select array_agg(address) from page)::text[]) and block_height <= $7 group by address) f) as flows
from page;
--   Aggregate
--     CTE page
--       ->  Limit
--             InitPlan 1
--               ->  Result
--             ->  Index Scan using payments_address_is_its_own on payments
--                   Index Cond: ((wallet = (InitPlan 1).col1) AND (payment_address > $2))
--     InitPlan 5
--       ->  Aggregate
--             ->  Append
--                   ->  Subquery Scan on "*SELECT* 1"
--                         ->  GroupAggregate
--                               Group Key: transfers.address, transfers.evidence
--                               InitPlan 3
--                                 ->  Aggregate
--                                       ->  CTE Scan on page page_1
--                               ->  Incremental Sort
--                                     Sort Key: transfers.address, transfers.evidence
--                                     Presorted Key: transfers.address
--                                     ->  Index Scan using transfers_of_address on transfers
--                                           Index Cond: ((chain = $3) AND (address = ANY ((InitPlan 3).col1)) AND (asset = $4))
--                                           Filter: ((lost_at IS NULL) AND (block_height <= $5))
--                   ->  Subquery Scan on "*SELECT* 2"
--                         ->  GroupAggregate
--                               Group Key: outflows.address
--                               InitPlan 4
--                                 ->  Aggregate
--                                       ->  CTE Scan on page page_2
--                               ->  Index Scan using outflows_of_address on outflows
--                                     Index Cond: ((chain = $6) AND (address = ANY ((InitPlan 4).col1)))
--                                     Filter: (block_height <= $7)
--     ->  CTE Scan on page

-- src/server/chain-watcher/chain-states.ts readChainNotes
select s.chain, s.refused_read, s.catch_up_from, s.catch_up_to, c.height
from chain_states s join cursors c on c.chain = s.chain
where s.refused_read is not null or s.catch_up_from is not null;

-- src/server/chain-watcher/chain-states.ts recordCatchUp
insert into chain_states (chain, catch_up_from, catch_up_to)
values ($1, $2, $3)
on conflict (chain) do update
set catch_up_from = excluded.catch_up_from, catch_up_to = excluded.catch_up_to;

-- src/server/chain-watcher/chain-states.ts recordRefusedReads
insert into chain_states (chain, refused_read, refused_since)
values ($1, $2, $3::timestamptz)
on conflict (chain) do update
set refused_read = excluded.refused_read, refused_since = case when excluded.refused_read is null then null else
  coalesce(chain_states.refused_since, excluded.refused_since) end;

-- src/server/chain-watcher/claim-payment.ts areKnown
select block_hash
from transfers
where chain = $1 and tx_hash = $2 and output_index = $3 and address = $4 and lost_at is null;
--   Index Scan using transfers_of_address on transfers
--     Index Cond: ((chain = $1) AND (address = $4))
--     Filter: ((lost_at IS NULL) AND (tx_hash = $2) AND (output_index = $3))

-- src/server/chain-watcher/collect-attestations.ts storeAnswers
update payments
set disagree_since = $1, needs_settling = $2
where id = $3;
--   Update on payments
--     ->  Index Scan using payments_for_keys on payments
--           Index Cond: (id = $3)

-- src/server/chain-watcher/collect-attestations.ts storeAnswers
update payments
set disagree_since = coalesce(disagree_since, $1), needs_settling = $2
where id = $3;
--   Update on payments
--     ->  Index Scan using payments_for_keys on payments
--           Index Cond: (id = $3)

-- src/server/chain-watcher/collect-attestations.ts storeAnswers
update transfers
set attestations = $1
where chain = $2 and tx_hash = $3 and output_index = $4 and address = $5 and block_hash = $6;
--   Update on transfers
--     ->  Index Scan using transfers_of_address on transfers
--           Index Cond: ((chain = $2) AND (address = $5))
--           Filter: ((tx_hash = $3) AND (output_index = $4) AND (block_hash = $6))

-- src/server/chain-watcher/collect-attestations.ts unprovedTransfers
with open_orders as (select id from payments where needs_settling union select id from payments where not
  is_final and status not in ('pending', 'expired') and crypto_network = any($1) union select id from payments
  where limited_since is not null or unagreed_since is not null)
select *
from (select t.tx_hash, t.output_index, t.address, t.evidence, t.asset, t.atoms, t.outputs, t.inputs,
  t.attestations, t.block_height, t.block_hash, t.block_at, t.payment_id, p.disagree_since, row_number() over
  (partition by t.payment_id order by (select count(*) from jsonb_array_elements(t.attestations) a where a ->>
  'says' = 'agrees') > 1, t.atoms desc) as by_size, t.seen_at from open_orders o join payments p on p.id = o.id
  join transfers t on t.payment_id = p.id join unnest($2::text[], $3::text[]) as rail (network, asset) on
  rail.network = p.crypto_network and rail.asset = t.asset where p.delivered_at is null and p.status <>
  'refunded' and t.chain = $4 and t.lost_at is null and t.block_height is not null) ours
where by_size <= $5
order by attestations is not null, seen_at, tx_hash, output_index;
--   Sort
--     Sort Key: ((ours.attestations IS NOT NULL)), ours.seen_at, ours.tx_hash, ours.output_index
--     ->  Subquery Scan on ours
--           ->  WindowAgg
--                 Window: w1 AS (PARTITION BY t.payment_id ORDER BY (((SubPlan 1) > 1)), t.atoms ROWS UNBOUNDED PRECEDING)
--                 Run Condition: (row_number() OVER w1 <= $5)
--                 ->  Incremental Sort
--                       Sort Key: t.payment_id, (((SubPlan 1) > 1)), t.atoms DESC
--                       Presorted Key: t.payment_id
--                       ->  Nested Loop
--                             Join Filter: ((rail.network = p.crypto_network) AND (rail.asset = t.asset))
--                             ->  Nested Loop
--                                   Join Filter: (payments.id = p.id)
--                                   ->  Nested Loop
--                                         ->  Unique
--                                               ->  Merge Append
--                                                     Sort Key: payments.id
--                                                     ->  Index Only Scan using payments_unsettled on payments
--                                                     ->  Sort
--                                                           Sort Key: payments_1.id
--                                                           ->  Index Scan using payments_moving on payments payments_1
--                                                                 Index Cond: (crypto_network = ANY ($1))
--                                                     ->  Index Only Scan using payments_held_back on payments payments_2
--                                         ->  Index Scan using transfers_of_payment on transfers t
--                                               Index Cond: (payment_id = payments.id)
--                                               Filter: ((lost_at IS NULL) AND (block_height IS NOT NULL) AND (chain = $4))
--                                   ->  Index Scan using payments_pkey on payments p
--                                         Index Cond: (id = t.payment_id)
--                                         Filter: ((delivered_at IS NULL) AND (status <> 'refunded'::text))
--                             ->  Function Scan on rail
--                             SubPlan 1
--                               ->  Aggregate
--                                     ->  Function Scan on jsonb_array_elements a
--                                           Filter: ((value ->> 'says'::text) = 'agrees'::text)

-- src/server/chain-watcher/cursor.ts addCheckpoints
delete from checkpoints
where chain = $1 and height < $2;
--   Delete on checkpoints
--     ->  Bitmap Heap Scan on checkpoints
--           Recheck Cond: ((chain = $1) AND (height < $2))
--           ->  Bitmap Index Scan on checkpoints_pkey
--                 Index Cond: ((chain = $1) AND (height < $2))

-- src/server/chain-watcher/cursor.ts addCheckpoints
insert into checkpoints (chain, height, hash, block_at)
values ($1, $2, $3, $4)
on conflict (chain, height) do update
set hash = excluded.hash, block_at = excluded.block_at;

-- src/server/chain-watcher/cursor.ts beginCursor
insert into cursors (chain, height, hash, block_at, head_height, finalized_height, watched_until)
values ($1, $2, $3, $4, $5, $6, '-infinity'::timestamptz)
on conflict do nothing;

-- src/server/chain-watcher/cursor.ts loadCursor
select height, hash
from cursors
where chain = $1;

-- src/server/chain-watcher/cursor.ts loadFinality
select finalized_height as height, finality_reported as "wasReported", finalized_height = 0 or coalesce((select
  max(block_height) from transfers t where t.chain = c.chain and t.lost_at is null), 0) > c.finalized_height or
  exists (select from refund_transactions r where r.chain = c.chain and r.status = 'waiting') as "isAwaited"
from cursors c
where chain = $1;
--   Seq Scan on cursors c
--     Filter: (chain = $1)
--     SubPlan 2
--       ->  Result
--             InitPlan 1
--               ->  Limit
--                     ->  Index Scan Backward using transfers_by_height on transfers t
--                           Index Cond: ((chain = c.chain) AND (block_height IS NOT NULL))
--                           Filter: (lost_at IS NULL)
--     SubPlan 3
--       ->  Index Only Scan using refund_transactions_waiting on refund_transactions r
--             Index Cond: (chain = c.chain)

-- src/server/chain-watcher/cursor.ts lockCursor
select chain
from cursors
where chain = $1 and height = $2 and hash = $3
for share;

-- src/server/chain-watcher/cursor.ts lockCursor
select chain
from cursors
where chain = $1 and height = $2 and hash = $3
for update;

-- src/server/chain-watcher/cursor.ts moveCursor
update cursors
set height = $1, hash = $2, block_at = $3, rechecked_height = case when rechecked_height > $4 then $5::integer
  else rechecked_height end
where chain = $6 and height = $7 and hash = $8;

-- src/server/chain-watcher/cursor.ts recordReached
update cursors
set head_height = greatest(head_height, $1::integer), finalized_height = greatest(finalized_height, $2::integer),
  finality_reported = finality_reported or $3
where chain = $4 and height = $5 and hash = $6;

-- src/server/chain-watcher/cursor.ts recordWatchedUntil
update cursors
set head_height = $1, finalized_height = greatest(finalized_height, $2::integer), finality_reported =
  finality_reported or $3, watched_until = $4
where chain = $5 and height = $6 and hash = $7;

-- src/server/chain-watcher/ensure-canonical.ts checkpointsBelow
select height, hash, block_at
from checkpoints
where chain = $1 and height < $2
order by height desc
limit 50;
--   Limit
--     ->  Index Scan Backward using checkpoints_pkey on checkpoints
--           Index Cond: ((chain = $1) AND (height < $2))

-- src/server/chain-watcher/ensure-canonical.ts rollBackTo
delete from checkpoints
where chain = $1 and height > $2;
--   Delete on checkpoints
--     ->  Bitmap Heap Scan on checkpoints
--           Recheck Cond: ((chain = $1) AND (height > $2))
--           ->  Bitmap Index Scan on checkpoints_pkey
--                 Index Cond: ((chain = $1) AND (height > $2))

-- src/server/chain-watcher/ensure-canonical.ts rollBackTo
delete from outflows
where chain = $1 and block_height > $2;
--   Delete on outflows
--     ->  Bitmap Heap Scan on outflows
--           Recheck Cond: ((chain = $1) AND (block_height > $2))
--           ->  Bitmap Index Scan on outflows_by_height
--                 Index Cond: ((chain = $1) AND (block_height > $2))

-- src/server/chain-watcher/ensure-canonical.ts rollBackTo
delete from transfers
where chain = $1 and block_height > $2 and evidence = $3
returning payment_id;
--   Delete on transfers
--     ->  Bitmap Heap Scan on transfers
--           Recheck Cond: ((chain = $1) AND (block_height > $2))
--           Filter: (evidence = $3)
--           ->  Bitmap Index Scan on transfers_by_height
--                 Index Cond: ((chain = $1) AND (block_height > $2))

-- src/server/chain-watcher/ensure-canonical.ts rollBackTo
update cursors
set finalized_height = least(finalized_height, $1::integer)
where chain = $2;

-- src/server/chain-watcher/ensure-canonical.ts rollBackTo
update payments
set attested_at = $1, disagree_since = $2, is_final = $3
where id in ($4);
--   Update on payments
--     ->  Index Scan using payments_for_keys on payments
--           Index Cond: (id = $4)

-- src/server/chain-watcher/ensure-canonical.ts rollBackTo
update transfers
set lost_at = $1, lost_as = $2, block_height = $3, block_hash = $4, block_at = $5, attestations = $6,
  late_rate_e8 = $7
where chain = $8 and block_height > $9
returning payment_id;
--   Update on transfers
--     ->  Bitmap Heap Scan on transfers
--           Recheck Cond: ((chain = $8) AND (block_height > $9))
--           ->  Bitmap Index Scan on transfers_by_height
--                 Index Cond: ((chain = $8) AND (block_height > $9))

-- src/server/chain-watcher/look-pace.ts lookPauseMs
select exists (select from payments where crypto_network = any($1) and (needs_settling or status in ('pending',
  'detected') or (status in ('partial', 'expired') and expires_at > $2))) as is_busy;
--   Result
--     InitPlan 1
--       ->  Seq Scan on payments
--             Filter: ((needs_settling OR (status = ANY ('{pending,detected}'::text[])) OR ((status = ANY ('{partial,expired}'::text[])) AND (expires_at > $2))) AND (crypto_network = ANY ($1)))

-- src/server/chain-watcher/mark-missing-transfers.ts markLost
update transfers
set lost_at = $1, lost_as = $2
where chain = $3 and tx_hash = $4 and block_height is null and lost_at is null
returning payment_id;
--   Update on transfers
--     ->  Index Scan using transfers_pkey on transfers
--           Index Cond: ((chain = $3) AND (tx_hash = $4))
--           Filter: ((block_height IS NULL) AND (lost_at IS NULL))

-- src/server/chain-watcher/mark-missing-transfers.ts unconfirmedTransactions
select distinct on (tx_hash) tx_hash, inputs
from transfers
where chain = $1 and block_height is null and lost_at is null
order by tx_hash;
--   Unique
--     ->  Sort
--           Sort Key: tx_hash
--           ->  Index Scan using transfers_by_height on transfers
--                 Index Cond: ((chain = $1) AND (block_height IS NULL))
--                 Filter: (lost_at IS NULL)

-- src/server/chain-watcher/mempool-listing.ts holdMempoolListing
select height, hash, mempool_listed_at
from cursors
where chain = $1
for share;

-- src/server/chain-watcher/mempool-listing.ts loadMempoolListing
select mempool_listed_at
from cursors
where chain = $1;

-- src/server/chain-watcher/mempool-listing.ts recordMempoolListing
update cursors
set mempool_listed_at = $1
where chain = $2 and height = $3 and hash = $4 and mempool_listed_at is not distinct
from $5;

-- src/server/chain-watcher/rail-states.ts readRailStates
select *
from rail_states;

-- src/server/chain-watcher/rail-states.ts readRailStates
select exists (select from recoveries where finished_at is null) as is_restored, (select
  coalesce(jsonb_agg(distinct jsonb_build_array(wallet_fingerprint, chain)), '[]') from address_pool,
  unnest(unused_on) chain) as offered;

-- src/server/chain-watcher/rail-states.ts writeRailState
insert into rail_states (network, reason, is_simulated, checked_at)
values ($1, $2, $3, $4)
on conflict (network) do update
set reason = $5, is_simulated = $6, checked_at = $7;

-- src/server/chain-watcher/rail-states.ts writeRailState
select reason, checked_at
from rail_states
where network = $1;

-- src/server/chain-watcher/read-balances.ts lockOrderOf
select id
from payments
where wallet = $1 and payment_address = $2
for update;
--   LockRows
--     ->  Index Scan using payments_address_is_its_own on payments
--           Index Cond: ((wallet = $1) AND (payment_address = $2))

-- src/server/chain-watcher/read-balances.ts reconcile
delete from transfers
where chain = $1 and address = $2 and asset = $3 and evidence = $4;
--   Delete on transfers
--     ->  Index Scan using transfers_of_address on transfers
--           Index Cond: ((chain = $1) AND (address = $2) AND (asset = $3))
--           Filter: (evidence = $4)

-- src/server/chain-watcher/read-balances.ts reconcile
insert into transfers (chain, tx_hash, output_index, address, evidence, payment_id, asset, atoms, seen_at,
  block_height, block_hash, block_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
on conflict do nothing;

-- src/server/chain-watcher/recheck-tokens.ts beginRecheck
select rechecked_height
from cursors
where chain = $1;

-- src/server/chain-watcher/recheck-tokens.ts beginRecheck
update cursors
set rechecked_height = $1
where chain = $2;

-- src/server/chain-watcher/recheck-tokens.ts moveRecheck
update cursors
set rechecked_height = $1
where chain = $2 and rechecked_height = $3;

-- src/server/chain-watcher/record-left-out.ts recordLeftOut
insert into chain_states (chain, left_out)
values ($1, $2)
on conflict (chain) do update
set left_out = $3;

-- src/server/chain-watcher/record-left-out.ts recordLeftOut
select left_out
from chain_states
where chain = $1;

-- src/server/chain-watcher/rescan-blocks.ts holdOntoBlock
select height
from cursors
where chain = $1
for update;

-- src/server/chain-watcher/store-transfers.ts dropReadBalances
delete from transfers t using (select address, asset, min(block_height) as block_height from
  jsonb_to_recordset($1::jsonb) as c(address text, asset text, block_height int) group by address, asset) c
where t.chain = $2 and t.address = c.address and t.asset = c.asset and t.evidence = 'balance' and t.block_height
  >= c.block_height;
--   Delete on transfers t
--     ->  Nested Loop
--           ->  Subquery Scan on c
--                 ->  HashAggregate
--                       Group Key: c_1.address, c_1.asset
--                       ->  Function Scan on jsonb_to_recordset c_1
--           ->  Index Scan using transfers_of_address on transfers t
--                 Index Cond: ((chain = $2) AND (address = c.address) AND (asset = c.asset))
--                 Filter: ((evidence = 'balance'::text) AND (block_height >= c.block_height))

-- src/server/chain-watcher/store-transfers.ts dropSummedOutputs
delete from transfers
where chain = $1 and tx_hash = $2 and address = $3 and output_index > $4;
--   Delete on transfers
--     ->  Index Scan using transfers_of_address on transfers
--           Index Cond: ((chain = $1) AND (address = $3))
--           Filter: ((output_index > $4) AND (tx_hash = $2))

-- src/server/chain-watcher/store-transfers.ts markForSettling
with changed as (select id from payments where id = any($1::uuid[]) order by id for no key update) update
  payments p
set needs_settling = true
from changed
where p.id = changed.id;
--   Update on payments p
--     CTE changed
--       ->  LockRows
--             ->  Index Scan using payments_pkey on payments
--                   Index Cond: (id = ANY ($1))
--     ->  Nested Loop
--           ->  CTE Scan on changed
--           ->  Index Scan using payments_for_keys on payments p
--                 Index Cond: (id = changed.id)

-- src/server/chain-watcher/store-transfers.ts ownersOf
select id, payment_address, due_atoms, created_at, (made_at_heights ->> $1)::integer as height_when_made
from payments
where wallet = $2 and payment_address = any($3);
--   Index Scan using payments_address_is_its_own on payments
--     Index Cond: ((wallet = $2) AND (payment_address = ANY ($3)))

-- src/server/chain-watcher/store-transfers.ts upsertTransfers
with spending as (select * from jsonb_to_recordset($1::jsonb) as s(tx_hash text, inputs text[])), given as
  (select g.*, coalesce(s.inputs, '{}') as inputs from jsonb_to_recordset($2::jsonb) as g(tx_hash text,
  output_index int, address text, evidence text, payment_id uuid, asset text, atoms numeric, outputs int, least
  numeric, block_height int, block_hash text, block_at timestamptz, block_age text) left join spending s using
  (tx_hash)), sights as (select a.tx_hash, a.address, a.asset, first.seen_at, first.unseen_until from (select
  distinct tx_hash, address, asset, least, inputs from given) a cross join lateral (select t.seen_at,
  t.unseen_until from transfers t where t.chain = $3 and t.address = a.address and t.asset = a.asset and
  t.evidence = 'output' and coalesce(t.lost_as, 'orphaned') = 'orphaned' and (t.tx_hash = a.tx_hash or (t.lost_at
  is null and t.inputs && a.inputs and a.least <= (select sum(o.atoms) from transfers o where o.chain = t.chain
  and o.tx_hash = t.tx_hash and o.address = t.address and o.asset = t.asset and o.lost_at is null))) order by
  t.seen_at limit 1) first) insert into transfers (chain, tx_hash, output_index, address, evidence, payment_id,
  asset, atoms, outputs, inputs, seen_at, unseen_until, block_height, block_hash, block_at, block_age)
select $4, g.tx_hash, g.output_index, g.address, g.evidence, g.payment_id, g.asset, g.atoms, g.outputs, g.inputs,
  case when f.seen_at < $5::timestamptz then f.seen_at else $6::timestamptz end, case when f.seen_at <
  $7::timestamptz then f.unseen_until else $8::timestamptz end, g.block_height, g.block_hash, g.block_at,
  g.block_age
from given g
left join sights f using (tx_hash, address, asset)
order by g.tx_hash, g.output_index, g.address
on conflict (chain, tx_hash, output_index, address) do update
set asset = excluded.asset, atoms = excluded.atoms, outputs = excluded.outputs, seen_at = case when
  transfers.lost_as in ('dropped', 'replaced') then excluded.seen_at else transfers.seen_at end, unseen_until =
  case when transfers.lost_as in ('dropped', 'replaced') then excluded.unseen_until else transfers.unseen_until
  end, block_height = coalesce(excluded.block_height, transfers.block_height), block_hash =
  coalesce(excluded.block_hash, transfers.block_hash), block_at = coalesce(excluded.block_at,
  transfers.block_at), block_age = case when excluded.block_hash is null then transfers.block_age else
  excluded.block_age end, late_rate_e8 = case when excluded.block_hash is not null then null else
  transfers.late_rate_e8 end, attestations = case when excluded.block_hash is not null then null else
  transfers.attestations end, lost_at = null, lost_as = null
where transfers.lost_at is not null or (excluded.block_hash is not null and excluded.block_hash is distinct from
  transfers.block_hash) or excluded.outputs > transfers.outputs
returning payment_id, address, asset, evidence, block_height;
--   Insert on transfers
--     Conflict Resolution: UPDATE
--     Conflict Arbiter Indexes: transfers_pkey
--     Conflict Filter: ((transfers.lost_at IS NOT NULL) OR ((excluded.block_hash IS NOT NULL) AND (excluded.block_hash IS DISTINCT FROM transfers.block_hash)) OR (excluded.outputs > transfers.outputs))
--     CTE given
--       ->  Hash Left Join
--             Hash Cond: (g_1.tx_hash = s.tx_hash)
--             ->  Function Scan on jsonb_to_recordset g_1
--             ->  Hash
--                   ->  Function Scan on jsonb_to_recordset s
--     ->  Subquery Scan on "*SELECT*"
--           ->  Sort
--                 Sort Key: g.tx_hash, g.output_index, g.address
--                 ->  Hash Right Join
--                       Hash Cond: ((given.tx_hash = g.tx_hash) AND (given.address = g.address) AND (given.asset = g.asset))
--                       ->  Nested Loop
--                             ->  HashAggregate
--                                   Group Key: given.tx_hash, given.address, given.asset, given."least", given.inputs
--                                   ->  CTE Scan on given
--                             ->  Limit
--                                   ->  Sort
--                                         Sort Key: t.seen_at
--                                         ->  Index Scan using transfers_of_address on transfers t
--                                               Index Cond: ((chain = $3) AND (address = given.address) AND (asset = given.asset))
--                                               Filter: ((evidence = 'output'::text) AND (COALESCE(lost_as, 'orphaned'::text) = 'orphaned'::text) AND ((tx_hash = given.tx_hash) OR ((lost_at IS NULL) AND (inputs && given.inputs) AND (given."least" <= (SubPlan 2)))))
--                                               SubPlan 2
--                                                 ->  Aggregate
--                                                       ->  Index Scan using transfers_of_address on transfers o
--                                                             Index Cond: ((chain = t.chain) AND (address = t.address) AND (asset = t.asset))
--                                                             Filter: ((lost_at IS NULL) AND (tx_hash = t.tx_hash))
--                       ->  Hash
--                             ->  CTE Scan on given g

-- src/server/chain-watcher/token-check.ts compare
insert into transfers (chain, tx_hash, output_index, address, evidence, payment_id, asset, atoms, seen_at,
  block_height, block_hash, block_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
on conflict do nothing;

-- src/server/chain-watcher/token-check.ts compare
select id
from payments
where id = $1
for update;
--   LockRows
--     ->  Index Scan using payments_for_keys on payments
--           Index Cond: (id = $1)

-- src/server/chain-watcher/token-check.ts lookForLogs
select height
from checkpoints
where chain = $1 and block_at <= $2
order by height desc
limit 50;
--   Limit
--     ->  Index Scan Backward using checkpoints_pkey on checkpoints
--           Index Cond: (chain = $1)
--           Filter: (block_at <= $2)

-- src/server/chain-watcher/token-check.ts lookForLogs
select min(height) as height
from checkpoints
where chain = $1;
--   Result
--     InitPlan 1
--       ->  Limit
--             ->  Index Only Scan using checkpoints_pkey on checkpoints
--                   Index Cond: (chain = $1)

-- src/server/chain-watcher/token-check.ts missingOf
select sum(atoms) as atoms
from transfers
where chain = $1 and address = $2 and asset = $3 and lost_at is null;
--   Aggregate
--     ->  Index Scan using transfers_of_address on transfers
--           Index Cond: ((chain = $1) AND (address = $2) AND (asset = $3))
--           Filter: (lost_at IS NULL)

-- src/server/chain-watcher/token-check.ts ordersPastTheirWindow
select id, payment_address, crypto_network, status, received_atoms, expires_at, created_at
from payments
where status in ('pending', 'partial') and crypto_network = any((select $1::text[])::text[]) and expires_at >
  '-infinity' and expires_at < (select $2::timestamptz);
--   Index Scan using payments_open on payments
--     Index Cond: ((expires_at > '-infinity'::timestamp with time zone) AND (expires_at < (InitPlan 2).col1))
--     Filter: (crypto_network = ANY ((InitPlan 1).col1))
--     InitPlan 1
--       ->  Result
--     InitPlan 2
--       ->  Result

-- src/server/chain-watcher/watch-addresses.ts among
select address
from skipped_addresses
where wallet = $1
limit 1;

-- src/server/chain-watcher/watch-addresses.ts among
select address
from skipped_addresses
where wallet = $1 and wallet = 'evm' and lower(address) = any((select string_to_array($2, ','))::text[]);

-- src/server/chain-watcher/watch-addresses.ts among
select payment_address as address
from payments
where wallet = $1 and payment_address = any((select string_to_array($2, ','))::text[]);
--   Index Only Scan using payments_address_is_its_own on payments
--     Index Cond: ((wallet = $1) AND (payment_address = ANY ((InitPlan 1).col1)))
--     InitPlan 1
--       ->  Result

-- src/server/chain-watcher/watch-addresses.ts among
select payment_address as address
from payments
where wallet = $1 and wallet = 'evm' and lower(payment_address) = any((select string_to_array($2, ','))::text[]);
--   Result
--     One-Time Filter: ($1 = 'evm'::text)
--     InitPlan 1
--       ->  Result
--     ->  Bitmap Heap Scan on payments
--           Recheck Cond: ((lower(payment_address) = ANY ((InitPlan 1).col1)) AND (wallet = 'evm'::text))
--           ->  Bitmap Index Scan on payments_address_in_lower_case
--                 Index Cond: (lower(payment_address) = ANY ((InitPlan 1).col1))

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select address from skipped_addresses where wallet = $1) q limit 1024) listed;

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select address from skipped_addresses where wallet = $1) q limit 128) listed;

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select address from skipped_addresses where wallet = $1) q limit 131072) listed;

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select address from skipped_addresses where wallet = $1) q limit 16384) listed;

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select address from skipped_addresses where wallet = $1) q limit 2) listed;

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select address from skipped_addresses where wallet = $1) q limit 2048) listed;

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select address from skipped_addresses where wallet = $1) q limit 262144) listed;

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select address from skipped_addresses where wallet = $1) q limit 32768) listed;

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select address from skipped_addresses where wallet = $1) q limit 4) listed;

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select address from skipped_addresses where wallet = $1) q limit 4096) listed;

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select address from skipped_addresses where wallet = $1) q limit 512) listed;

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select address from skipped_addresses where wallet = $1) q limit 524288) listed;

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select address from skipped_addresses where wallet = $1) q limit 65536) listed;

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select address from skipped_addresses where wallet = $1) q limit 8192) listed;

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1 and created_at > $2
  and (is_final = $3 or id in (select payment_id from transfers where chain = $4 and block_height > $5))) q limit
  1024) listed;
--   Aggregate
--     ->  Limit
--           ->  Seq Scan on payments
--                 Filter: ((created_at > $2) AND (wallet = $1) AND ((is_final = $3) OR (ANY (id = (hashed SubPlan 1).col1))))
--                 SubPlan 1
--                   ->  Seq Scan on transfers
--                         Filter: ((block_height > $5) AND (chain = $4))

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1 and created_at > $2
  and (is_final = $3 or id in (select payment_id from transfers where chain = $4 and block_height > $5))) q limit
  131072) listed;
--   Aggregate
--     ->  Limit
--           ->  Seq Scan on payments
--                 Filter: ((created_at > $2) AND (wallet = $1) AND ((is_final = $3) OR (ANY (id = (hashed SubPlan 1).col1))))
--                 SubPlan 1
--                   ->  Seq Scan on transfers
--                         Filter: ((block_height > $5) AND (chain = $4))

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1 and created_at > $2
  and (is_final = $3 or id in (select payment_id from transfers where chain = $4 and block_height > $5))) q limit
  16384) listed;
--   Aggregate
--     ->  Limit
--           ->  Seq Scan on payments
--                 Filter: ((created_at > $2) AND (wallet = $1) AND ((is_final = $3) OR (ANY (id = (hashed SubPlan 1).col1))))
--                 SubPlan 1
--                   ->  Seq Scan on transfers
--                         Filter: ((block_height > $5) AND (chain = $4))

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1 and created_at > $2
  and (is_final = $3 or id in (select payment_id from transfers where chain = $4 and block_height > $5))) q limit
  2048) listed;
--   Aggregate
--     ->  Limit
--           ->  Seq Scan on payments
--                 Filter: ((created_at > $2) AND (wallet = $1) AND ((is_final = $3) OR (ANY (id = (hashed SubPlan 1).col1))))
--                 SubPlan 1
--                   ->  Seq Scan on transfers
--                         Filter: ((block_height > $5) AND (chain = $4))

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1 and created_at > $2
  and (is_final = $3 or id in (select payment_id from transfers where chain = $4 and block_height > $5))) q limit
  262144) listed;
--   Aggregate
--     ->  Limit
--           ->  Seq Scan on payments
--                 Filter: ((created_at > $2) AND (wallet = $1) AND ((is_final = $3) OR (ANY (id = (hashed SubPlan 1).col1))))
--                 SubPlan 1
--                   ->  Seq Scan on transfers
--                         Filter: ((block_height > $5) AND (chain = $4))

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1 and created_at > $2
  and (is_final = $3 or id in (select payment_id from transfers where chain = $4 and block_height > $5))) q limit
  32768) listed;
--   Aggregate
--     ->  Limit
--           ->  Seq Scan on payments
--                 Filter: ((created_at > $2) AND (wallet = $1) AND ((is_final = $3) OR (ANY (id = (hashed SubPlan 1).col1))))
--                 SubPlan 1
--                   ->  Seq Scan on transfers
--                         Filter: ((block_height > $5) AND (chain = $4))

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1 and created_at > $2
  and (is_final = $3 or id in (select payment_id from transfers where chain = $4 and block_height > $5))) q limit
  4096) listed;
--   Aggregate
--     ->  Limit
--           ->  Seq Scan on payments
--                 Filter: ((created_at > $2) AND (wallet = $1) AND ((is_final = $3) OR (ANY (id = (hashed SubPlan 1).col1))))
--                 SubPlan 1
--                   ->  Seq Scan on transfers
--                         Filter: ((block_height > $5) AND (chain = $4))

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1 and created_at > $2
  and (is_final = $3 or id in (select payment_id from transfers where chain = $4 and block_height > $5))) q limit
  512) listed;
--   Aggregate
--     ->  Limit
--           ->  Seq Scan on payments
--                 Filter: ((created_at > $2) AND (wallet = $1) AND ((is_final = $3) OR (ANY (id = (hashed SubPlan 1).col1))))
--                 SubPlan 1
--                   ->  Seq Scan on transfers
--                         Filter: ((block_height > $5) AND (chain = $4))

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1 and created_at > $2
  and (is_final = $3 or id in (select payment_id from transfers where chain = $4 and block_height > $5))) q limit
  524288) listed;
--   Aggregate
--     ->  Limit
--           ->  Seq Scan on payments
--                 Filter: ((created_at > $2) AND (wallet = $1) AND ((is_final = $3) OR (ANY (id = (hashed SubPlan 1).col1))))
--                 SubPlan 1
--                   ->  Seq Scan on transfers
--                         Filter: ((block_height > $5) AND (chain = $4))

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1 and created_at > $2
  and (is_final = $3 or id in (select payment_id from transfers where chain = $4 and block_height > $5))) q limit
  65536) listed;
--   Aggregate
--     ->  Limit
--           ->  Seq Scan on payments
--                 Filter: ((created_at > $2) AND (wallet = $1) AND ((is_final = $3) OR (ANY (id = (hashed SubPlan 1).col1))))
--                 SubPlan 1
--                   ->  Seq Scan on transfers
--                         Filter: ((block_height > $5) AND (chain = $4))

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1 and created_at > $2
  and (is_final = $3 or id in (select payment_id from transfers where chain = $4 and block_height > $5))) q limit
  8192) listed;
--   Aggregate
--     ->  Limit
--           ->  Seq Scan on payments
--                 Filter: ((created_at > $2) AND (wallet = $1) AND ((is_final = $3) OR (ANY (id = (hashed SubPlan 1).col1))))
--                 SubPlan 1
--                   ->  Seq Scan on transfers
--                         Filter: ((block_height > $5) AND (chain = $4))

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1 and id in (select id
  from payments where not is_final and status not in ('pending', 'expired') union all select id from payments
  where status in ('pending', 'expired') and created_at > $2 and expires_at > $3 union all select payment_id from
  transfers where chain = $4 and block_height is null and lost_at is null)) q limit 1024) listed;
--   Aggregate
--     ->  Limit
--           ->  Nested Loop
--                 ->  HashAggregate
--                       Group Key: payments_1.id
--                       ->  Append
--                             ->  Index Scan using payments_moving on payments payments_1
--                             ->  Bitmap Heap Scan on payments payments_2
--                                   Recheck Cond: ((status = ANY ('{pending,expired}'::text[])) AND (created_at > $2))
--                                   Filter: (expires_at > $3)
--                                   ->  Bitmap Index Scan on payments_sorted_by_status
--                                         Index Cond: ((status = ANY ('{pending,expired}'::text[])) AND (created_at > $2))
--                             ->  Index Scan using transfers_by_height on transfers
--                                   Index Cond: ((chain = $4) AND (block_height IS NULL))
--                                   Filter: (lost_at IS NULL)
--                 ->  Index Scan using payments_pkey on payments
--                       Index Cond: (id = payments_1.id)
--                       Filter: (wallet = $1)

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1) q limit 1024)
  listed;
--   Aggregate
--     ->  Limit
--           ->  Index Only Scan using payments_address_is_its_own on payments
--                 Index Cond: (wallet = $1)

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1) q limit 128) listed;
--   Aggregate
--     ->  Limit
--           ->  Index Only Scan using payments_address_is_its_own on payments
--                 Index Cond: (wallet = $1)

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1) q limit 131072)
  listed;
--   Aggregate
--     ->  Limit
--           ->  Index Only Scan using payments_address_is_its_own on payments
--                 Index Cond: (wallet = $1)

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1) q limit 16384)
  listed;
--   Aggregate
--     ->  Limit
--           ->  Index Only Scan using payments_address_is_its_own on payments
--                 Index Cond: (wallet = $1)

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1) q limit 2) listed;
--   Aggregate
--     ->  Limit
--           ->  Seq Scan on payments
--                 Filter: (wallet = $1)

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1) q limit 2048)
  listed;
--   Aggregate
--     ->  Limit
--           ->  Index Only Scan using payments_address_is_its_own on payments
--                 Index Cond: (wallet = $1)

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1) q limit 262144)
  listed;
--   Aggregate
--     ->  Limit
--           ->  Index Only Scan using payments_address_is_its_own on payments
--                 Index Cond: (wallet = $1)

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1) q limit 32768)
  listed;
--   Aggregate
--     ->  Limit
--           ->  Index Only Scan using payments_address_is_its_own on payments
--                 Index Cond: (wallet = $1)

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1) q limit 4) listed;
--   Aggregate
--     ->  Limit
--           ->  Seq Scan on payments
--                 Filter: (wallet = $1)

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1) q limit 4096)
  listed;
--   Aggregate
--     ->  Limit
--           ->  Index Only Scan using payments_address_is_its_own on payments
--                 Index Cond: (wallet = $1)

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1) q limit 512) listed;
--   Aggregate
--     ->  Limit
--           ->  Index Only Scan using payments_address_is_its_own on payments
--                 Index Cond: (wallet = $1)

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1) q limit 524288)
  listed;
--   Aggregate
--     ->  Limit
--           ->  Index Only Scan using payments_address_is_its_own on payments
--                 Index Cond: (wallet = $1)

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1) q limit 65536)
  listed;
--   Aggregate
--     ->  Limit
--           ->  Index Only Scan using payments_address_is_its_own on payments
--                 Index Cond: (wallet = $1)

-- src/server/chain-watcher/watch-addresses.ts listUpTo
select count(*)::integer as found, string_agg(address, ',') as addresses
from (select address from (select payment_address as address from payments where wallet = $1) q limit 8192)
  listed;
--   Aggregate
--     ->  Limit
--           ->  Index Only Scan using payments_address_is_its_own on payments
--                 Index Cond: (wallet = $1)
