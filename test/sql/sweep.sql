-- The statements of a module and their plans, written by npm run sql.

-- src/server/sweep/find-money.ts selectPage
with paid as (select wallet, wallet_fingerprint, derivation_index, payment_address as address, id, status from
  payments p where (wallet_fingerprint, derivation_index) > ($1, $2::int) and exists (select from transfers t
  where t.payment_id = p.id and t.lost_at is null and t.block_height is not null and t.chain = $3) order by
  wallet_fingerprint, derivation_index limit 50), lost as (select wallet, wallet_fingerprint, derivation_index,
  address from skipped_addresses s where (wallet_fingerprint, derivation_index) > ($4, $5::int) and exists
  (select from lost_payments t where t.address = s.address and t.chain = $6) order by wallet_fingerprint,
  derivation_index limit 50), money as (select p.wallet, p.wallet_fingerprint, p.derivation_index, p.address,
  p.id, p.status, t.chain, t.asset, t.atoms, t.tx_hash, t.output_index, t.outputs, t.block_height from paid p
  join transfers t on t.payment_id = p.id and t.lost_at is null where t.chain = $7 union all select s.wallet,
  s.wallet_fingerprint, s.derivation_index, s.address, null, null, t.chain, t.asset, t.atoms, t.tx_hash,
  t.output_index, 1, t.block_height from lost s join lost_payments t on t.address = s.address where t.chain =
  $8), page as (select distinct wallet_fingerprint, derivation_index from money order by wallet_fingerprint,
  derivation_index limit 50)
select m.wallet, m.wallet_fingerprint as fingerprint, m.derivation_index as index, m.address, m.id as "orderId",
  m.chain, m.asset, sum(m.atoms) filter (where m.block_height is not null)::numeric as received,
  jsonb_agg(jsonb_build_object('tx', m.tx_hash, 'index', m.output_index, 'outputs', m.outputs) order by
  m.tx_hash, m.output_index) as transfers, case when m.status = any($9) then 'order-open' when exists (select
  from money o left join cursors c on c.chain = o.chain where o.address = m.address and o.wallet = m.wallet and
  (o.block_height is null or c.finalized_height is null or o.block_height > c.finalized_height)) then 'not-final'
  end as held
from money m join page using (wallet_fingerprint, derivation_index)
group by m.wallet, m.wallet_fingerprint, m.derivation_index, m.address, m.id, m.chain, m.asset, m.status
having sum(m.atoms) filter (where m.block_height is not null) > 0
order by m.wallet_fingerprint, m.derivation_index, m.chain, m.asset;
--   GroupAggregate
--     Group Key: m.wallet_fingerprint, m.derivation_index, m.chain, m.asset, m.wallet, m.address, m.id, m.status
--     Filter: (sum(m.atoms) FILTER (WHERE (m.block_height IS NOT NULL)) > '0'::numeric)
--     CTE money
--       ->  Append
--             ->  Nested Loop
--                   ->  Limit
--                         ->  Nested Loop Semi Join
--                               ->  Index Scan using payments_index_is_its_own on payments p
--                                     Index Cond: (ROW(wallet_fingerprint, derivation_index) > ROW($1, $2))
--                               ->  Index Scan using transfers_of_payment on transfers t_1
--                                     Index Cond: (payment_id = p.id)
--                                     Filter: ((lost_at IS NULL) AND (block_height IS NOT NULL) AND (chain = $3))
--                   ->  Index Scan using transfers_of_payment on transfers t
--                         Index Cond: (payment_id = p.id)
--                         Filter: ((lost_at IS NULL) AND (chain = $7))
--             ->  Nested Loop
--                   Join Filter: (t_2.address = s.address)
--                   ->  Limit
--                         ->  Sort
--                               Sort Key: s.wallet_fingerprint, s.derivation_index
--                               ->  Nested Loop Semi Join
--                                     Join Filter: (s.address = t_3.address)
--                                     ->  Seq Scan on skipped_addresses s
--                                           Filter: (ROW(wallet_fingerprint, derivation_index) > ROW($4, $5))
--                                     ->  Seq Scan on lost_payments t_3
--                                           Filter: (chain = $6)
--                   ->  Seq Scan on lost_payments t_2
--                         Filter: (chain = $8)
--     ->  Sort
--           Sort Key: m.wallet_fingerprint, m.derivation_index, m.chain, m.asset, m.wallet, m.address, m.id, m.status, m.tx_hash, m.output_index
--           ->  Hash Join
--                 Hash Cond: ((m.wallet_fingerprint = money.wallet_fingerprint) AND (m.derivation_index = money.derivation_index))
--                 ->  CTE Scan on money m
--                 ->  Hash
--                       ->  Limit
--                             ->  Unique
--                                   ->  Sort
--                                         Sort Key: money.wallet_fingerprint, money.derivation_index
--                                         ->  CTE Scan on money
--     SubPlan 3
--       ->  Hash Left Join
--             Hash Cond: (o.chain = c.chain)
--             Filter: ((o.block_height IS NULL) OR (c.finalized_height IS NULL) OR (o.block_height > c.finalized_height))
--             ->  CTE Scan on money o
--             ->  Hash
--                   ->  Seq Scan on cursors c

