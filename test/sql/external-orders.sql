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

-- src/server/external-orders/create-external-order.ts insertAndDeliver
select $1::bigint as id, $2::timestamptz as at, pg_notify($3, $4);

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

-- src/server/external-orders/external-privacy.ts countExternalOf
select count(*) as count
from external_orders
where lower(user_email) = lower($1);

-- src/server/external-orders/external-privacy.ts eraseExternalOf
update external_orders o
set user_email = null, erased_at = $1
where lower(o.user_email) = lower($2) and (o.delivered_at is not null or o.refunded_at is not null) and not
  exists (select from mails m where m.dedupe_key = 'keys-elsewhere:' || o.id::text and m.sent_at is null);
--   Update on external_orders o
--     ->  Hash Right Anti Join
--           Hash Cond: (m.dedupe_key = ('keys-elsewhere:'::text || (o.id)::text))
--           ->  Index Scan using mails_unsent on mails m
--                 Filter: (sent_at IS NULL)
--           ->  Hash
--                 ->  Seq Scan on external_orders o
--                       Filter: (((delivered_at IS NOT NULL) OR (refunded_at IS NOT NULL)) AND (lower(user_email) = lower($2)))

-- src/server/external-orders/external-privacy.ts exportExternalOf
select *
from external_orders
where lower(user_email) = lower($1)
order by created_at, id;

-- src/server/external-orders/external-record.ts findExternalOrder
select *
from external_orders
where id = $1;

-- src/server/external-orders/external-record.ts lockExternalOrder
select *
from external_orders
where id = $1
for update;

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

-- src/server/external-orders/resend-external.ts resendExternal
select at
from audit
where subject_kind = $1 and subject_id = $2 and action = $3
order by id desc;
--   Index Scan Backward using audit_of_subject on audit
--     Index Cond: ((subject_kind = $1) AND (subject_id = $2))
--     Filter: (action = $3)
