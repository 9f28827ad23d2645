-- The statements of a module and their plans, written by npm run sql.

-- src/server/plain-pages/read-own-orders.ts readOwnOrders
select *
from payments
where id in ($1)
order by created_at desc;
--   Sort
--     Sort Key: created_at DESC
--     ->  Index Scan using payments_for_keys on payments
--           Index Cond: (id = $1)
