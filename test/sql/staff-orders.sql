-- The statements of a module and their plans, written by npm run sql.

-- src/server/staff-orders/decision-routes.ts
insert into payment_notes (payment_id, at, actor_id, note)
values ($1, $2, $3, $4);

-- src/server/staff-orders/decision-routes.ts
select note, actor_id, at
from payment_notes
where payment_id = $1
order by id desc
limit 50;
--   Limit
--     ->  Index Scan Backward using payment_notes_of on payment_notes
--           Index Cond: (payment_id = $1)

-- src/server/staff-orders/decision-routes.ts orderReply
select *
from payments
where id = $1;
--   Index Scan using payments_for_keys on payments
--     Index Cond: (id = $1)

-- src/server/staff-orders/decision-routes.ts refundAsStaff
select *
from payments
where id = $1;
--   Index Scan using payments_for_keys on payments
--     Index Cond: (id = $1)

-- src/server/staff-orders/describe-order.ts readAuditEntries
select a.at, u.email, a.action, a.facts
from audit as a
left join users as u on u.id = a.actor_id
where a.subject_kind = $1 and a.subject_id = $2
order by a.id;
--   Nested Loop Left Join
--     Join Filter: (u.id = a.actor_id)
--     ->  Index Scan using audit_of_subject on audit a
--           Index Cond: ((subject_kind = $1) AND (subject_id = $2))
--     ->  Seq Scan on users u

-- src/server/staff-orders/describe-order.ts readDiscount
select code, name
from discount_codes
where id = $1;
--   Index Scan using discount_codes_pkey on discount_codes
--     Index Cond: (id = $1)

-- src/server/staff-orders/describe-order.ts readEvents
select at, kind, facts
from payment_events
where payment_id = $1
order by id;
--   Index Scan using payment_events_of on payment_events
--     Index Cond: (payment_id = $1)

-- src/server/staff-orders/describe-order.ts readKeys
select id, game_edition, sealed_key, sealed_with, handed_at, retired_at, refund_id
from game_keys
where payment_id = $1
order by line_no, handed_at;
--   Sort
--     Sort Key: line_no, handed_at
--     ->  Index Scan using keys_of_order on game_keys
--           Index Cond: (payment_id = $1)

-- src/server/staff-orders/describe-order.ts readMails
select template, created_at, sent_at, attempts, failed_as, failed_reply, dedupe_key
from mails
where payment_id = $1
order by created_at;
--   Sort
--     Sort Key: created_at
--     ->  Index Scan using mails_by_payment on mails
--           Index Cond: (payment_id = $1)

-- src/server/staff-orders/describe-order.ts readNotes
select n.at, u.email, n.note
from payment_notes as n
left join users as u on u.id = n.actor_id
where n.payment_id = $1
order by n.id;
--   Nested Loop Left Join
--     Join Filter: (u.id = n.actor_id)
--     ->  Index Scan using payment_notes_of on payment_notes n
--           Index Cond: (payment_id = $1)
--     ->  Seq Scan on users u

-- src/server/staff-orders/describe-order.ts readRefundsOf
select *
from refunds
where payment_id = $1 and chain is not null
order by asked_at;
--   Sort
--     Sort Key: asked_at
--     ->  Index Scan using refunds_of_payment on refunds
--           Index Cond: (payment_id = $1)
--           Filter: (chain IS NOT NULL)

-- src/server/staff-orders/describe-order.ts readTransfers
select *
from transfers
where payment_id = $1
order by seen_at, tx_hash, output_index;
--   Sort
--     Sort Key: seen_at, tx_hash, output_index
--     ->  Index Scan using transfers_of_payment on transfers
--           Index Cond: (payment_id = $1)

-- src/server/staff-orders/describe-order.ts readTransfers
select chain, head_height
from cursors;

-- src/server/staff-orders/export-oss.ts readRefunds
select v.declared_country, v.network_country, p.delivered_at, p.currency, r.price_cents
from refunds r join payments p on p.id = r.payment_id
left join vat_evidence v on v.payment_id = p.id
where r.status = 'verified' and r.verified_at >= $1 and r.verified_at < $2 and p.delivered_at is not null and
  r.price_cents > 0;
--   Nested Loop Left Join
--     ->  Nested Loop
--           ->  Bitmap Heap Scan on refunds r
--                 Recheck Cond: ((verified_at >= $1) AND (verified_at < $2) AND (status = 'verified'::text))
--                 Filter: (price_cents > 0)
--                 ->  Bitmap Index Scan on refunds_verified
--                       Index Cond: ((verified_at >= $1) AND (verified_at < $2))
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = r.payment_id)
--                 Filter: (delivered_at IS NOT NULL)
--     ->  Index Scan using vat_evidence_pkey on vat_evidence v
--           Index Cond: (payment_id = p.id)

-- src/server/staff-orders/export-oss.ts readSupplies
select id, crypto_network, p.price_cents, currency
from payments p
where delivered_at >= $1 and delivered_at < $2
order by id;
--   Sort
--     Sort Key: id
--     ->  Seq Scan on payments p
--           Filter: ((delivered_at >= $1) AND (delivered_at < $2))

-- src/server/staff-orders/fold-counts.ts foldOrderCounts
with folded as (delete from confirm_counts where paid_on in (select paid_on from confirm_counts group by paid_on,
  took_s having count(*) > 1) returning *) insert into confirm_counts
select paid_on, took_s, sum(orders)
from folded
group by 1, 2
having sum(orders) <> 0;

-- src/server/staff-orders/fold-counts.ts foldOrderCounts
with folded as (delete from order_counts where made_on in (select made_on from order_counts group by made_on,
  status, edition, network, language having count(*) > 1) returning *) insert into order_counts
select made_on, status, edition, network, language, sum(orders)
from folded
group by 1, 2, 3, 4, 5
having sum(orders) <> 0;

-- src/server/staff-orders/fold-counts.ts foldOrderCounts
with folded as (delete from sale_counts where paid_on in (select paid_on from sale_counts group by paid_on,
  edition, network, language, currency having count(*) > 1) returning *) insert into sale_counts
select paid_on, edition, network, language, sum(orders), sum(copies), sum(cents), currency
from folded
group by 1, 2, 3, 4, 8
having sum(orders) <> 0;

-- src/server/staff-orders/fold-counts.ts foldOrderCounts
with folded as (delete from waiting_counts where edition in (select edition from waiting_counts group by edition,
  is_awaiting_keys, currency having count(*) > 1 or sum(orders) = 0) returning *) insert into waiting_counts
select edition, is_awaiting_keys, sum(orders), sum(copies), sum(cents), currency
from folded
group by 1, 2, 6
having sum(orders) <> 0;

