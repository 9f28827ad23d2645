-- The statements of a module and their plans, written by npm run sql.

-- src/server/order-page/declare-country.ts
insert into vat_evidence as v (payment_id, declared_country, declared_at, network_country)
values ($1, $2, $3, $4)
on conflict (payment_id) do update
set declared_country = excluded.declared_country, declared_at = excluded.declared_at, network_country =
  excluded.network_country
where $5
returning declared_country;

-- src/server/order-page/declare-country.ts readCountry
select declared_country
from vat_evidence
where payment_id = $1;
--   Index Scan using vat_evidence_pkey on vat_evidence
--     Index Cond: (payment_id = $1)

-- src/server/order-page/describe-buyer-order.ts readMails
select max(sent_at) as at, count(*) as count
from mails
where payment_id = $1;
--   Aggregate
--     ->  Index Scan using mails_by_payment on mails
--           Index Cond: (payment_id = $1)

-- src/server/order-page/describe-buyer-order.ts readTransfers
select *
from transfers
where payment_id = $1
order by atoms desc, seen_at, tx_hash, output_index
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: atoms DESC, seen_at, tx_hash, output_index
--           ->  Index Scan using transfers_of_payment on transfers
--                 Index Cond: (payment_id = $1)

-- src/server/order-page/describe-buyer-order.ts readTransfers
select chain, head_height
from cursors;

-- src/server/order-page/read-buyer-refunds.ts readBuyerRefunds
select *
from corrections
where refund_id in ($1);
--   Index Scan using corrections_pkey on corrections
--     Index Cond: (refund_id = $1)

-- src/server/order-page/read-buyer-refunds.ts readBuyerRefunds
select refund_id, tx_hash, status, atoms, recorded_at
from refund_transactions
where refund_id in ($1)
order by recorded_at;
--   Sort
--     Sort Key: recorded_at
--     ->  Index Scan using refund_transactions_of on refund_transactions
--           Index Cond: (refund_id = $1)

-- src/server/order-page/read-timeline.ts readTimeline
select at, kind, facts
from payment_events
where payment_id = $1
order by id;
--   Index Scan using payment_events_of on payment_events
--     Index Cond: (payment_id = $1)

-- src/server/order-page/read-timeline.ts readTimeline
select template, sent_at
from mails
where payment_id = $1 and sent_at is not null
order by sent_at;
--   Sort
--     Sort Key: sent_at
--     ->  Index Scan using mails_by_payment on mails
--           Index Cond: (payment_id = $1)
--           Filter: (sent_at IS NOT NULL)

-- src/server/order-page/recover-order.ts findOrder
select user_email
from payments
where id = $1;
--   Index Scan using payments_for_keys on payments
--     Index Cond: (id = $1)

-- src/server/order-page/recover-order.ts lockOrderShared
select *
from payments
where id = $1
for key share;
--   LockRows
--     ->  Index Scan using payments_for_keys on payments
--           Index Cond: (id = $1)

-- src/server/order-page/recover-order.ts queueLink
delete from mails
where dedupe_key = $1;
--   Delete on mails
--     ->  Index Scan using mails_dedupe_key_key on mails
--           Index Cond: (dedupe_key = $1)
