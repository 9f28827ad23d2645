-- The statements of a module and their plans, written by npm run sql.

-- src/server/bulletins/bulletin-record.ts lockBulletin
select *
from bulletins
where id = $1
for update;

-- src/server/bulletins/change-bulletin.ts saveDraft
insert into bulletins (id, created_at, kind, editions, texts, prices)
values ($1, $2, $3, $4, $5, $6)
on conflict (id) do update
set kind = $7, editions = $8, texts = $9, prices = $10;

-- src/server/bulletins/change-bulletin.ts saveDraft
select count(*) as count
from bulletins;

-- src/server/bulletins/change-bulletin.ts saveDraft
select id
from editions
where id in ($1);

-- src/server/bulletins/change-bulletin.ts start
update bulletins
set started_at = $1, started_by = $2
where id = $3;

-- src/server/bulletins/change-bulletin.ts stopOrResume
update bulletins
set stopped_at = $1
where id = $2;

-- src/server/bulletins/list-bulletins.ts listBulletins
select bulletins.*, users.email as started_by_email
from bulletins
left join users on users.id = bulletins.started_by
order by bulletins.created_at desc, bulletins.id
limit 50;

-- src/server/bulletins/list-bulletins.ts readProgress
select count(*) as total, count(m.sent_at) as sent, count(*) filter (where m.sent_at is null and m.failed_as is
  not null) as failing, count(*) filter (where o.mail = 'left-out' or (o.mail = 'queued' and m.id is null)) as
  "leftOut", count(*) filter (where o.refund = 'requested') as "refundsRequested", count(*) filter (where
  o.refund = 'already') as "refundsAlready"
from bulletin_orders o
left join mails m on m.dedupe_key = 'bulletin:' || o.bulletin_id || ':' || o.payment_id
where o.bulletin_id = $1;
--   Aggregate
--     ->  Hash Left Join
--           Hash Cond: (((('bulletin:'::text || (o.bulletin_id)::text) || ':'::text) || (o.payment_id)::text) = m.dedupe_key)
--           ->  Bitmap Heap Scan on bulletin_orders o
--                 Recheck Cond: (bulletin_id = $1)
--                 ->  Bitmap Index Scan on bulletin_orders_pkey
--                       Index Cond: (bulletin_id = $1)
--           ->  Hash
--                 ->  Seq Scan on mails m

-- src/server/bulletins/list-bulletins.ts readProgress
select payment_id, refusal
from bulletin_orders
where bulletin_id = $1 and refusal is not null
order by payment_id
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: payment_id
--           ->  Bitmap Heap Scan on bulletin_orders
--                 Recheck Cond: (bulletin_id = $1)
--                 Filter: (refusal IS NOT NULL)
--                 ->  Bitmap Index Scan on bulletin_orders_pkey
--                       Index Cond: (bulletin_id = $1)

-- src/server/bulletins/recipients.ts countAtWrongPrice
select state, count(*) as orders, sum(price)::bigint as price, sum(greatest($1::bigint * quantity -
  discount_cents, 0))::bigint as right
from (select p.price_cents as price, p.discount_cents, p.quantity, case when p.refunded_at is not null or
  p.status = 'refunded' then 'refunded' when p.delivered_at is not null then 'delivered' when p.status =
  'confirmed' then 'undelivered' when p.status in ('pending', 'partial', 'detected', 'review') then 'unpaid' end
  as state from payments p where p.edition = any($2::text[]) and p.created_at >= $3::timestamptz and p.created_at
  < $4::timestamptz and p.currency = $5 and p.unit_price_cents <> $6) at_price
where state is not null
group by state;
--   GroupAggregate
--     Group Key: (CASE WHEN ((p.refunded_at IS NOT NULL) OR (p.status = 'refunded'::text)) THEN 'refunded'::text WHEN (p.delivered_at IS NOT NULL) THEN 'delivered'::text WHEN (p.status = 'confirmed'::text) THEN 'undelivered'::text WHEN (p.status = ANY ('{pending,partial,detected,review}'::text[])) THEN 'unpaid'::text ELSE NULL::text END)
--     ->  Sort
--           Sort Key: (CASE WHEN ((p.refunded_at IS NOT NULL) OR (p.status = 'refunded'::text)) THEN 'refunded'::text WHEN (p.delivered_at IS NOT NULL) THEN 'delivered'::text WHEN (p.status = 'confirmed'::text) THEN 'undelivered'::text WHEN (p.status = ANY ('{pending,partial,detected,review}'::text[])) THEN 'unpaid'::text ELSE NULL::text END)
--           ->  Index Scan using payments_listed on payments p
--                 Index Cond: ((created_at >= $3) AND (created_at < $4))
--                 Filter: ((unit_price_cents <> $6) AND (currency = $5) AND (CASE WHEN ((refunded_at IS NOT NULL) OR (status = 'refunded'::text)) THEN 'refunded'::text WHEN (delivered_at IS NOT NULL) THEN 'delivered'::text WHEN (status = 'confirmed'::text) THEN 'undelivered'::text WHEN (status = ANY ('{pending,partial,detected,review}'::text[])) THEN 'unpaid'::text ELSE NULL::text END IS NOT NULL) AND (edition = ANY ($2)))