-- src/server/staff-orders/list-external-orders.ts listExternalOrders
select p.*, (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from external_orders p
where p.delivered_at is not null and p.refunded_at is null and p.edition = $1 and true
order by p.created_at desc, p.id desc
limit 50;

-- src/server/staff-orders/list-external-orders.ts listExternalOrders
select p.*, (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from external_orders p
where p.delivered_at is not null and p.refunded_at is null and true
order by p.created_at desc, p.id desc
limit 50;

-- src/server/staff-orders/list-external-orders.ts listExternalOrders
select p.*, (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from external_orders p
where p.delivered_at is null and p.refunded_at is null and p.id in ((select id from external_orders where
  lower(reference) like $1 order by created_at desc limit 50) union (select id from external_orders where
  lower(user_email) like $2 order by created_at desc limit 50) union (select id from external_orders where id
  between $3::uuid and $4::uuid)) and true
order by p.created_at desc, p.id desc
limit 50;

-- src/server/staff-orders/list-external-orders.ts listExternalOrders
select p.*, (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from external_orders p
where p.delivered_at is null and p.refunded_at is null and p.id in ((select id from external_orders where
  lower(reference) like $1 order by created_at desc limit 50) union (select id from external_orders where
  lower(user_email) like $2 order by created_at desc limit 50)) and true
order by p.created_at desc, p.id desc
limit 50;

-- src/server/staff-orders/list-external-orders.ts listExternalOrders
select p.*, (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from external_orders p
where p.delivered_at is null and p.refunded_at is null and true
order by p.created_at desc, p.id desc
limit 50;

-- src/server/staff-orders/list-external-orders.ts listExternalOrders
select p.*, (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from external_orders p
where p.id in ((select id from external_orders where lower(reference) like $1 order by created_at desc limit 50)
  union (select id from external_orders where lower(user_email) like $2 order by created_at desc limit 50) union
  (select id from external_orders where id between $3::uuid and $4::uuid)) and true
order by p.created_at desc, p.id desc
limit 50;

-- src/server/staff-orders/list-external-orders.ts listExternalOrders
select p.*, (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from external_orders p
where p.id in ((select id from external_orders where lower(reference) like $1 order by created_at desc limit 50)
  union (select id from external_orders where lower(user_email) like $2 order by created_at desc limit 50)) and
  true
order by p.created_at desc, p.id desc
limit 50;

-- src/server/staff-orders/list-external-orders.ts listExternalOrders
select p.*, (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from external_orders p
where p.id in ((select id from external_orders where lower(reference) like $1 order by created_at desc limit 50))
  and true
order by p.created_at desc, p.id desc
limit 50;

-- src/server/staff-orders/list-external-orders.ts listExternalOrders
select p.*, (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from external_orders p
where p.refunded_at is not null and true
order by p.created_at desc, p.id desc
limit 50;

-- src/server/staff-orders/list-external-orders.ts listExternalOrders
select p.*, (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from external_orders p
where true and (p.created_at, p.id) < (timestamptz 'epoch' + $1::bigint * interval '1 microsecond', $2::uuid)
order by p.created_at desc, p.id desc
limit 50;

-- src/server/staff-orders/list-external-orders.ts listExternalOrders
select p.*, (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from external_orders p
where true and true
order by p.created_at desc, p.id desc
limit 50;

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from external_orders p where p.delivered_at is not null and p.refunded_at is null and p.edition = $1
  limit 50) counted;

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from external_orders p where p.delivered_at is not null and p.refunded_at is null limit 50) counted;

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from external_orders p where p.delivered_at is null and p.refunded_at is null and p.id in ((select
  id from external_orders where lower(reference) like $1 order by created_at desc limit 50) union (select id from
  external_orders where lower(user_email) like $2 order by created_at desc limit 50) union (select id from
  external_orders where id between $3::uuid and $4::uuid)) limit 50) counted;

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from external_orders p where p.delivered_at is null and p.refunded_at is null and p.id in ((select
  id from external_orders where lower(reference) like $1 order by created_at desc limit 50) union (select id from
  external_orders where lower(user_email) like $2 order by created_at desc limit 50)) limit 50) counted;

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from external_orders p where p.delivered_at is null and p.refunded_at is null limit 50) counted;

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from external_orders p where p.id in ((select id from external_orders where lower(reference) like $1
  order by created_at desc limit 50) union (select id from external_orders where lower(user_email) like $2 order
  by created_at desc limit 50) union (select id from external_orders where id between $3::uuid and $4::uuid))
  limit 50) counted;

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from external_orders p where p.id in ((select id from external_orders where lower(reference) like $1
  order by created_at desc limit 50) union (select id from external_orders where lower(user_email) like $2 order
  by created_at desc limit 50)) limit 50) counted;

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from external_orders p where p.id in ((select id from external_orders where lower(reference) like $1
  order by created_at desc limit 50)) limit 50) counted;

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from external_orders p where p.refunded_at is not null limit 50) counted;

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from external_orders p where true limit 50) counted;

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from payments p where (p.status = 'review' or (p.status = 'detected' and (p.limited_since is not
  null or p.unagreed_since is not null))) limit 50) counted;
--   Aggregate
--     ->  Limit
--           ->  Bitmap Heap Scan on payments p
--                 Recheck Cond: ((status = 'review'::text) OR ((limited_since IS NOT NULL) OR (unagreed_since IS NOT NULL)))
--                 Filter: ((status = 'review'::text) OR ((status = 'detected'::text) AND ((limited_since IS NOT NULL) OR (unagreed_since IS NOT NULL))))
--                 ->  BitmapOr
--                       ->  Bitmap Index Scan on payments_sorted_by_status
--                             Index Cond: (status = 'review'::text)
--                       ->  Bitmap Index Scan on payments_held_back

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from payments p where p.flags <> '{}' and p.flags @> array['nodes_disagree'] limit 50) counted;
--   Aggregate
--     ->  Limit
--           ->  Bitmap Heap Scan on payments p
--                 Recheck Cond: ((flags @> '{nodes_disagree}'::text[]) AND (flags <> '{}'::text[]))
--                 ->  Bitmap Index Scan on payments_by_flag
--                       Index Cond: (flags @> '{nodes_disagree}'::text[])

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from payments p where p.id in (select id from ((select id from payments where id between $1::uuid
  and $2::uuid limit 50) union (select id from payments where wallet = any($3) and payment_address = any($4))
  union (select id from (select id from payments where lower(user_email) like $5 order by created_at desc limit
  50) newest) union (select payment_id as id from game_keys where key_hash = any($6::bytea[]) and payment_id is
  not null)) found) limit 50) counted;
--   Aggregate
--     ->  Limit
--           ->  Nested Loop
--                 ->  Unique
--                       ->  Merge Append
--                             Sort Key: payments.id
--                             ->  Limit
--                                   ->  Index Only Scan using payments_pkey on payments
--                                         Index Cond: ((id >= $1) AND (id <= $2))
--                             ->  Sort
--                                   Sort Key: payments_1.id
--                                   ->  Index Scan using payments_address_is_its_own on payments payments_1
--                                         Index Cond: ((wallet = ANY ($3)) AND (payment_address = ANY ($4)))
--                             ->  Sort
--                                   Sort Key: newest.id
--                                   ->  Subquery Scan on newest
--                                         ->  Limit
--                                               ->  Sort
--                                                     Sort Key: payments_2.created_at DESC
--                                                     ->  Seq Scan on payments payments_2
--                                                           Filter: (lower(user_email) ~~ $5)
--                             ->  Sort
--                                   Sort Key: game_keys.payment_id
--                                   ->  Bitmap Heap Scan on game_keys
--                                         Recheck Cond: (key_hash = ANY ($6))
--                                         Filter: (payment_id IS NOT NULL)
--                                         ->  Bitmap Index Scan on keys_once
--                                               Index Cond: (key_hash = ANY ($6))
--                 ->  Index Only Scan using payments_pkey on payments p
--                       Index Cond: (id = payments.id)

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from payments p where p.id in (select id from ((select id from payments where id between $1::uuid
  and $2::uuid limit 50) union (select id from payments where wallet = any($3) and payment_address = any($4))
  union (select id from (select id from payments where lower(user_email) like $5 order by created_at desc limit
  50) newest)) found) limit 50) counted;
--   Aggregate
--     ->  Limit
--           ->  Nested Loop
--                 ->  Unique
--                       ->  Merge Append
--                             Sort Key: payments.id
--                             ->  Limit
--                                   ->  Index Only Scan using payments_pkey on payments
--                                         Index Cond: ((id >= $1) AND (id <= $2))
--                             ->  Sort
--                                   Sort Key: payments_1.id
--                                   ->  Index Scan using payments_address_is_its_own on payments payments_1
--                                         Index Cond: ((wallet = ANY ($3)) AND (payment_address = ANY ($4)))
--                             ->  Sort
--                                   Sort Key: newest.id
--                                   ->  Subquery Scan on newest
--                                         ->  Limit
--                                               ->  Sort
--                                                     Sort Key: payments_2.created_at DESC
--                                                     ->  Seq Scan on payments payments_2
--                                                           Filter: (lower(user_email) ~~ $5)
--                 ->  Index Only Scan using payments_pkey on payments p
--                       Index Cond: (id = payments.id)

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from payments p where p.id in (select id from ((select id from payments where id between $1::uuid
  and $2::uuid limit 50) union (select id from payments where wallet = any($3) and payment_address = any($4)))
  found) limit 50) counted;
--   Aggregate
--     ->  Limit
--           ->  Nested Loop
--                 ->  Unique
--                       ->  Merge Append
--                             Sort Key: payments.id
--                             ->  Limit
--                                   ->  Index Only Scan using payments_pkey on payments
--                                         Index Cond: ((id >= $1) AND (id <= $2))
--                             ->  Sort
--                                   Sort Key: payments_1.id
--                                   ->  Index Scan using payments_address_is_its_own on payments payments_1
--                                         Index Cond: ((wallet = ANY ($3)) AND (payment_address = ANY ($4)))
--                 ->  Index Only Scan using payments_pkey on payments p
--                       Index Cond: (id = payments.id)

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from payments p where p.id in (select id from ((select id from payments where wallet = any($1) and
  payment_address = any($2)) union (select id from (select id from payments where lower(user_email) like $3 order
  by created_at desc limit 50) newest) union (select payment_id as id from game_keys where key_hash =
  any($4::bytea[]) and payment_id is not null)) found) limit 50) counted;
