-- The statements of a module and their plans, written by npm run sql.

-- src/server/external-orders/create-external-order.ts findEarlier
select *
from external_orders
where (idempotency_key = $1 or (reference = $2 and edition = $3));

-- src/server/external-orders/create-external-order.ts insertAndDeliver
insert into external_orders (created_at, token_id, idempotency_key, request_hash, reference, user_email,
  language, edition, quantity)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
returning *;

-- src/server/external-orders/deliver-external.ts
select o.*
from external_orders o join editions e on e.id = o.edition
where o.delivered_at is null and o.refunded_at is null and e.keys_held_since is null
order by o.created_at, o.id
limit 50
for update of o skip locked
for share of e;

-- src/server/external-orders/deliver-external.ts deliverExternal
update external_orders
set delivered_at = $1
where id = $2
returning *;

-- src/server/external-orders/external-record.ts findExternalOrder
select *
from external_orders
where id = $1;

-- src/server/external-orders/refund-external.ts
select *
from external_orders
where id = $1
for update;

-- src/server/external-orders/refund-external.ts
update external_orders
set refunded_at = $1
where id = $2
returning *;
