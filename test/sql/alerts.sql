-- The statements of a module and their plans, written by npm run sql.

-- src/server/alerts/alert-mail-worker.ts findRecipients
select u.id, u.email, u.language
from users as u
inner join user_roles as r on r.user_id = u.id
where r.role = $1 and u.disabled_at is null
order by u.id;

-- src/server/alerts/alert-mail-worker.ts queueAlertMails
update alerts
set mailed_at = $1
where id in (select id from alerts where closed_at is null and mailed_at is null order by raised_at for update
  skip locked)
returning id, kind, subject, facts, raised_at;
--   Update on alerts
--     ->  Nested Loop
--           ->  HashAggregate
--                 Group Key: "ANY_subquery".id
--                 ->  Subquery Scan on "ANY_subquery"
--                       ->  LockRows
--                             ->  Sort
--                                   Sort Key: alerts_1.raised_at
--                                   ->  Index Scan using alerts_open on alerts alerts_1
--                                         Filter: ((closed_at IS NULL) AND (mailed_at IS NULL))
--           ->  Index Scan using alerts_pkey on alerts
--                 Index Cond: (id = "ANY_subquery".id)

-- src/server/alerts/alert-mail-worker.ts queueAlertMails
update alerts
set over_mailed_at = $1
where id in (select id from alerts where closed_at is not null and mailed_at is not null and over_mailed_at is
  null and not is_closed_by_staff order by closed_at for update skip locked)
returning id, kind, subject, facts, raised_at, closed_at;
--   Update on alerts
--     ->  Nested Loop
--           ->  HashAggregate
--                 Group Key: "ANY_subquery".id
--                 ->  Subquery Scan on "ANY_subquery"
--                       ->  LockRows
--                             ->  Index Scan using alerts_to_mail_over on alerts alerts_1
--                                   Index Cond: (closed_at IS NOT NULL)
--                                   Filter: ((mailed_at IS NOT NULL) AND (over_mailed_at IS NULL) AND (NOT is_closed_by_staff))
--           ->  Index Scan using alerts_pkey on alerts
--                 Index Cond: (id = "ANY_subquery".id)

-- src/server/alerts/raise-alert.ts closeAlert
update alerts
set closed_at = $1
where kind = $2 and subject = $3 and closed_at is null;
--   Update on alerts
--     ->  Index Scan using alerts_open on alerts
--           Index Cond: ((kind = $2) AND (subject = $3))
--           Filter: (closed_at IS NULL)

-- src/server/alerts/raise-alert.ts raiseAlert
insert into alerts (kind, subject, facts, raised_at)
values ($1, $2, $3, $4)
on conflict (kind, subject)
where closed_at is null do nothing
returning id;

-- src/server/alerts/read-order-facts.ts readOrderFacts
select edition, quantity, price_usd_cents, crypto_network, due_atoms, received_atoms, payment_address,
  coalesce(transaction_hash, (select tx_hash from transfers where payment_id = payments.id order by seen_at desc
  limit 1)) as hash
from payments
where id = $1;
--   Index Scan using payments_for_keys on payments
--     Index Cond: (id = $1)
--     SubPlan 1
--       ->  Limit
--             ->  Sort
--                   Sort Key: transfers.seen_at DESC
--                   ->  Index Scan using transfers_of_payment on transfers
--                         Index Cond: (payment_id = payments.id)

-- src/server/alerts/routes.ts
select kind, subject, closed_at
from alerts
where id = $1
for update;
--   LockRows
--     ->  Index Scan using alerts_pkey on alerts
--           Index Cond: (id = $1)

-- src/server/alerts/routes.ts
update alerts
set closed_at = $1, is_closed_by_staff = $2
where id = $3;
--   Update on alerts
--     ->  Index Scan using alerts_pkey on alerts
--           Index Cond: (id = $3)

-- src/server/alerts/routes.ts listAlerts
select id, kind, subject, facts, raised_at, mailed_at
from alerts
where closed_at is null
order by raised_at desc, id
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: raised_at DESC, id
--           ->  Index Scan using alerts_open on alerts