--   Aggregate
--     ->  Limit
--           ->  Nested Loop
--                 ->  Unique
--                       ->  Merge Append
--                             Sort Key: payments.id
--                             ->  Sort
--                                   Sort Key: payments.id
--                                   ->  Index Scan using payments_address_is_its_own on payments
--                                         Index Cond: ((wallet = ANY ($1)) AND (payment_address = ANY ($2)))
--                             ->  Sort
--                                   Sort Key: newest.id
--                                   ->  Subquery Scan on newest
--                                         ->  Limit
--                                               ->  Sort
--                                                     Sort Key: payments_1.created_at DESC
--                                                     ->  Seq Scan on payments payments_1
--                                                           Filter: (lower(user_email) ~~ $3)
--                             ->  Sort
--                                   Sort Key: game_keys.payment_id
--                                   ->  Bitmap Heap Scan on game_keys
--                                         Recheck Cond: (key_hash = ANY ($4))
--                                         Filter: (payment_id IS NOT NULL)
--                                         ->  Bitmap Index Scan on keys_once
--                                               Index Cond: (key_hash = ANY ($4))
--                 ->  Index Only Scan using payments_pkey on payments p
--                       Index Cond: (id = payments.id)

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from payments p where p.id in (select id from ((select id from payments where wallet = any($1) and
  payment_address = any($2)) union (select id from (select id from payments where lower(user_email) like $3 order
  by created_at desc limit 50) newest)) found) limit 50) counted;
--   Aggregate
--     ->  Limit
--           ->  Nested Loop
--                 ->  Unique
--                       ->  Merge Append
--                             Sort Key: payments.id
--                             ->  Sort
--                                   Sort Key: payments.id
--                                   ->  Index Scan using payments_address_is_its_own on payments
--                                         Index Cond: ((wallet = ANY ($1)) AND (payment_address = ANY ($2)))
--                             ->  Sort
--                                   Sort Key: newest.id
--                                   ->  Subquery Scan on newest
--                                         ->  Limit
--                                               ->  Sort
--                                                     Sort Key: payments_1.created_at DESC
--                                                     ->  Seq Scan on payments payments_1
--                                                           Filter: (lower(user_email) ~~ $3)
--                 ->  Index Only Scan using payments_pkey on payments p
--                       Index Cond: (id = payments.id)

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from payments p where p.id in (select id from ((select id from payments where wallet = any($1) and
  payment_address = any($2))) found) limit 50) counted;
--   Aggregate
--     ->  Limit
--           ->  Index Scan using payments_address_is_its_own on payments
--                 Index Cond: ((wallet = ANY ($1)) AND (payment_address = ANY ($2)))

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from payments p where p.id in (select id from ((select payment_id as id from transfers where chain =
  any($1) and tx_hash = any($2)) union (select r.payment_id as id from refund_transactions t join refunds r on
  r.id = t.refund_id where t.chain = any($3) and t.tx_hash = any($4)) union (select id from payments where wallet
  = any($5) and payment_address = any($6)) union (select id from (select id from payments where lower(user_email)
  like $7 order by created_at desc limit 50) newest) union (select payment_id as id from game_keys where key_hash
  = any($8::bytea[]) and payment_id is not null)) found) limit 50) counted;
--   Aggregate
--     ->  Limit
--           ->  Nested Loop
--                 ->  Unique
--                       ->  Merge Append
--                             Sort Key: transfers.payment_id
--                             ->  Sort
--                                   Sort Key: transfers.payment_id
--                                   ->  Index Scan using transfers_pkey on transfers
--                                         Index Cond: ((chain = ANY ($1)) AND (tx_hash = ANY ($2)))
--                             ->  Sort
--                                   Sort Key: r.payment_id
--                                   ->  Nested Loop
--                                         ->  Index Only Scan using refund_transactions_pkey on refund_transactions t
--                                               Index Cond: ((chain = ANY ($3)) AND (tx_hash = ANY ($4)))
--                                         ->  Index Only Scan using refunds_for_keys on refunds r
--                                               Index Cond: (id = t.refund_id)
--                             ->  Sort
--                                   Sort Key: payments.id
--                                   ->  Index Scan using payments_address_is_its_own on payments
--                                         Index Cond: ((wallet = ANY ($5)) AND (payment_address = ANY ($6)))
--                             ->  Sort
--                                   Sort Key: newest.id
--                                   ->  Subquery Scan on newest
--                                         ->  Limit
--                                               ->  Sort
--                                                     Sort Key: payments_1.created_at DESC
--                                                     ->  Seq Scan on payments payments_1
--                                                           Filter: (lower(user_email) ~~ $7)
--                             ->  Sort
--                                   Sort Key: game_keys.payment_id
--                                   ->  Bitmap Heap Scan on game_keys
--                                         Recheck Cond: (key_hash = ANY ($8))
--                                         Filter: (payment_id IS NOT NULL)
--                                         ->  Bitmap Index Scan on keys_once
--                                               Index Cond: (key_hash = ANY ($8))
--                 ->  Index Only Scan using payments_pkey on payments p
--                       Index Cond: (id = transfers.payment_id)

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from payments p where p.id in (select id from ((select payment_id as id from transfers where chain =
  any($1) and tx_hash = any($2)) union (select r.payment_id as id from refund_transactions t join refunds r on
  r.id = t.refund_id where t.chain = any($3) and t.tx_hash = any($4)) union (select id from payments where wallet
  = any($5) and payment_address = any($6)) union (select id from (select id from payments where lower(user_email)
  like $7 order by created_at desc limit 50) newest)) found) limit 50) counted;
--   Aggregate
--     ->  Limit
--           ->  Nested Loop
--                 ->  Unique
--                       ->  Merge Append
--                             Sort Key: transfers.payment_id
--                             ->  Sort
--                                   Sort Key: transfers.payment_id
--                                   ->  Index Scan using transfers_pkey on transfers
--                                         Index Cond: ((chain = ANY ($1)) AND (tx_hash = ANY ($2)))
--                             ->  Sort
--                                   Sort Key: r.payment_id
--                                   ->  Nested Loop
--                                         ->  Index Only Scan using refund_transactions_pkey on refund_transactions t
--                                               Index Cond: ((chain = ANY ($3)) AND (tx_hash = ANY ($4)))
--                                         ->  Index Only Scan using refunds_for_keys on refunds r
--                                               Index Cond: (id = t.refund_id)
--                             ->  Sort
--                                   Sort Key: payments.id
--                                   ->  Index Scan using payments_address_is_its_own on payments
--                                         Index Cond: ((wallet = ANY ($5)) AND (payment_address = ANY ($6)))
--                             ->  Sort
--                                   Sort Key: newest.id
--                                   ->  Subquery Scan on newest
--                                         ->  Limit
--                                               ->  Sort
--                                                     Sort Key: payments_1.created_at DESC
--                                                     ->  Seq Scan on payments payments_1
--                                                           Filter: (lower(user_email) ~~ $7)
--                 ->  Index Only Scan using payments_pkey on payments p
--                       Index Cond: (id = transfers.payment_id)

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from payments p where p.status = $1 and p.flags <> '{}' and p.flags @> array['overpaid'] limit 50)
  counted;
--   Aggregate
--     ->  Limit
--           ->  Index Only Scan using payments_flagged on payments p
--                 Filter: ((flags @> '{overpaid}'::text[]) AND (status = $1))

-- src/server/staff-orders/list-orders.ts countFound
select count(*) as n
from (select from payments p where p.status = $1 and p.id in (select id from ((select id from payments where
  wallet = any($2) and payment_address = any($3)) union (select id from (select id from payments where
  lower(user_email) like $4 order by created_at desc limit 50) newest) union (select payment_id as id from
  game_keys where key_hash = any($5::bytea[]) and payment_id is not null)) found) limit 50) counted;
--   Aggregate
--     ->  Limit
--           ->  Hash Join
--                 Hash Cond: (p.id = payments.id)
--                 ->  Index Only Scan using payments_sorted_by_status on payments p
--                       Index Cond: (status = $1)
--                 ->  Hash
--                       ->  Unique
--                             ->  Merge Append
--                                   Sort Key: payments.id
--                                   ->  Sort
--                                         Sort Key: payments.id
--                                         ->  Index Scan using payments_address_is_its_own on payments
--                                               Index Cond: ((wallet = ANY ($2)) AND (payment_address = ANY ($3)))
--                                   ->  Sort
--                                         Sort Key: newest.id
--                                         ->  Subquery Scan on newest
--                                               ->  Limit
--                                                     ->  Sort
--                                                           Sort Key: payments_1.created_at DESC
--                                                           ->  Seq Scan on payments payments_1
--                                                                 Filter: (lower(user_email) ~~ $4)
--                                   ->  Sort
--                                         Sort Key: game_keys.payment_id
--                                         ->  Bitmap Heap Scan on game_keys
--                                               Recheck Cond: (key_hash = ANY ($5))
--                                               Filter: (payment_id IS NOT NULL)
--                                               ->  Bitmap Index Scan on keys_once
--                                                     Index Cond: (key_hash = ANY ($5))

-- src/server/staff-orders/list-orders.ts countOrders
select coalesce(sum(orders), 0)::bigint as n
from order_counts
where status = $1 and true and true and true and made_on between $2::date and $3::date;

-- src/server/staff-orders/list-orders.ts countOrders
select coalesce(sum(orders), 0)::bigint as n
from order_counts
where true and edition = $1 and network = $2 and language = $3 and made_on between $4::date and $5::date;

