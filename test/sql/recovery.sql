-- The statements of a module and their plans, written by npm run sql.

-- src/server/recovery/advance-wallet.ts advanceWallet
update wallets
set next_index = $1
where fingerprint = $2;

-- src/server/recovery/advance-wallet.ts readCounters
insert into wallets (fingerprint, wallet)
values ($1, $2)
on conflict (fingerprint) do update
set wallet = wallets.wallet
returning next_index as from, coalesce((select max(derivation_index) + 1 from payments where wallet_fingerprint =
  $3), 0) as ordered;
--   Insert on wallets
--     Conflict Resolution: UPDATE
--     Conflict Arbiter Indexes: wallets_pkey
--     InitPlan 2
--       ->  Result
--             InitPlan 1
--               ->  Limit
--                     ->  Index Only Scan Backward using payments_index_is_its_own on payments
--                           Index Cond: (wallet_fingerprint = $3)
--     ->  Result

-- src/server/recovery/advance-wallet.ts storeSkipped
insert into skipped_addresses (wallet_fingerprint, derivation_index, wallet, address, recovery_id)
select $1, i, $2, a, $3
from unnest($4::int[], $5::text[]) s (i, a)
where not exists (select from payments p where p.wallet = $6 and p.payment_address = a)
on conflict do nothing;
--   Insert on skipped_addresses
--     Conflict Resolution: NOTHING
--     ->  Nested Loop Anti Join
--           ->  Function Scan on s
--           ->  Index Only Scan using payments_address_is_its_own on payments p
--                 Index Cond: ((wallet = $6) AND (payment_address = s.a))

-- src/server/recovery/database-guard.ts beginRecovery
select
from installation
for update;

-- src/server/recovery/database-guard.ts beginRecovery
update installation
set database_id = gen_random_uuid();

-- src/server/recovery/describe-recoveries.ts listLostPayments
select l.chain, l.asset, l.atoms, l.address, l.tx_hash, l.found_at, (select min(s.derivation_index) from
  skipped_addresses s where s.address = l.address) as index
from lost_payments l
order by l.found_at desc, l.chain, l.tx_hash, l.output_index;

-- src/server/recovery/describe-recoveries.ts listRecoveries
select *
from recoveries
order by started_at desc;

-- src/server/recovery/quarantined-keys.ts
update game_keys
set quarantined_at = null
where quarantined_at is not null and id = any($1::uuid[])
returning id;
--   Update on game_keys
--     ->  Index Scan using keys_quarantined on game_keys
--           Index Cond: (id = ANY ($1))
--           Filter: (quarantined_at IS NOT NULL)

-- src/server/recovery/quarantined-keys.ts
update game_keys
set quarantined_at = null , retired_at = null
where quarantined_at is not null
returning id;
--   Update on game_keys
--     ->  Index Scan using keys_quarantined on game_keys
--           Filter: (quarantined_at IS NOT NULL)

-- src/server/recovery/quarantined-keys.ts
update game_keys
set quarantined_at = null , retired_at = null
where quarantined_at is not null and id = any($1::uuid[])
returning id;
--   Update on game_keys
--     ->  Index Scan using keys_quarantined on game_keys
--           Index Cond: (id = ANY ($1))
--           Filter: (quarantined_at IS NOT NULL)

-- src/server/recovery/quarantined-keys.ts countQuarantined
select game_edition as edition, count(*) as count
from game_keys
where quarantined_at is not null
group by 1
order by 1;
--   GroupAggregate
--     Group Key: game_edition
--     ->  Sort
--           Sort Key: game_edition
--           ->  Index Scan using keys_quarantined on game_keys

-- src/server/recovery/quarantined-keys.ts readQuarantined
select id, sealed_key, sealed_with, game_edition, quarantined_at
from game_keys
where quarantined_at is not null
order by created_at, id
limit 50 offset 0;
--   Limit
--     ->  Index Scan using keys_quarantined on game_keys

