-- The statements of a module and their plans, written by npm run sql.

-- src/server/demo/attest-simulated.ts attestSimulated
select hash
from sim_blocks
where chain = $1 and height = $2;
--   Index Scan using sim_blocks_pkey on sim_blocks
--     Index Cond: ((chain = $1) AND (height = $2))

-- src/server/demo/attest-simulated.ts attestSimulated
select output_index as index, atoms
from sim_transactions
where chain = $1 and address = $2 and asset = $3 and is_genuine = $4 and block_height <= $5 and tx_hash = $6;
--   Index Scan using sim_transactions_pkey on sim_transactions
--     Index Cond: ((chain = $1) AND (tx_hash = $6))
--     Filter: ((block_height <= $5) AND (address = $2) AND (asset = $3) AND (is_genuine = $4))

-- src/server/demo/demo-clock.ts openDemoClock
select ahead_s
from demo_clock;

-- src/server/demo/demo-clock.ts pass
insert into demo_clock (ahead_s)
values ($1)
on conflict (is_only) do update
set ahead_s = demo_clock.ahead_s + $2
returning ahead_s;

-- src/server/demo/demo-faults.ts attestedBy
select tx_hash
from sim_transactions
where chain = $1 and is_invented = $2;
--   Seq Scan on sim_transactions
--     Filter: ((chain = $1) AND (is_invented = $2))

-- src/server/demo/demo-faults.ts openDemoFaults
select distinct chain
from sim_transactions
where is_invented = $1;
--   HashAggregate
--     Group Key: chain
--     ->  Seq Scan on sim_transactions
--           Filter: (is_invented = $1)

-- src/server/demo/fault-routes.ts
delete from sim_frozen;

-- src/server/demo/fault-routes.ts
delete from sim_transactions
where chain = $1 and address = $2 and block_height is null
returning *;
--   Delete on sim_transactions
--     ->  Index Scan using sim_transactions_by_height on sim_transactions
--           Index Cond: ((chain = $1) AND (block_height IS NULL))
--           Filter: (address = $2)

-- src/server/demo/fault-routes.ts
update freeze_checks
set checked_at = '-infinity'
where address = $1;
--   Update on freeze_checks
--     ->  Index Scan using freeze_checks_pkey on freeze_checks
--           Index Cond: (address = $1)

-- src/server/demo/fault-routes.ts readTarget
select *
from payments
where id = $1;
--   Index Scan using payments_for_keys on payments
--     Index Cond: (id = $1)

-- src/server/demo/look-up-simulated-payment.ts lookUpSimulatedPayment
select t.*, b.hash, b.parent_hash, b.at
from sim_transactions as t
left join sim_blocks as b on b.chain = t.chain and b.height = t.block_height
where t.chain = $1 and t.tx_hash = $2 and t.made_at <= $3;
--   Nested Loop Left Join
--     ->  Index Scan using sim_transactions_pkey on sim_transactions t
--           Index Cond: ((chain = $1) AND (tx_hash = $2))
--           Filter: (made_at <= $3)
--     ->  Index Scan using sim_blocks_pkey on sim_blocks b
--           Index Cond: ((chain = $1) AND (height = t.block_height))

-- src/server/demo/mailbox.ts readMailbox
select *
from mails
where sent_at is not null and erased_at is null
order by sent_at desc, created_at desc
limit 50;
--   Limit
--     ->  Incremental Sort
--           Sort Key: sent_at DESC, created_at DESC
--           Presorted Key: sent_at
--           ->  Index Scan Backward using mails_to_erase on mails
--                 Index Cond: (sent_at IS NOT NULL)

-- src/server/demo/mailbox.ts readSentMail
select *
from mails
where sent_at is not null and erased_at is null and message_id = $1;
--   Index Scan using mails_message_id_key on mails
--     Index Cond: (message_id = $1)
--     Filter: ((sent_at IS NOT NULL) AND (erased_at IS NULL))

-- src/server/demo/scan-simulated.ts scanSimulated
select *
from sim_blocks
where chain = $1 and height >= $2 and height <= $3
order by height;
--   Index Scan using sim_blocks_pkey on sim_blocks
--     Index Cond: ((chain = $1) AND (height >= $2) AND (height <= $3))

-- src/server/demo/scan-simulated.ts scanSimulated
select *
from sim_transactions
where chain = $1 and block_height > $2 and block_height <= $3
order by block_height;
--   Index Scan using sim_transactions_by_height on sim_transactions
--     Index Cond: ((chain = $1) AND (block_height > $2) AND (block_height <= $3))

-- src/server/demo/seed-demo.ts seedDemo
select id
from game_keys
limit 50;
--   Limit
--     ->  Seq Scan on game_keys

-- src/server/demo/seed-demo.ts seedDemo
select pg_advisory_lock(hashtext('keyhold seed'));

