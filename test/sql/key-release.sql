-- The statements of a module and their plans, written by npm run sql.

-- src/server/key-release/change-key-hold.ts
select keys_held_since
from editions
where id = $1
for update;

-- src/server/key-release/change-key-hold.ts
update editions
set keys_held_since = $1, keys_released_at = $2, keys_released_orders = $3
where id = $4;

-- src/server/key-release/list-key-holds.ts listKeyHolds
select id, keys_held_since, keys_released_at, keys_released_orders
from editions
order by id;

-- src/server/key-release/release-keys.ts countQueued
select count(*)
from mails
where sent_at is null and template in ('keys', 'keys-follow') and failed_as is null;
--   Aggregate
--     ->  Index Scan using mails_unsent on mails
--           Filter: ((failed_as IS NULL) AND (template = ANY ('{keys,keys-follow}'::text[])))

-- src/server/key-release/waiting-orders.ts countWaitingOrders
select edition, count(*) as orders, sum(quantity)::bigint as copies
from payments p
where awaiting_release_since is not null and delivered_at is null and status = 'confirmed' and not exists (select
  from refunds r where r.payment_id = p.id and r.status <> 'withdrawn')
group by 1;
--   GroupAggregate
--     Group Key: p.edition
--     ->  Nested Loop Anti Join
--           ->  Index Scan using payments_awaiting_release on payments p
--                 Filter: (status = 'confirmed'::text)
--           ->  Index Scan using refunds_of_payment on refunds r
--                 Index Cond: (payment_id = p.id)
--                 Filter: (status <> 'withdrawn'::text)

-- src/server/key-release/waiting-orders.ts findReleasedOrders
select p.id, p.confirmed_at::text as "confirmedAt"
from payments p join editions e on e.id = p.edition
where p.awaiting_release_since is not null and p.delivered_at is null and p.status = 'confirmed' and
  e.keys_held_since is null and not p.needs_settling and (p.confirmed_at, p.id) > ($1::timestamptz, $2::uuid) and
  not exists (select from refunds r where r.payment_id = p.id and r.status <> 'withdrawn')
order by p.confirmed_at, p.id
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: p.confirmed_at, p.id
--           ->  Nested Loop Anti Join
--                 ->  Nested Loop
--                       Join Filter: (e.id = p.edition)
--                       ->  Index Scan using payments_awaiting_release on payments p
--                             Index Cond: (confirmed_at >= $1)
--                             Filter: ((NOT needs_settling) AND (status = 'confirmed'::text) AND (ROW(confirmed_at, id) > ROW($1, $2)))
--                       ->  Seq Scan on editions e
--                             Filter: (keys_held_since IS NULL)
--                 ->  Index Scan using refunds_of_payment on refunds r
--                       Index Cond: (payment_id = p.id)
--                       Filter: (status <> 'withdrawn'::text)

-- src/server/key-release/waiting-orders.ts findReleasedOrders
select p.id, p.confirmed_at::text as "confirmedAt"
from payments p join editions e on e.id = p.edition
where p.awaiting_release_since is not null and p.delivered_at is null and p.status = 'confirmed' and
  e.keys_held_since is null and not p.needs_settling and not exists (select from refunds r where r.payment_id =
  p.id and r.status <> 'withdrawn')
order by p.confirmed_at, p.id
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: p.confirmed_at, p.id
--           ->  Nested Loop Anti Join
--                 ->  Nested Loop
--                       Join Filter: (e.id = p.edition)
--                       ->  Index Scan using payments_awaiting_release on payments p
--                             Filter: ((NOT needs_settling) AND (status = 'confirmed'::text))
--                       ->  Seq Scan on editions e
--                             Filter: (keys_held_since IS NULL)
--                 ->  Index Scan using refunds_of_payment on refunds r
--                       Index Cond: (payment_id = p.id)
--                       Filter: (status <> 'withdrawn'::text)