-- src/server/bulletins/recipients.ts forecastBulletin
select crypto_network as network, currency, count(*) as orders, count(*) filter (where copies > 0) as due,
  coalesce(sum(copies), 0)::bigint as copies, coalesce(sum(ceil(price::numeric * copies / quantity)), 0)::bigint
  as price
from (select p.crypto_network, p.currency, p.price_cents as price, p.quantity, p.quantity - coalesce((select
  sum(r.quantity) from refunds r where r.payment_id = p.id and r.status <> 'withdrawn'), 0) as copies from
  payments p where p.status = 'confirmed' and p.refunded_at is null and p.user_email is not null and p.edition =
  any($1::text[]) and p.delivered_at is null and p.created_at >= $2::timestamptz and p.created_at <
  $3::timestamptz and p.currency = $4 and p.unit_price_cents <> $5) bought
group by crypto_network, currency
order by currency;
--   GroupAggregate
--     Group Key: p.crypto_network
--     ->  Sort
--           Sort Key: p.crypto_network
--           ->  Index Scan using payments_sorted_by_status on payments p
--                 Index Cond: ((status = 'confirmed'::text) AND (created_at >= $2) AND (created_at < $3))
--                 Filter: ((refunded_at IS NULL) AND (user_email IS NOT NULL) AND (delivered_at IS NULL) AND (unit_price_cents <> $5) AND (currency = $4) AND (edition = ANY ($1)))
--     SubPlan 1
--       ->  Aggregate
--             ->  Index Scan using refunds_of_payment on refunds r
--                   Index Cond: (payment_id = p.id)
--                   Filter: (status <> 'withdrawn'::text)
--     SubPlan 2
--       ->  Aggregate
--             ->  Index Scan using refunds_of_payment on refunds r_1
--                   Index Cond: (payment_id = p.id)
--                   Filter: (status <> 'withdrawn'::text)
--     SubPlan 3
--       ->  Aggregate
--             ->  Index Scan using refunds_of_payment on refunds r_2
--                   Index Cond: (payment_id = p.id)
--                   Filter: (status <> 'withdrawn'::text)

-- src/server/bulletins/recipients.ts forecastBulletin
select crypto_network as network, currency, count(*) as orders, count(*) filter (where copies > 0) as due,
  coalesce(sum(copies), 0)::bigint as copies, coalesce(sum(ceil(price::numeric * copies / quantity)), 0)::bigint
  as price
from (select p.crypto_network, p.currency, p.price_cents as price, p.quantity, p.quantity - coalesce((select
  sum(r.quantity) from refunds r where r.payment_id = p.id and r.status <> 'withdrawn'), 0) as copies from
  payments p where p.status = 'confirmed' and p.refunded_at is null and p.user_email is not null and p.edition =
  any($1::text[]) and true) bought
group by crypto_network, currency
order by currency;
--   GroupAggregate
--     Group Key: p.currency, p.crypto_network
--     ->  Sort
--           Sort Key: p.currency, p.crypto_network
--           ->  Seq Scan on payments p
--                 Filter: ((refunded_at IS NULL) AND (user_email IS NOT NULL) AND (status = 'confirmed'::text) AND (edition = ANY ($1)))
--     SubPlan 1
--       ->  Aggregate
--             ->  Index Scan using refunds_of_payment on refunds r
--                   Index Cond: (payment_id = p.id)
--                   Filter: (status <> 'withdrawn'::text)
--     SubPlan 2
--       ->  Aggregate
--             ->  Index Scan using refunds_of_payment on refunds r_1
--                   Index Cond: (payment_id = p.id)
--                   Filter: (status <> 'withdrawn'::text)
--     SubPlan 3
--       ->  Aggregate
--             ->  Index Scan using refunds_of_payment on refunds r_2
--                   Index Cond: (payment_id = p.id)
--                   Filter: (status <> 'withdrawn'::text)