-- src/server/demo/seed-demo.ts seedDemo
select pg_advisory_unlock(hashtext('keyhold seed'));

-- src/server/demo/seed-demo.ts seedVisitor
select id
from users
where email = $1;

-- src/server/demo/sim-block-rows.ts blockRow
select *
from sim_blocks
where chain = $1 and height = $2;
--   Index Scan using sim_blocks_pkey on sim_blocks
--     Index Cond: ((chain = $1) AND (height = $2))

-- src/server/demo/sim-block-rows.ts newestBlock
select *
from sim_blocks
where chain = $1
order by height desc
limit 50;
--   Limit
--     ->  Index Scan Backward using sim_blocks_pkey on sim_blocks
--           Index Cond: (chain = $1)

-- src/server/demo/sim-blocks.ts
delete from sim_blocks
where chain = $1 and height > $2;
--   Delete on sim_blocks
--     ->  Bitmap Heap Scan on sim_blocks
--           Recheck Cond: ((chain = $1) AND (height > $2))
--           ->  Bitmap Index Scan on sim_blocks_pkey
--                 Index Cond: ((chain = $1) AND (height > $2))

-- src/server/demo/sim-blocks.ts
delete from sim_transactions
where chain = $1 and block_height > $2;
--   Delete on sim_transactions
--     ->  Bitmap Heap Scan on sim_transactions
--           Recheck Cond: ((chain = $1) AND (block_height > $2))
--           ->  Bitmap Index Scan on sim_transactions_by_height
--                 Index Cond: ((chain = $1) AND (block_height > $2))

-- src/server/demo/sim-blocks.ts
select min(height) as lowest, max(height) as highest
from sim_blocks
where chain = $1;
--   Result
--     InitPlan 1
--       ->  Limit
--             ->  Index Only Scan using sim_blocks_pkey on sim_blocks
--                   Index Cond: (chain = $1)
--     InitPlan 2
--       ->  Limit
--             ->  Index Only Scan Backward using sim_blocks_pkey on sim_blocks sim_blocks_1
--                   Index Cond: (chain = $1)

-- src/server/demo/sim-blocks.ts
select pg_advisory_xact_lock(hashtextextended($1, 0));

-- src/server/demo/sim-blocks.ts appendBlocks
insert into sim_blocks (chain, height, hash, parent_hash, at)
values ($1, $2, $3, $4, $5);

-- src/server/demo/sim-blocks.ts appendBlocks
select height, hash, at
from sim_blocks
where chain = $1
order by height desc
limit 50;
--   Limit
--     ->  Index Scan Backward using sim_blocks_pkey on sim_blocks
--           Index Cond: (chain = $1)

-- src/server/demo/sim-blocks.ts createGenesis
insert into sim_blocks (chain, height, hash, parent_hash, at)
values ($1, $2, $3, $4, $5)
on conflict do nothing;

-- src/server/demo/sim-blocks.ts createGenesis
select pg_advisory_xact_lock(hashtextextended($1, 0));

-- src/server/demo/sim-blocks.ts mineBlocks
select pg_advisory_xact_lock(hashtextextended($1, 0));

-- src/server/demo/sim-blocks.ts mineBlocks
update sim_transactions t
set block_height = (select min(b.height) from sim_blocks b where b.chain = t.chain and b.height >= $1 and b.at >=
  t.made_at)
where t.chain = $2 and t.block_height is null and t.made_at <= (select b.at from sim_blocks b where b.chain = $3
  and b.height = $4);
--   Update on sim_transactions t
--     InitPlan 3
--       ->  Index Scan using sim_blocks_pkey on sim_blocks b_1
--             Index Cond: ((chain = $3) AND (height = $4))
--     ->  Index Scan using sim_transactions_by_height on sim_transactions t
--           Index Cond: ((chain = $2) AND (block_height IS NULL))
--           Filter: (made_at <= (InitPlan 3).col1)
--           SubPlan 2
--             ->  Result
--                   InitPlan 1
--                     ->  Limit
--                           ->  Index Scan using sim_blocks_pkey on sim_blocks b
--                                 Index Cond: ((chain = t.chain) AND (height >= $1))
--                                 Filter: (at >= t.made_at)

-- src/server/demo/sim-blocks.ts pruneBlocks
delete from sim_blocks
where chain = $1 and height < least($2::integer, coalesce((select c.height from cursors c where c.chain = $3) -
  $4::integer, $5::integer));
--   Delete on sim_blocks
--     InitPlan 1
--       ->  Seq Scan on cursors c
--             Filter: (chain = $3)
--     ->  Bitmap Heap Scan on sim_blocks
--           Recheck Cond: ((chain = $1) AND (height < LEAST($2, COALESCE(((InitPlan 1).col1 - $4), $5))))
--           ->  Bitmap Index Scan on sim_blocks_pkey
--                 Index Cond: ((chain = $1) AND (height < LEAST($2, COALESCE(((InitPlan 1).col1 - $4), $5))))