-- src/server/sweep/find-money.ts selectPage
with paid as (select wallet, wallet_fingerprint, derivation_index, payment_address as address, id, status from
  payments p where (wallet_fingerprint, derivation_index) > ($1, $2::int) and exists (select from transfers t
  where t.payment_id = p.id and t.lost_at is null and t.block_height is not null and true) order by
  wallet_fingerprint, derivation_index limit 50), lost as (select wallet, wallet_fingerprint, derivation_index,
  address from skipped_addresses s where (wallet_fingerprint, derivation_index) > ($3, $4::int) and exists
  (select from lost_payments t where t.address = s.address and true) order by wallet_fingerprint,
  derivation_index limit 50), money as (select p.wallet, p.wallet_fingerprint, p.derivation_index, p.address,
  p.id, p.status, t.chain, t.asset, t.atoms, t.tx_hash, t.output_index, t.outputs, t.block_height from paid p
  join transfers t on t.payment_id = p.id and t.lost_at is null where true union all select s.wallet,
  s.wallet_fingerprint, s.derivation_index, s.address, null, null, t.chain, t.asset, t.atoms, t.tx_hash,
  t.output_index, 1, t.block_height from lost s join lost_payments t on t.address = s.address where true), page
  as (select distinct wallet_fingerprint, derivation_index from money order by wallet_fingerprint,
  derivation_index limit 50)
select m.wallet, m.wallet_fingerprint as fingerprint, m.derivation_index as index, m.address, m.id as "orderId",
  m.chain, m.asset, sum(m.atoms) filter (where m.block_height is not null)::numeric as received,
  jsonb_agg(jsonb_build_object('tx', m.tx_hash, 'index', m.output_index, 'outputs', m.outputs) order by
  m.tx_hash, m.output_index) as transfers, case when m.status = any($5) then 'order-open' when exists (select
  from money o left join cursors c on c.chain = o.chain where o.address = m.address and o.wallet = m.wallet and
  (o.block_height is null or c.finalized_height is null or o.block_height > c.finalized_height)) then 'not-final'
  end as held
from money m join page using (wallet_fingerprint, derivation_index)
group by m.wallet, m.wallet_fingerprint, m.derivation_index, m.address, m.id, m.chain, m.asset, m.status
having sum(m.atoms) filter (where m.block_height is not null) > 0
order by m.wallet_fingerprint, m.derivation_index, m.chain, m.asset;
--   GroupAggregate
--     Group Key: m.wallet_fingerprint, m.derivation_index, m.chain, m.asset, m.wallet, m.address, m.id, m.status
--     Filter: (sum(m.atoms) FILTER (WHERE (m.block_height IS NOT NULL)) > '0'::numeric)
--     CTE money
--       ->  Append
--             ->  Nested Loop
--                   ->  Limit
--                         ->  Nested Loop Semi Join
--                               ->  Index Scan using payments_index_is_its_own on payments p
--                                     Index Cond: (ROW(wallet_fingerprint, derivation_index) > ROW($1, $2))
--                               ->  Index Scan using transfers_of_payment on transfers t_1
--                                     Index Cond: (payment_id = p.id)
--                                     Filter: ((lost_at IS NULL) AND (block_height IS NOT NULL))
--                   ->  Index Scan using transfers_of_payment on transfers t
--                         Index Cond: (payment_id = p.id)
--                         Filter: (lost_at IS NULL)
--             ->  Nested Loop
--                   Join Filter: (t_2.address = s.address)
--                   ->  Limit
--                         ->  Sort
--                               Sort Key: s.wallet_fingerprint, s.derivation_index
--                               ->  Nested Loop Semi Join
--                                     Join Filter: (s.address = t_3.address)
--                                     ->  Seq Scan on skipped_addresses s
--                                           Filter: (ROW(wallet_fingerprint, derivation_index) > ROW($3, $4))
--                                     ->  Seq Scan on lost_payments t_3
--                   ->  Seq Scan on lost_payments t_2
--     ->  Sort
--           Sort Key: m.wallet_fingerprint, m.derivation_index, m.chain, m.asset, m.wallet, m.address, m.id, m.status, m.tx_hash, m.output_index
--           ->  Hash Join
--                 Hash Cond: ((m.wallet_fingerprint = money.wallet_fingerprint) AND (m.derivation_index = money.derivation_index))
--                 ->  CTE Scan on money m
--                 ->  Hash
--                       ->  Limit
--                             ->  Unique
--                                   ->  Sort
--                                         Sort Key: money.wallet_fingerprint, money.derivation_index
--                                         ->  CTE Scan on money
--     SubPlan 3
--       ->  Hash Left Join
--             Hash Cond: (o.chain = c.chain)
--             Filter: ((o.block_height IS NULL) OR (c.finalized_height IS NULL) OR (o.block_height > c.finalized_height))
--             ->  CTE Scan on money o
--             ->  Hash
--                   ->  Seq Scan on cursors c

-- src/server/sweep/plan-sweep.ts newestRate
select rate_e8
from rates
where coin = $1
order by at desc
limit 50;
--   Limit
--     ->  Index Scan Backward using rates_pkey on rates
--           Index Cond: (coin = $1)