-- src/server/bulletins/recipients.ts listRecipients
insert into bulletin_orders (bulletin_id, payment_id)
select $1, p.id
from payments p
where p.status = 'confirmed' and p.refunded_at is null and p.user_email is not null and p.edition =
  any($2::text[]) and p.delivered_at is null and p.created_at >= $3::timestamptz and p.created_at <
  $4::timestamptz and p.currency = $5 and p.unit_price_cents <> $6;
--   Insert on bulletin_orders
--     ->  Index Scan using payments_sorted_by_status on payments p
--           Index Cond: ((status = 'confirmed'::text) AND (created_at >= $3) AND (created_at < $4))
--           Filter: ((refunded_at IS NULL) AND (user_email IS NOT NULL) AND (delivered_at IS NULL) AND (unit_price_cents <> $6) AND (currency = $5) AND (edition = ANY ($2)))

-- src/server/bulletins/recipients.ts listRecipients
insert into bulletin_orders (bulletin_id, payment_id)
select $1, p.id
from payments p
where p.status = 'confirmed' and p.refunded_at is null and p.user_email is not null and p.edition =
  any($2::text[]) and true;
--   Insert on bulletin_orders
--     ->  Seq Scan on payments p
--           Filter: ((refunded_at IS NULL) AND (user_email IS NOT NULL) AND (status = 'confirmed'::text) AND (edition = ANY ($2)))

-- src/server/bulletins/routes.ts
select id
from editions
order by id;

-- src/server/bulletins/routes.ts readContent
select *
from bulletins
where id = $1;

-- src/server/bulletins/send-bulletins.ts countQueued
select count(*)
from mails
where sent_at is null and template in ('bulletin', 'refund-asked') and (failed_as is null or failed_as =
  'unreachable');
--   Aggregate
--     ->  Index Scan using mails_unsent on mails
--           Filter: ((template = ANY ('{bulletin,refund-asked}'::text[])) AND ((failed_as IS NULL) OR (failed_as = 'unreachable'::text)))

-- src/server/bulletins/send-bulletins.ts findOpenOrders
select payment_id
from bulletin_orders
where bulletin_id = $1 and done_at is null
order by random()
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: (random())
--           ->  Index Only Scan using bulletin_orders_open on bulletin_orders
--                 Index Cond: (bulletin_id = $1)

-- src/server/bulletins/send-bulletins.ts lockOpenOrder
select bulletin_orders.mail
from bulletin_orders
inner join bulletins on bulletins.id = bulletin_orders.bulletin_id
where bulletins.id = $1 and bulletins.stopped_at is null and payment_id = $2 and done_at is null
for update of bulletin_orders;
--   LockRows
--     ->  Nested Loop
--           ->  Index Scan using bulletin_orders_open on bulletin_orders
--                 Index Cond: ((bulletin_id = $1) AND (payment_id = $2))
--                 Filter: (done_at IS NULL)
--           ->  Seq Scan on bulletins
--                 Filter: ((stopped_at IS NULL) AND (id = $1))

-- src/server/bulletins/send-bulletins.ts markOrder
update bulletin_orders
set mail = $1, done_at = $2
where bulletin_id = $3 and payment_id = $4;
--   Update on bulletin_orders
--     ->  Index Scan using bulletin_orders_of on bulletin_orders
--           Index Cond: (payment_id = $4)
--           Filter: (bulletin_id = $3)

-- src/server/bulletins/send-bulletins.ts markOrder
update bulletin_orders
set refund = $1, refusal = $2, done_at = $3
where bulletin_id = $4 and payment_id = $5;
--   Update on bulletin_orders
--     ->  Index Scan using bulletin_orders_of on bulletin_orders
--           Index Cond: (payment_id = $5)
--           Filter: (bulletin_id = $4)

-- src/server/bulletins/send-bulletins.ts sendBulletins
select *
from bulletins
where started_at is not null and completed_at is null and stopped_at is null
order by started_at;

-- src/server/bulletins/send-bulletins.ts sendBulletins
update bulletins
set completed_at = $1
where id = $2 and completed_at is null and not exists (select payment_id from bulletin_orders where bulletin_id =
  $3 and done_at is null);
--   Update on bulletins
--     InitPlan 1
--       ->  Index Only Scan using bulletin_orders_open on bulletin_orders
--             Index Cond: (bulletin_id = $3)
--     ->  Result
--           One-Time Filter: (NOT (InitPlan 1).col1)
--           ->  Seq Scan on bulletins
--                 Filter: ((completed_at IS NULL) AND (id = $2))