-- src/server/staff-orders/list-orders.ts countOrders
select coalesce(sum(orders), 0)::bigint as n
from order_counts
where true and edition = $1 and true and true and made_on between $2::date and $3::date;

-- src/server/staff-orders/list-orders.ts countOrders
select coalesce(sum(orders), 0)::bigint as n
from order_counts
where true and true and true and true and made_on between $1::date and $2::date;

-- src/server/staff-orders/list-orders.ts readReviewCount
select count(*) as n
from payments
where status = 'review';
--   Aggregate
--     ->  Index Only Scan using payments_sorted_by_status on payments
--           Index Cond: (status = 'review'::text)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00')) * 1000000)::bigint::text || '.' ||
  (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.status = $1 and (coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00'), p.created_at, p.id) <
  (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', timestamptz 'epoch' + $3::bigint * interval
  '1 microsecond', $4::uuid)
order by coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00') desc, p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Index Scan Backward using payments_sorted_by_payment on payments p
--           Index Cond: (ROW(COALESCE(confirmed_at, '1970-01-01 00:00:00+00'::timestamp with time zone), created_at, id) < ROW(('1970-01-01 00:00:00+00'::timestamp with time zone + (($2)::double precision * '00:00:00.000001'::interval)), ('1970-01-01 00:00:00+00'::timestamp with time zone + (($3)::double precision * '00:00:00.000001'::interval)), $4))
--           Filter: (status = $1)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00')) * 1000000)::bigint::text || '.' ||
  (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.status = $1 and (coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00'), p.created_at, p.id) >
  (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', timestamptz 'epoch' + $3::bigint * interval
  '1 microsecond', $4::uuid)
order by coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00') asc, p.created_at asc, p.id asc
limit 50;
--   Limit
--     ->  Index Scan using payments_sorted_by_payment on payments p
--           Index Cond: (ROW(COALESCE(confirmed_at, '1970-01-01 00:00:00+00'::timestamp with time zone), created_at, id) > ROW(('1970-01-01 00:00:00+00'::timestamp with time zone + (($2)::double precision * '00:00:00.000001'::interval)), ('1970-01-01 00:00:00+00'::timestamp with time zone + (($3)::double precision * '00:00:00.000001'::interval)), $4))
--           Filter: (status = $1)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00')) * 1000000)::bigint::text || '.' ||
  (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.status = $1 and true
order by coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00') asc, p.created_at asc, p.id asc
limit 50;
--   Limit
--     ->  Index Scan using payments_sorted_by_payment on payments p
--           Filter: (status = $1)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00')) * 1000000)::bigint::text || '.' ||
  (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.status = $1 and true
order by coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00') desc, p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Index Scan Backward using payments_sorted_by_payment on payments p
--           Filter: (status = $1)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00')) * 1000000)::bigint::text || '.' ||
  (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where true and (coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00'), p.created_at, p.id) <
  (timestamptz 'epoch' + $1::bigint * interval '1 microsecond', timestamptz 'epoch' + $2::bigint * interval
  '1 microsecond', $3::uuid)
order by coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00') desc, p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Index Scan Backward using payments_sorted_by_payment on payments p
--           Index Cond: (ROW(COALESCE(confirmed_at, '1970-01-01 00:00:00+00'::timestamp with time zone), created_at, id) < ROW(('1970-01-01 00:00:00+00'::timestamp with time zone + (($1)::double precision * '00:00:00.000001'::interval)), ('1970-01-01 00:00:00+00'::timestamp with time zone + (($2)::double precision * '00:00:00.000001'::interval)), $3))

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00')) * 1000000)::bigint::text || '.' ||
  (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where true and (coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00'), p.created_at, p.id) >
  (timestamptz 'epoch' + $1::bigint * interval '1 microsecond', timestamptz 'epoch' + $2::bigint * interval
  '1 microsecond', $3::uuid)
order by coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00') asc, p.created_at asc, p.id asc
limit 50;
--   Limit
--     ->  Index Scan using payments_sorted_by_payment on payments p
--           Index Cond: (ROW(COALESCE(confirmed_at, '1970-01-01 00:00:00+00'::timestamp with time zone), created_at, id) > ROW(('1970-01-01 00:00:00+00'::timestamp with time zone + (($1)::double precision * '00:00:00.000001'::interval)), ('1970-01-01 00:00:00+00'::timestamp with time zone + (($2)::double precision * '00:00:00.000001'::interval)), $3))

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00')) * 1000000)::bigint::text || '.' ||
  (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where true and true
order by coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00') asc, p.created_at asc, p.id asc
limit 50;
--   Limit
--     ->  Index Scan using payments_sorted_by_payment on payments p

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00')) * 1000000)::bigint::text || '.' ||
  (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where true and true
order by coalesce(p.confirmed_at, timestamptz '1970-01-01 00:00:00+00') desc, p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Index Scan Backward using payments_sorted_by_payment on payments p

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where (p.status = 'review' or (p.status = 'detected' and (p.limited_since is not null or p.unagreed_since is not
  null))) and true
order by p.created_at asc, p.id asc
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: created_at, id
--           ->  Bitmap Heap Scan on payments p
--                 Recheck Cond: ((status = 'review'::text) OR ((limited_since IS NOT NULL) OR (unagreed_since IS NOT NULL)))
--                 Filter: ((status = 'review'::text) OR ((status = 'detected'::text) AND ((limited_since IS NOT NULL) OR (unagreed_since IS NOT NULL))))
--                 ->  BitmapOr
--                       ->  Bitmap Index Scan on payments_sorted_by_status
--                             Index Cond: (status = 'review'::text)
--                       ->  Bitmap Index Scan on payments_held_back

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.created_at >= $1::timestamptz and p.created_at < $2::timestamptz + interval '1 day' and (p.created_at,
  p.id) > (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)
order by p.created_at asc, p.id asc
limit 50;
--   Limit
--     ->  Index Scan Backward using payments_listed on payments p
--           Index Cond: ((created_at >= $1) AND (created_at < ($2 + '1 day'::interval)) AND (ROW(created_at, id) > ROW(('1970-01-01 00:00:00+00'::timestamp with time zone + (($3)::double precision * '00:00:00.000001'::interval)), $4)))

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.created_at >= $1::timestamptz and p.created_at < $2::timestamptz + interval '1 day' and true
order by p.created_at asc, p.id asc
limit 50;
--   Limit
--     ->  Index Scan Backward using payments_listed on payments p
--           Index Cond: ((created_at >= $1) AND (created_at < ($2 + '1 day'::interval)))

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.created_at >= $1::timestamptz and p.created_at < $2::timestamptz + interval '1 day' and true
order by p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Index Scan using payments_listed on payments p
--           Index Cond: ((created_at >= $1) AND (created_at < ($2 + '1 day'::interval)))

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.created_at >= $1::timestamptz and true
order by p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Index Scan using payments_listed on payments p
--           Index Cond: (created_at >= $1)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.edition = $1 and p.crypto_network = $2 and p.language = $3 and true
order by p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Index Scan using payments_listed_by_network on payments p
--           Index Cond: (crypto_network = $2)
--           Filter: ((edition = $1) AND (language = $3))

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.edition = $1 and true
order by p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Index Scan using payments_listed_by_edition on payments p
--           Index Cond: (edition = $1)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.flags <> '{}' and p.flags @> array['nodes_disagree'] and true
order by p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: created_at DESC, id DESC
--           ->  Bitmap Heap Scan on payments p
--                 Recheck Cond: ((flags @> '{nodes_disagree}'::text[]) AND (flags <> '{}'::text[]))
--                 ->  Bitmap Index Scan on payments_by_flag
--                       Index Cond: (flags @> '{nodes_disagree}'::text[])

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.id = any($1::uuid[]) and true
order by p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: created_at DESC, id DESC
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = ANY ($1))

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.id in (select id from ((select id from payments where id between $1::uuid and $2::uuid limit 50) union
  (select id from payments where wallet = any($3) and payment_address = any($4)) union (select id from (select id
  from payments where lower(user_email) like $5 order by created_at desc limit 50) newest) union (select
  payment_id as id from game_keys where key_hash = any($6::bytea[]) and payment_id is not null)) found) and true
order by p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: p.created_at DESC, p.id DESC
--           ->  Nested Loop
--                 ->  Unique
--                       ->  Merge Append
--                             Sort Key: payments.id
--                             ->  Limit
--                                   ->  Index Only Scan using payments_pkey on payments
--                                         Index Cond: ((id >= $1) AND (id <= $2))
--                             ->  Sort
--                                   Sort Key: payments_1.id
--                                   ->  Index Scan using payments_address_is_its_own on payments payments_1
--                                         Index Cond: ((wallet = ANY ($3)) AND (payment_address = ANY ($4)))
--                             ->  Sort
--                                   Sort Key: newest.id
--                                   ->  Subquery Scan on newest
--                                         ->  Limit
--                                               ->  Sort
--                                                     Sort Key: payments_2.created_at DESC
--                                                     ->  Seq Scan on payments payments_2
--                                                           Filter: (lower(user_email) ~~ $5)
--                             ->  Sort
--                                   Sort Key: game_keys.payment_id
--                                   ->  Bitmap Heap Scan on game_keys
--                                         Recheck Cond: (key_hash = ANY ($6))
--                                         Filter: (payment_id IS NOT NULL)
--                                         ->  Bitmap Index Scan on keys_once
--                                               Index Cond: (key_hash = ANY ($6))
--                 ->  Index Scan using payments_pkey on payments p
--                       Index Cond: (id = payments.id)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.id in (select id from ((select id from payments where id between $1::uuid and $2::uuid limit 50) union
  (select id from payments where wallet = any($3) and payment_address = any($4)) union (select id from (select id
  from payments where lower(user_email) like $5 order by created_at desc limit 50) newest)) found) and true
order by p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: p.created_at DESC, p.id DESC
--           ->  Nested Loop
--                 ->  Unique
--                       ->  Merge Append
--                             Sort Key: payments.id
--                             ->  Limit
--                                   ->  Index Only Scan using payments_pkey on payments
--                                         Index Cond: ((id >= $1) AND (id <= $2))
--                             ->  Sort
--                                   Sort Key: payments_1.id
--                                   ->  Index Scan using payments_address_is_its_own on payments payments_1
--                                         Index Cond: ((wallet = ANY ($3)) AND (payment_address = ANY ($4)))
--                             ->  Sort
--                                   Sort Key: newest.id
--                                   ->  Subquery Scan on newest
--                                         ->  Limit
--                                               ->  Sort
--                                                     Sort Key: payments_2.created_at DESC
--                                                     ->  Seq Scan on payments payments_2
--                                                           Filter: (lower(user_email) ~~ $5)
--                 ->  Index Scan using payments_pkey on payments p
--                       Index Cond: (id = payments.id)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.id in (select id from ((select id from payments where id between $1::uuid and $2::uuid limit 50) union
  (select id from payments where wallet = any($3) and payment_address = any($4))) found) and true
order by p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: p.created_at DESC, p.id DESC
--           ->  Nested Loop
--                 ->  Unique
--                       ->  Merge Append
--                             Sort Key: payments.id
--                             ->  Limit
--                                   ->  Index Only Scan using payments_pkey on payments
--                                         Index Cond: ((id >= $1) AND (id <= $2))
--                             ->  Sort
--                                   Sort Key: payments_1.id
--                                   ->  Index Scan using payments_address_is_its_own on payments payments_1
--                                         Index Cond: ((wallet = ANY ($3)) AND (payment_address = ANY ($4)))
--                 ->  Index Scan using payments_pkey on payments p
--                       Index Cond: (id = payments.id)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.id in (select id from ((select id from payments where wallet = any($1) and payment_address = any($2))
  union (select id from (select id from payments where lower(user_email) like $3 order by created_at desc limit
  50) newest) union (select payment_id as id from game_keys where key_hash = any($4::bytea[]) and payment_id is
  not null)) found) and true
order by p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: p.created_at DESC, p.id DESC
--           ->  Nested Loop
--                 ->  Unique
--                       ->  Merge Append
--                             Sort Key: payments.id
--                             ->  Sort
--                                   Sort Key: payments.id
--                                   ->  Index Scan using payments_address_is_its_own on payments
--                                         Index Cond: ((wallet = ANY ($1)) AND (payment_address = ANY ($2)))
--                             ->  Sort
--                                   Sort Key: newest.id
--                                   ->  Subquery Scan on newest
--                                         ->  Limit
--                                               ->  Sort
--                                                     Sort Key: payments_1.created_at DESC
--                                                     ->  Seq Scan on payments payments_1
--                                                           Filter: (lower(user_email) ~~ $3)
--                             ->  Sort
--                                   Sort Key: game_keys.payment_id
--                                   ->  Bitmap Heap Scan on game_keys
--                                         Recheck Cond: (key_hash = ANY ($4))
--                                         Filter: (payment_id IS NOT NULL)
--                                         ->  Bitmap Index Scan on keys_once
--                                               Index Cond: (key_hash = ANY ($4))
--                 ->  Index Scan using payments_pkey on payments p
--                       Index Cond: (id = payments.id)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.id in (select id from ((select id from payments where wallet = any($1) and payment_address = any($2))
  union (select id from (select id from payments where lower(user_email) like $3 order by created_at desc limit
  50) newest)) found) and true
order by p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: p.created_at DESC, p.id DESC
--           ->  Nested Loop
--                 ->  Unique
--                       ->  Merge Append
--                             Sort Key: payments.id
--                             ->  Sort
--                                   Sort Key: payments.id
--                                   ->  Index Scan using payments_address_is_its_own on payments
--                                         Index Cond: ((wallet = ANY ($1)) AND (payment_address = ANY ($2)))
--                             ->  Sort
--                                   Sort Key: newest.id
--                                   ->  Subquery Scan on newest
--                                         ->  Limit
--                                               ->  Sort
--                                                     Sort Key: payments_1.created_at DESC
--                                                     ->  Seq Scan on payments payments_1
--                                                           Filter: (lower(user_email) ~~ $3)
--                 ->  Index Scan using payments_pkey on payments p
--                       Index Cond: (id = payments.id)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.id in (select id from ((select id from payments where wallet = any($1) and payment_address = any($2)))
  found) and true
order by p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: payments.created_at DESC, payments.id DESC
--           ->  Index Scan using payments_address_is_its_own on payments
--                 Index Cond: ((wallet = ANY ($1)) AND (payment_address = ANY ($2)))

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.id in (select id from ((select payment_id as id from transfers where chain = any($1) and tx_hash =
  any($2)) union (select r.payment_id as id from refund_transactions t join refunds r on r.id = t.refund_id where
  t.chain = any($3) and t.tx_hash = any($4)) union (select id from payments where wallet = any($5) and
  payment_address = any($6)) union (select id from (select id from payments where lower(user_email) like $7 order
  by created_at desc limit 50) newest) union (select payment_id as id from game_keys where key_hash =
  any($8::bytea[]) and payment_id is not null)) found) and true
order by p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: p.created_at DESC, p.id DESC
--           ->  Nested Loop
--                 ->  Unique
--                       ->  Merge Append
--                             Sort Key: transfers.payment_id
--                             ->  Sort
--                                   Sort Key: transfers.payment_id
--                                   ->  Index Scan using transfers_pkey on transfers
--                                         Index Cond: ((chain = ANY ($1)) AND (tx_hash = ANY ($2)))
--                             ->  Sort
--                                   Sort Key: r.payment_id
--                                   ->  Nested Loop
--                                         ->  Index Only Scan using refund_transactions_pkey on refund_transactions t
--                                               Index Cond: ((chain = ANY ($3)) AND (tx_hash = ANY ($4)))
--                                         ->  Index Only Scan using refunds_for_keys on refunds r
--                                               Index Cond: (id = t.refund_id)
--                             ->  Sort
--                                   Sort Key: payments.id
--                                   ->  Index Scan using payments_address_is_its_own on payments
--                                         Index Cond: ((wallet = ANY ($5)) AND (payment_address = ANY ($6)))
--                             ->  Sort
--                                   Sort Key: newest.id
--                                   ->  Subquery Scan on newest
--                                         ->  Limit
--                                               ->  Sort
--                                                     Sort Key: payments_1.created_at DESC
--                                                     ->  Seq Scan on payments payments_1
--                                                           Filter: (lower(user_email) ~~ $7)
--                             ->  Sort
--                                   Sort Key: game_keys.payment_id
--                                   ->  Bitmap Heap Scan on game_keys
--                                         Recheck Cond: (key_hash = ANY ($8))
--                                         Filter: (payment_id IS NOT NULL)
--                                         ->  Bitmap Index Scan on keys_once
--                                               Index Cond: (key_hash = ANY ($8))
--                 ->  Index Scan using payments_pkey on payments p
--                       Index Cond: (id = transfers.payment_id)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.id in (select id from ((select payment_id as id from transfers where chain = any($1) and tx_hash =
  any($2)) union (select r.payment_id as id from refund_transactions t join refunds r on r.id = t.refund_id where
  t.chain = any($3) and t.tx_hash = any($4)) union (select id from payments where wallet = any($5) and
  payment_address = any($6)) union (select id from (select id from payments where lower(user_email) like $7 order
  by created_at desc limit 50) newest)) found) and true
order by p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: p.created_at DESC, p.id DESC
--           ->  Nested Loop
--                 ->  Unique
--                       ->  Merge Append
--                             Sort Key: transfers.payment_id
--                             ->  Sort
--                                   Sort Key: transfers.payment_id
--                                   ->  Index Scan using transfers_pkey on transfers
--                                         Index Cond: ((chain = ANY ($1)) AND (tx_hash = ANY ($2)))
--                             ->  Sort
--                                   Sort Key: r.payment_id
--                                   ->  Nested Loop
--                                         ->  Index Only Scan using refund_transactions_pkey on refund_transactions t
--                                               Index Cond: ((chain = ANY ($3)) AND (tx_hash = ANY ($4)))
--                                         ->  Index Only Scan using refunds_for_keys on refunds r
--                                               Index Cond: (id = t.refund_id)
--                             ->  Sort
--                                   Sort Key: payments.id
--                                   ->  Index Scan using payments_address_is_its_own on payments
--                                         Index Cond: ((wallet = ANY ($5)) AND (payment_address = ANY ($6)))
--                             ->  Sort
--                                   Sort Key: newest.id
--                                   ->  Subquery Scan on newest
--                                         ->  Limit
--                                               ->  Sort
--                                                     Sort Key: payments_1.created_at DESC
--                                                     ->  Seq Scan on payments payments_1
--                                                           Filter: (lower(user_email) ~~ $7)
--                 ->  Index Scan using payments_pkey on payments p
--                       Index Cond: (id = transfers.payment_id)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.status = $1 and (p.created_at, p.id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond',
  $3::uuid)
order by p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Index Scan Backward using payments_sorted_by_status on payments p
--           Index Cond: ((status = $1) AND (ROW(created_at, id) < ROW(('1970-01-01 00:00:00+00'::timestamp with time zone + (($2)::double precision * '00:00:00.000001'::interval)), $3)))

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.status = $1 and (p.created_at, p.id) > (timestamptz 'epoch' + $2::bigint * interval '1 microsecond',
  $3::uuid)
order by p.created_at asc, p.id asc
limit 50;
--   Limit
--     ->  Index Scan using payments_sorted_by_status on payments p
--           Index Cond: ((status = $1) AND (ROW(created_at, id) > ROW(('1970-01-01 00:00:00+00'::timestamp with time zone + (($2)::double precision * '00:00:00.000001'::interval)), $3)))

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.status = $1 and p.flags <> '{}' and p.flags @> array['overpaid'] and true
order by p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: created_at DESC, id DESC
--           ->  Bitmap Heap Scan on payments p
--                 Recheck Cond: ((flags @> '{overpaid}'::text[]) AND (flags <> '{}'::text[]))
--                 Filter: (status = $1)
--                 ->  Bitmap Index Scan on payments_by_flag
--                       Index Cond: (flags @> '{overpaid}'::text[])

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.status = $1 and p.id in (select id from ((select id from payments where wallet = any($2) and
  payment_address = any($3)) union (select id from (select id from payments where lower(user_email) like $4 order
  by created_at desc limit 50) newest) union (select payment_id as id from game_keys where key_hash =
  any($5::bytea[]) and payment_id is not null)) found) and true
order by p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: p.created_at DESC, p.id DESC
--           ->  Nested Loop
--                 ->  Unique
--                       ->  Merge Append
--                             Sort Key: payments.id
--                             ->  Sort
--                                   Sort Key: payments.id
--                                   ->  Index Scan using payments_address_is_its_own on payments
--                                         Index Cond: ((wallet = ANY ($2)) AND (payment_address = ANY ($3)))
--                             ->  Sort
--                                   Sort Key: newest.id
--                                   ->  Subquery Scan on newest
--                                         ->  Limit
--                                               ->  Sort
--                                                     Sort Key: payments_1.created_at DESC
--                                                     ->  Seq Scan on payments payments_1
--                                                           Filter: (lower(user_email) ~~ $4)
--                             ->  Sort
--                                   Sort Key: game_keys.payment_id
--                                   ->  Bitmap Heap Scan on game_keys
--                                         Recheck Cond: (key_hash = ANY ($5))
--                                         Filter: (payment_id IS NOT NULL)
--                                         ->  Bitmap Index Scan on keys_once
--                                               Index Cond: (key_hash = ANY ($5))
--                 ->  Index Scan using payments_pkey on payments p
--                       Index Cond: (id = payments.id)
--                       Filter: (status = $1)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.status = $1 and true
order by p.created_at asc, p.id asc
limit 50;
--   Limit
--     ->  Index Scan using payments_sorted_by_status on payments p
--           Index Cond: (status = $1)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.status = $1 and true
order by p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Index Scan Backward using payments_sorted_by_status on payments p
--           Index Cond: (status = $1)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where true and (p.created_at, p.id) < (timestamptz 'epoch' + $1::bigint * interval '1 microsecond', $2::uuid)
order by p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Index Scan using payments_listed on payments p
--           Index Cond: (ROW(created_at, id) < ROW(('1970-01-01 00:00:00+00'::timestamp with time zone + (($1)::double precision * '00:00:00.000001'::interval)), $2))

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where true and (p.created_at, p.id) > (timestamptz 'epoch' + $1::bigint * interval '1 microsecond', $2::uuid)
order by p.created_at asc, p.id asc
limit 50;
--   Limit
--     ->  Index Scan Backward using payments_listed on payments p
--           Index Cond: (ROW(created_at, id) > ROW(('1970-01-01 00:00:00+00'::timestamp with time zone + (($1)::double precision * '00:00:00.000001'::interval)), $2))

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where true and true
order by p.created_at asc, p.id asc
limit 50;
--   Limit
--     ->  Index Scan Backward using payments_listed on payments p

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, (extract(epoch from
  p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where true and true
order by p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Index Scan using payments_listed on payments p

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, p.price_usd_cents::text || '.'
  || (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.status = $1 and (p.price_usd_cents, p.created_at, p.id) < ($2::bigint, timestamptz 'epoch' + $3::bigint *
  interval '1 microsecond', $4::uuid)
order by p.price_usd_cents desc, p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Index Scan Backward using payments_sorted_by_price on payments p
--           Index Cond: (ROW(price_usd_cents, created_at, id) < ROW($2, ('1970-01-01 00:00:00+00'::timestamp with time zone + (($3)::double precision * '00:00:00.000001'::interval)), $4))
--           Filter: (status = $1)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, p.price_usd_cents::text || '.'
  || (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.status = $1 and (p.price_usd_cents, p.created_at, p.id) > ($2::bigint, timestamptz 'epoch' + $3::bigint *
  interval '1 microsecond', $4::uuid)
order by p.price_usd_cents asc, p.created_at asc, p.id asc
limit 50;
--   Limit
--     ->  Index Scan using payments_sorted_by_price on payments p
--           Index Cond: (ROW(price_usd_cents, created_at, id) > ROW($2, ('1970-01-01 00:00:00+00'::timestamp with time zone + (($3)::double precision * '00:00:00.000001'::interval)), $4))
--           Filter: (status = $1)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, p.price_usd_cents::text || '.'
  || (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.status = $1 and true
order by p.price_usd_cents asc, p.created_at asc, p.id asc
limit 50;
--   Limit
--     ->  Index Scan using payments_sorted_by_price on payments p
--           Filter: (status = $1)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, p.price_usd_cents::text || '.'
  || (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.status = $1 and true
order by p.price_usd_cents desc, p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Index Scan Backward using payments_sorted_by_price on payments p
--           Filter: (status = $1)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, p.price_usd_cents::text || '.'
  || (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where true and (p.price_usd_cents, p.created_at, p.id) < ($1::bigint, timestamptz 'epoch' + $2::bigint * interval
  '1 microsecond', $3::uuid)
order by p.price_usd_cents desc, p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Index Scan Backward using payments_sorted_by_price on payments p
--           Index Cond: (ROW(price_usd_cents, created_at, id) < ROW($1, ('1970-01-01 00:00:00+00'::timestamp with time zone + (($2)::double precision * '00:00:00.000001'::interval)), $3))

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, p.price_usd_cents::text || '.'
  || (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where true and (p.price_usd_cents, p.created_at, p.id) > ($1::bigint, timestamptz 'epoch' + $2::bigint * interval
  '1 microsecond', $3::uuid)
order by p.price_usd_cents asc, p.created_at asc, p.id asc
limit 50;
--   Limit
--     ->  Index Scan using payments_sorted_by_price on payments p
--           Index Cond: (ROW(price_usd_cents, created_at, id) > ROW($1, ('1970-01-01 00:00:00+00'::timestamp with time zone + (($2)::double precision * '00:00:00.000001'::interval)), $3))

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, p.price_usd_cents::text || '.'
  || (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where true and true
order by p.price_usd_cents asc, p.created_at asc, p.id asc
limit 50;
--   Limit
--     ->  Index Scan using payments_sorted_by_price on payments p

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, p.price_usd_cents::text || '.'
  || (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where true and true
order by p.price_usd_cents desc, p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Index Scan Backward using payments_sorted_by_price on payments p

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, p.status || '.' ||
  (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.status = $1 and (p.status, p.created_at, p.id) < ($2::text, timestamptz 'epoch' + $3::bigint * interval
  '1 microsecond', $4::uuid)
order by p.status desc, p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Index Scan Backward using payments_sorted_by_status on payments p
--           Index Cond: ((ROW(status, created_at, id) < ROW($2, ('1970-01-01 00:00:00+00'::timestamp with time zone + (($3)::double precision * '00:00:00.000001'::interval)), $4)) AND (status = $1))

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, p.status || '.' ||
  (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.status = $1 and (p.status, p.created_at, p.id) > ($2::text, timestamptz 'epoch' + $3::bigint * interval
  '1 microsecond', $4::uuid)
order by p.status asc, p.created_at asc, p.id asc
limit 50;
--   Limit
--     ->  Index Scan using payments_sorted_by_status on payments p
--           Index Cond: ((ROW(status, created_at, id) > ROW($2, ('1970-01-01 00:00:00+00'::timestamp with time zone + (($3)::double precision * '00:00:00.000001'::interval)), $4)) AND (status = $1))

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, p.status || '.' ||
  (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.status = $1 and true
order by p.status asc, p.created_at asc, p.id asc
limit 50;
--   Limit
--     ->  Index Scan using payments_sorted_by_status on payments p
--           Index Cond: (status = $1)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, p.status || '.' ||
  (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where p.status = $1 and true
order by p.status desc, p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Index Scan Backward using payments_sorted_by_status on payments p
--           Index Cond: (status = $1)

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, p.status || '.' ||
  (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where true and (p.status, p.created_at, p.id) < ($1::text, timestamptz 'epoch' + $2::bigint * interval
  '1 microsecond', $3::uuid)
order by p.status desc, p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Index Scan Backward using payments_sorted_by_status on payments p
--           Index Cond: (ROW(status, created_at, id) < ROW($1, ('1970-01-01 00:00:00+00'::timestamp with time zone + (($2)::double precision * '00:00:00.000001'::interval)), $3))

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, p.status || '.' ||
  (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where true and (p.status, p.created_at, p.id) > ($1::text, timestamptz 'epoch' + $2::bigint * interval
  '1 microsecond', $3::uuid)
order by p.status asc, p.created_at asc, p.id asc
limit 50;
--   Limit
--     ->  Index Scan using payments_sorted_by_status on payments p
--           Index Cond: (ROW(status, created_at, id) > ROW($1, ('1970-01-01 00:00:00+00'::timestamp with time zone + (($2)::double precision * '00:00:00.000001'::interval)), $3))

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, p.status || '.' ||
  (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where true and true
order by p.status asc, p.created_at asc, p.id asc
limit 50;
--   Limit
--     ->  Index Scan using payments_sorted_by_status on payments p

-- src/server/staff-orders/list-orders.ts selectOrders
select p.id, p.created_at, p.expires_at, p.confirmed_at, p.delivered_at, p.status, p.flags, p.edition,
  p.quantity, p.crypto_network, p.due_atoms, p.received_atoms, p.price_cents, p.price_usd_cents, p.currency,
  p.language, p.user_email, p.is_simulated, p.payment_address, p.transaction_hash, p.status || '.' ||
  (extract(epoch from p.created_at) * 1000000)::bigint::text || '.' || p.id as position
from payments p
where true and true
order by p.status desc, p.created_at desc, p.id desc
limit 50;
--   Limit
--     ->  Index Scan Backward using payments_sorted_by_status on payments p

-- src/server/staff-orders/read-arrived.ts readArrived
select payment_id as id, chain, asset, sum(atoms)::numeric(78,0) as atoms, min(seen_at) as seen_at
from transfers
where payment_id = any($1::uuid[]) and lost_at is null
group by payment_id, chain, asset
order by min(seen_at), chain, asset;
--   Sort
--     Sort Key: (min(seen_at)), chain, asset
--     ->  GroupAggregate
--           Group Key: payment_id, chain, asset
--           ->  Incremental Sort
--                 Sort Key: payment_id, chain, asset
--                 Presorted Key: payment_id
--                 ->  Index Scan using transfers_of_payment on transfers
--                       Index Cond: (payment_id = ANY ($1))
--                       Filter: (lost_at IS NULL)

-- src/server/staff-orders/read-book-facts.ts readBookFacts
select p.id, p.rate_e8, p.invoice_year, p.invoice_number, p.discount_cents, (select d.code from discount_codes d
  where d.id = p.discount_code_id) as discount_code, v.declared_country, v.network_country, coalesce((select
  sum(t.atoms * coalesce(t.late_rate_e8, p.rate_e8)) from transfers t where t.payment_id = p.id and t.lost_at is
  null and t.block_height is not null and (p.crypto_network, t.chain, t.asset) in (($1, $2, $3), ($4, $5, $6),
  ($7, $8, $9), ($10, $11, $12), ($13, $14, $15), ($16, $17, $18), ($19, $20, $21), ($22, $23, $24), ($25, $26,
  $27), ($28, $29, $30), ($31, $32, $33))), 0)::numeric as received_value, coalesce((select
  jsonb_agg(jsonb_build_object('status', f.status, 'quantity', f.quantity, 'chain', f.chain, 'asset', f.asset,
  'rate', f.rate_e8::text, 'atoms', coalesce(x.atoms, 0)::text, 'hashes', coalesce(x.hashes, '[]'), 'verifiedAt',
  f.verified_at, 'correction', case when c.refund_id is not null then jsonb_build_object('year', c.year,
  'number', c.number) end) order by f.asked_at) from refunds f left join corrections c on c.refund_id = f.id left
  join lateral (select sum(atoms) filter (where status = 'verified') as atoms, jsonb_agg(tx_hash order by
  recorded_at) as hashes from refund_transactions where refund_id = f.id) x on true where f.payment_id = p.id and
  f.status <> 'withdrawn'), '[]') as refunds
from payments p
left join vat_evidence v on v.payment_id = p.id
where p.id = any($34);
--   Nested Loop Left Join
--     ->  Index Scan using payments_pkey on payments p
--           Index Cond: (id = ANY ($34))
--     ->  Index Scan using vat_evidence_pkey on vat_evidence v
--           Index Cond: (payment_id = p.id)
--     SubPlan 1
--       ->  Index Scan using discount_codes_pkey on discount_codes d
--             Index Cond: (id = p.discount_code_id)
--     SubPlan 2
--       ->  Aggregate
--             ->  Index Scan using transfers_of_payment on transfers t
--                   Index Cond: (payment_id = p.id)
--                   Filter: ((lost_at IS NULL) AND (block_height IS NOT NULL) AND (((p.crypto_network = $1) AND (chain = $2) AND (asset = $3)) OR ((p.crypto_network = $4) AND (chain = $5) AND (asset = $6)) OR ((p.crypto_network = $7) AND (chain = $8) AND (asset = $9)) OR ((p.crypto_network = $10) AND (chain = $11) AND (asset = $12)) OR ((p.crypto_network = $13) AND (chain = $14) AND (asset = $15)) OR ((p.crypto_network = $16) AND (chain = $17) AND (asset = $18)) OR ((p.crypto_network = $19) AND (chain = $20) AND (asset = $21)) OR ((p.crypto_network = $22) AND (chain = $23) AND (asset = $24)) OR ((p.crypto_network = $25) AND (chain = $26) AND (asset = $27)) OR ((p.crypto_network = $28) AND (chain = $29) AND (asset = $30)) OR ((p.crypto_network = $31) AND (chain = $32) AND (asset = $33))))
--     SubPlan 3
--       ->  Aggregate
--             ->  Sort
--                   Sort Key: f.asked_at
--                   ->  Nested Loop Left Join
--                         ->  Nested Loop Left Join
--                               ->  Index Scan using refunds_of_payment on refunds f
--                                     Index Cond: (payment_id = p.id)
--                                     Filter: (status <> 'withdrawn'::text)
--                               ->  Index Scan using corrections_pkey on corrections c
--                                     Index Cond: (refund_id = f.id)
--                         ->  Aggregate
--                               ->  Sort
--                                     Sort Key: refund_transactions.recorded_at
--                                     ->  Index Scan using refund_transactions_of on refund_transactions
--                                           Index Cond: (refund_id = f.id)

-- src/server/staff-orders/read-held-back.ts readHeldBack
select id, limited_since, unagreed_since
from payments
where id in ($1) and (limited_since is not null or unagreed_since is not null);
--   Index Scan using payments_held_back on payments
--     Index Cond: (id = $1)

-- src/server/staff-orders/read-refunds.ts describeRefunds
select id, edition, user_email, currency
from payments
where id in ($1);
--   Index Scan using payments_for_keys on payments
--     Index Cond: (id = $1)

-- src/server/staff-orders/read-refunds.ts describeRefunds
select id, refund_id
from game_keys
where refund_id in ($1);
--   Index Scan using keys_of_refund on game_keys
--     Index Cond: (refund_id = $1)

-- src/server/staff-orders/read-refunds.ts describeRefunds
select payment_id, chain, asset, is_frozen
from freeze_checks
where payment_id in ($1);
--   Index Scan using freeze_checks_by_order on freeze_checks
--     Index Cond: (payment_id = $1)

-- src/server/staff-orders/read-refunds.ts describeRefunds
select refund_id
from planned_payouts
where refund_id in ($1) and closed_at is null;
--   Index Only Scan using planned_payouts_open on planned_payouts
--     Index Cond: (refund_id = $1)

-- src/server/staff-orders/read-refunds.ts describeRefunds
select t.*, u.email
from refund_transactions as t
left join users as u on u.id = t.recorded_by
where t.refund_id in ($1)
order by t.recorded_at;
--   Sort
--     Sort Key: t.recorded_at
--     ->  Nested Loop Left Join
--           Join Filter: (u.id = t.recorded_by)
--           ->  Index Scan using refund_transactions_of on refund_transactions t
--                 Index Cond: (refund_id = $1)
--           ->  Seq Scan on users u

-- src/server/staff-orders/read-refunds.ts listRefunds
select *, (extract(epoch from asked_at) * 1000000)::bigint || '.' || id as position
from refunds
where status = any($1) and (asked_at, id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond',
  $3::uuid) and chain is not null
order by asked_at desc, id desc
limit 50;
--   Limit
--     ->  Index Scan using refunds_listed on refunds
--           Index Cond: (ROW(asked_at, id) < ROW(('1970-01-01 00:00:00+00'::timestamp with time zone + (($2)::double precision * '00:00:00.000001'::interval)), $3))
--           Filter: ((chain IS NOT NULL) AND (status = ANY ($1)))

-- src/server/staff-orders/read-refunds.ts listRefunds
select *, (extract(epoch from asked_at) * 1000000)::bigint || '.' || id as position
from refunds
where status = any($1) and (asked_at, id) > (timestamptz 'epoch' + $2::bigint * interval '1 microsecond',
  $3::uuid) and chain is not null
order by asked_at asc, id asc
limit 50;
--   Limit
--     ->  Index Scan Backward using refunds_listed on refunds
--           Index Cond: (ROW(asked_at, id) > ROW(('1970-01-01 00:00:00+00'::timestamp with time zone + (($2)::double precision * '00:00:00.000001'::interval)), $3))
--           Filter: ((chain IS NOT NULL) AND (status = ANY ($1)))

-- src/server/staff-orders/read-refunds.ts listRefunds
select *, (extract(epoch from asked_at) * 1000000)::bigint || '.' || id as position
from refunds
where status = any($1) and true and chain is not null
order by asked_at asc, id asc
limit 50;
--   Limit
--     ->  Index Scan Backward using refunds_listed on refunds
--           Filter: ((chain IS NOT NULL) AND (status = ANY ($1)))

-- src/server/staff-orders/read-refunds.ts listRefunds
select *, (extract(epoch from asked_at) * 1000000)::bigint || '.' || id as position
from refunds
where status = any($1) and true and chain is not null
order by asked_at desc, id desc
limit 50;
--   Limit
--     ->  Index Scan using refunds_listed on refunds
--           Filter: ((chain IS NOT NULL) AND (status = ANY ($1)))

-- src/server/staff-orders/read-refunds.ts listRefunds
select *, price_cents || '.' || (extract(epoch from asked_at) * 1000000)::bigint || '.' || id as position
from refunds
where status = any($1) and (price_cents, asked_at, id) < ($2::bigint, timestamptz 'epoch' + $3::bigint * interval
  '1 microsecond', $4::uuid) and chain is not null
order by price_cents desc, asked_at desc, id desc
limit 50;
--   Limit
--     ->  Result
--           ->  Sort
--                 Sort Key: price_cents DESC, asked_at DESC, id DESC
--                 ->  Seq Scan on refunds
--                       Filter: ((chain IS NOT NULL) AND (status = ANY ($1)) AND (ROW(price_cents, asked_at, id) < ROW($2, ('1970-01-01 00:00:00+00'::timestamp with time zone + (($3)::double precision * '00:00:00.000001'::interval)), $4)))

-- src/server/staff-orders/read-refunds.ts listRefunds
select *, price_cents || '.' || (extract(epoch from asked_at) * 1000000)::bigint || '.' || id as position
from refunds
where status = any($1) and (price_cents, asked_at, id) > ($2::bigint, timestamptz 'epoch' + $3::bigint * interval
  '1 microsecond', $4::uuid) and chain is not null
order by price_cents asc, asked_at asc, id asc
limit 50;
--   Limit
--     ->  Result
--           ->  Sort
--                 Sort Key: price_cents, asked_at, id
--                 ->  Seq Scan on refunds
--                       Filter: ((chain IS NOT NULL) AND (status = ANY ($1)) AND (ROW(price_cents, asked_at, id) > ROW($2, ('1970-01-01 00:00:00+00'::timestamp with time zone + (($3)::double precision * '00:00:00.000001'::interval)), $4)))

-- src/server/staff-orders/read-refunds.ts listRefunds
select *, price_cents || '.' || (extract(epoch from asked_at) * 1000000)::bigint || '.' || id as position
from refunds
where status = any($1) and true and chain is not null
order by price_cents asc, asked_at asc, id asc
limit 50;
--   Limit
--     ->  Result
--           ->  Sort
--                 Sort Key: price_cents, asked_at, id
--                 ->  Seq Scan on refunds
--                       Filter: ((chain IS NOT NULL) AND (status = ANY ($1)))

-- src/server/staff-orders/read-refunds.ts listRefunds
select *, price_cents || '.' || (extract(epoch from asked_at) * 1000000)::bigint || '.' || id as position
from refunds
where status = any($1) and true and chain is not null
order by price_cents desc, asked_at desc, id desc
limit 50;
--   Limit
--     ->  Result
--           ->  Sort
--                 Sort Key: price_cents DESC, asked_at DESC, id DESC
--                 ->  Seq Scan on refunds
--                       Filter: ((chain IS NOT NULL) AND (status = ANY ($1)))

-- src/server/staff-orders/read-refunds.ts listRefunds
select count(*) as n
from refunds
where status in ('asked', 'recorded', 'mismatch');
--   Aggregate
--     ->  Index Only Scan using refunds_open on refunds

-- src/server/staff-orders/read-statistics.ts readConfirmation
select took_s, sum(orders)::bigint as n
from confirm_counts
where paid_on between $1::date and $2::date
group by 1
having sum(orders) <> 0
order by 1;

-- src/server/staff-orders/read-statistics.ts readConversion
select status, sum(orders)::bigint as n
from order_counts
where made_on between $1::date and $2::date
group by 1
having sum(orders) <> 0;

-- src/server/staff-orders/read-statistics.ts readDownloads
select p.edition, d.file, count(distinct p.id) as orders, sum(d.started)::bigint as downloads
from file_downloads d join payments p on p.id = d.payment_id
group by p.edition, d.file
order by p.edition, d.file;
--   GroupAggregate
--     Group Key: p.edition, d.file
--     ->  Sort
--           Sort Key: p.edition, d.file, p.id
--           ->  Nested Loop
--                 ->  Seq Scan on file_downloads d
--                 ->  Index Only Scan using payments_for_keys on payments p
--                       Index Cond: (id = d.payment_id)

-- src/server/staff-orders/read-statistics.ts readRefunds
select count(*) as refunds, coalesce(sum(r.quantity), 0)::bigint as copies, coalesce(sum(r.price_cents) filter
  (where p.currency = $1), 0)::bigint as cents
from refunds r join payments p on p.id = r.payment_id
where r.status = 'verified' and verified_at >= $2::date at time zone 'UTC' and verified_at < ($3::date + 1) at
  time zone 'UTC';
--   Aggregate
--     ->  Nested Loop
--           ->  Bitmap Heap Scan on refunds r
--                 Recheck Cond: ((verified_at >= ($2 AT TIME ZONE 'UTC'::text)) AND (verified_at < (($3 + 1) AT TIME ZONE 'UTC'::text)) AND (status = 'verified'::text))
--                 ->  Bitmap Index Scan on refunds_verified
--                       Index Cond: ((verified_at >= ($2 AT TIME ZONE 'UTC'::text)) AND (verified_at < (($3 + 1) AT TIME ZONE 'UTC'::text)))
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = r.payment_id)

-- src/server/staff-orders/read-statistics.ts readSales
select paid_on::text as day, edition, network, language, currency, sum(orders)::bigint as orders,
  sum(copies)::bigint as copies, coalesce(case when grouping(currency) = 0 then sum(cents) else sum(cents) filter
  (where currency = $1) end, 0)::bigint as cents
from sale_counts
where paid_on between $2::date and $3::date
group by grouping sets ((paid_on, edition), (network), (language), (currency))
having sum(orders) <> 0
order by paid_on, edition;

-- src/server/staff-orders/refund-routes.ts refundReply
select *
from refunds
where id = $1;
--   Index Scan using refunds_for_keys on refunds
--     Index Cond: (id = $1)