-- src/server/demo/sim-chain.ts awaitsBlocks
select exists (select from sim_transactions where chain = $1 and block_height is null and made_at <= $2) or
  exists (select from sim_transactions where chain = $3 and block_height > (select max(height) from sim_blocks
  where chain = $4) - $5::integer) or exists (select from refund_transactions where chain = $6 and status =
  'waiting') as awaits;
--   Result
--     InitPlan 1
--       ->  Index Scan using sim_transactions_by_height on sim_transactions
--             Index Cond: ((chain = $1) AND (block_height IS NULL))
--             Filter: (made_at <= $2)
--     InitPlan 4
--       ->  Seq Scan on sim_transactions sim_transactions_1
--             Filter: ((chain = $3) AND (block_height > ((InitPlan 3).col1 - $5)))
--             InitPlan 3
--               ->  Result
--                     InitPlan 2
--                       ->  Limit
--                             ->  Index Only Scan Backward using sim_blocks_pkey on sim_blocks
--                                   Index Cond: (chain = $4)
--     InitPlan 5
--       ->  Index Only Scan using refund_transactions_waiting on refund_transactions
--             Index Cond: (chain = $6)

-- src/server/demo/sim-chain.ts pay
delete from sim_transactions
where chain = $1 and block_height is null and inputs && $2::text[];
--   Delete on sim_transactions
--     ->  Index Scan using sim_transactions_by_height on sim_transactions
--           Index Cond: ((chain = $1) AND (block_height IS NULL))
--           Filter: (inputs && $2)

-- src/server/demo/sim-chain.ts pay
insert into sim_transactions (chain, tx_hash, output_index, address, asset, is_genuine, is_invented, evidence,
  atoms, inputs, made_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- src/server/demo/sim-chain.ts sentTo
select sum(atoms) as total
from sim_transactions
where chain = $1 and address = $2 and asset = $3 and is_genuine = $4;
--   Aggregate
--     ->  Seq Scan on sim_transactions
--           Filter: ((chain = $1) AND (address = $2) AND (asset = $3) AND (is_genuine = $4))

-- src/server/demo/sim-chain.ts setFrozen
delete from sim_frozen
where chain = $1 and asset = $2 and address = $3;

-- src/server/demo/sim-chain.ts setFrozen
insert into sim_frozen (chain, asset, address)
values ($1, $2, $3)
on conflict do nothing;

-- src/server/demo/sim-reader.ts findPayout
select *
from sim_transactions
where chain = $1 and tx_hash = $2 and made_at <= $3;
--   Index Scan using sim_transactions_pkey on sim_transactions
--     Index Cond: ((chain = $1) AND (tx_hash = $2))
--     Filter: (made_at <= $3)

-- src/server/demo/sim-reader.ts heldAt
select address, sum(atoms) as held
from sim_transactions
where chain = $1 and asset = $2 and is_genuine = $3 and block_height <= $4 and address = any($5)
group by address;
--   GroupAggregate
--     Group Key: address
--     ->  Sort
--           Sort Key: address
--           ->  Bitmap Heap Scan on sim_transactions
--                 Recheck Cond: ((chain = $1) AND (block_height <= $4))
--                 Filter: ((asset = $2) AND (is_genuine = $3) AND (address = ANY ($5)))
--                 ->  Bitmap Index Scan on sim_transactions_by_height
--                       Index Cond: ((chain = $1) AND (block_height <= $4))

-- src/server/demo/sim-reader.ts isFrozen
select address
from sim_frozen
where chain = $1 and asset = $2 and address = $3;

-- src/server/demo/sim-reader.ts isReplaced
select tx_hash
from sim_transactions
where chain = $1 and tx_hash <> $2 and inputs && $3::text[] and made_at <= $4
limit 50;
--   Limit
--     ->  Seq Scan on sim_transactions
--           Filter: ((tx_hash <> $2) AND (inputs && $3) AND (made_at <= $4) AND (chain = $1))

-- src/server/demo/sim-reader.ts unconfirmed
select *
from sim_transactions
where chain = $1 and block_height is null and made_at <= $2;
--   Index Scan using sim_transactions_by_height on sim_transactions
--     Index Cond: ((chain = $1) AND (block_height IS NULL))
--     Filter: (made_at <= $2)

-- src/server/demo/sim-reader.ts usedAddresses
select distinct address
from sim_transactions
where chain = $1 and address in ($2);
--   Limit
--     ->  Seq Scan on sim_transactions
--           Filter: ((chain = $1) AND (address = $2))

-- src/server/demo/wallet-routes.ts readOrder
select id, crypto_network, payment_address, due_atoms, price_usd_cents, expires_at
from payments
where id = $1;
--   Index Scan using payments_for_keys on payments
--     Index Cond: (id = $1)