-- src/server/recovery/read-figures.ts readFigures
select i.database_id as id, (select coalesce(jsonb_object_agg(fingerprint, next_index), '{}') from wallets) as
  reserved, (select reserved from recoveries where finished_at is null) as recovering, array(select
  previous_database_id::text from recoveries union select unnest(covered_database_ids)::text from recoveries) as
  recovered, exists (select from unnest($1::bigint[], $2::timestamptz[]) known (id, at) where not exists (select
  from payment_events e where e.id = known.id and date_trunc('milliseconds', e.at) = known.at) and not exists
  (select from external_orders o where o.event_id = known.id and date_trunc('milliseconds', o.created_at) =
  known.at)) as lacks_events
from installation i;
--   Seq Scan on installation i
--     InitPlan 1
--       ->  Aggregate
--             ->  Seq Scan on wallets
--     InitPlan 2
--       ->  Seq Scan on recoveries
--             Filter: (finished_at IS NULL)
--     InitPlan 3
--       ->  HashAggregate
--             Group Key: ((recoveries_1.previous_database_id)::text)
--             ->  Append
--                   ->  Seq Scan on recoveries recoveries_1
--                   ->  Result
--                         ->  ProjectSet
--                               ->  Seq Scan on recoveries recoveries_2
--     InitPlan 4
--       ->  Nested Loop Anti Join
--             Join Filter: ((o.event_id = known.id) AND (date_trunc('milliseconds'::text, o.created_at) = known.at))
--             ->  Nested Loop Anti Join
--                   ->  Function Scan on known
--                   ->  Index Scan using payment_events_pkey on payment_events e
--                         Index Cond: (id = known.id)
--                         Filter: (date_trunc('milliseconds'::text, at) = known.at)
--             ->  Seq Scan on external_orders o

-- src/server/recovery/read-figures.ts readNewestEvents
select id, at
from ((select id, at from payment_events order by id desc limit 50) union all (select event_id, created_at from
  external_orders order by event_id desc limit 50)) events
order by id desc
limit 50;
--   Limit
--     ->  Merge Append
--           Sort Key: payment_events.id DESC
--           ->  Limit
--                 ->  Index Scan Backward using payment_events_pkey on payment_events
--           ->  Limit
--                 ->  Sort
--                       Sort Key: external_orders.event_id DESC
--                       ->  Seq Scan on external_orders

-- src/server/recovery/recoveries.ts completePart
update recoveries
set addresses_done_at = $1
where id = $2;

-- src/server/recovery/recoveries.ts completePart
update recoveries
set finished_at = $1
where id = $2 and addresses_done_at is not null and keys_done_at is not null
returning id;

-- src/server/recovery/recoveries.ts completePart
update recoveries
set keys_done_at = $1
where id = $2;

-- src/server/recovery/recoveries.ts findOpenRecovery
select *
from recoveries
where finished_at is null;

-- src/server/recovery/recoveries.ts lockOpenRecovery
select *
from recoveries
where finished_at is null
for update;

-- src/server/recovery/recoveries.ts startRecovery
delete from address_pool;

-- src/server/recovery/recoveries.ts startRecovery
insert into recoveries (started_at, cause, previous_database_id, covered_database_ids, lost_since, reserved)
values ($1, $2, $3, $4, $5, $6)
on conflict do nothing
returning id;

-- src/server/recovery/recoveries.ts startRecovery
lock table address_pool in share row exclusive mode;

-- src/server/recovery/recoveries.ts startRecovery
update game_keys
set quarantined_at = $1, retired_at = $2, held_for = null, held_until = null
where payment_id is null and retired_at is null;
--   Update on game_keys
--     ->  Seq Scan on game_keys
--           Filter: ((payment_id IS NULL) AND (retired_at IS NULL))

-- src/server/recovery/recoveries.ts startRecovery
update wallets w
set next_index = p.lowest
from (select wallet_fingerprint, min(derivation_index) as lowest from address_pool group by 1) p
where p.wallet_fingerprint = w.fingerprint;
