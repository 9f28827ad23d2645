-- The statements of a module and their plans, written by npm run sql.

-- src/server/diagnostics/check-settings.ts checkChainSettings
select *
from cursors
where chain = $1;

-- src/server/diagnostics/check-settings.ts checkMailServer
select count(*) as unsent, min(created_at) as oldest
from mails
where sent_at is null;
--   Aggregate
--     ->  Index Scan using mails_unsent on mails

-- src/server/diagnostics/check-settings.ts checkWallets
with used as (select wallet_fingerprint as fingerprint, derivation_index as i, derivation_index -
  coalesce(lag(derivation_index) over (partition by wallet_fingerprint order by derivation_index), -1) as step
  from payments p where exists (select from transfers t where t.payment_id = p.id and t.lost_at is null))
select w.wallet, w.fingerprint, max(u.i) as highest, max(u.step) as gap
from wallets w
left join used u on u.fingerprint = w.fingerprint
group by w.wallet, w.fingerprint, w.first_used_at
order by w.wallet, w.first_used_at;
--   Sort
--     Sort Key: w.wallet, w.first_used_at
--     ->  GroupAggregate
--           Group Key: w.fingerprint
--           ->  Nested Loop Left Join
--                 Join Filter: (p.wallet_fingerprint = w.fingerprint)
--                 ->  Index Scan using wallets_pkey on wallets w
--                 ->  WindowAgg
--                       Window: w1 AS (PARTITION BY p.wallet_fingerprint ORDER BY p.derivation_index)
--                       ->  Sort
--                             Sort Key: p.wallet_fingerprint, p.derivation_index
--                             ->  Hash Semi Join
--                                   Hash Cond: (p.id = t.payment_id)
--                                   ->  Seq Scan on payments p
--                                   ->  Hash
--                                         ->  Seq Scan on transfers t
--                                               Filter: (lost_at IS NULL)

-- src/server/diagnostics/check-settings.ts readDatabaseState
select current_setting('server_version') as version, pg_database_size(current_database()) as size, (select
  count(*) from pg_stat_activity where datname = current_database()) as connections;

-- src/server/diagnostics/frozen-exposure.ts readFrozenExposure
select chain, asset, coalesce(sum(atoms) filter (where is_frozen), 0) as frozen, (count(*) filter (where
  is_frozen and atoms is distinct from 0))::integer as addresses, (count(*) filter (where is_frozen is
  null))::integer as unknown, coalesce(array_agg(payment_id::text order by checked_at) filter (where is_frozen
  and atoms is distinct from 0), '{}') as orders
from freeze_checks
group by chain, asset
having bool_or(is_frozen is null or is_frozen and atoms is distinct from 0)
order by chain, asset;
--   GroupAggregate
--     Group Key: chain, asset
--     Filter: bool_or(((is_frozen IS NULL) OR (is_frozen AND (atoms IS DISTINCT FROM '0'::numeric))))
--     ->  Index Scan using freeze_checks_pkey on freeze_checks
