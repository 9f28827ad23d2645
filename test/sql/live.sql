-- The statements of a module and their plans, written by npm run sql.

-- src/server/live/live-hub.ts readCounters
select *
from purchase_counters
order by id;

-- src/server/live/live-hub.ts readStatus
select status
from payments
where id = $1;
--   Index Scan using payments_for_keys on payments
--     Index Cond: (id = $1)
