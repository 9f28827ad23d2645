-- The statements of a module and their plans, written by npm run sql.

-- src/server/privacy/erase-mails.ts eraseMailsOf
delete from mails
where payment_id = $1 and sent_at is null;
--   Delete on mails
--     ->  Index Scan using mails_by_payment on mails
--           Index Cond: (payment_id = $1)
--           Filter: (sent_at IS NULL)

-- src/server/privacy/erase-mails.ts eraseMailsOf
update mails
set recipient = $1, reply_to = $2, facts = $3, erased_at = $4
where payment_id = $5 and erased_at is null;
--   Update on mails
--     ->  Index Scan using mails_by_payment on mails
--           Index Cond: (payment_id = $5)
--           Filter: (erased_at IS NULL)

-- src/server/privacy/erase-mails.ts eraseMailsTo
delete from mails
where sent_at is null and lower(recipient) = lower($1) and template <> 'support' and (template <>
  'keys-elsewhere' or exists (select from external_orders o where o.id = (facts ->> 'externalOrderId')::uuid and
  o.erased_at is not null)) and (payment_id is null or exists (select from payments p where p.id = payment_id and
  p.erased_at is not null));
--   Delete on mails
--     ->  Index Scan using mails_unsent on mails
--           Filter: ((sent_at IS NULL) AND (template <> 'support'::text) AND ((template <> 'keys-elsewhere'::text) OR EXISTS(SubPlan 1)) AND (lower(recipient) = lower($1)) AND ((payment_id IS NULL) OR EXISTS(SubPlan 3)))
--           SubPlan 1
--             ->  Seq Scan on external_orders o
--                   Filter: ((erased_at IS NOT NULL) AND (id = ((mails.facts ->> 'externalOrderId'::text))::uuid))
--           SubPlan 3
--             ->  Index Scan using payments_for_keys on payments p
--                   Index Cond: (id = mails.payment_id)
--                   Filter: (erased_at IS NOT NULL)

-- src/server/privacy/erase-mails.ts eraseMailsTo
update mails
set recipient = $1, reply_to = $2, facts = $3, erased_at = $4
where erased_at is null and lower(recipient) = lower($5) and template <> 'support' and (template <>
  'keys-elsewhere' or exists (select from external_orders o where o.id = (facts ->> 'externalOrderId')::uuid and
  o.erased_at is not null)) and (payment_id is null or exists (select from payments p where p.id = payment_id and
  p.erased_at is not null));
--   Update on mails
--     ->  Seq Scan on mails
--           Filter: ((erased_at IS NULL) AND (template <> 'support'::text) AND ((template <> 'keys-elsewhere'::text) OR EXISTS(SubPlan 1)) AND (lower(recipient) = lower($5)) AND ((payment_id IS NULL) OR EXISTS(SubPlan 3)))
--           SubPlan 1
--             ->  Seq Scan on external_orders o
--                   Filter: ((erased_at IS NOT NULL) AND (id = ((mails.facts ->> 'externalOrderId'::text))::uuid))
--           SubPlan 3
--             ->  Index Scan using payments_for_keys on payments p
--                   Index Cond: (id = mails.payment_id)
--                   Filter: (erased_at IS NOT NULL)

-- src/server/privacy/erase-mails.ts eraseOldMails
delete from mails
where id in (select id from mails where sent_at < $1 and template like 'support%' limit 50 for update skip
  locked);
--   Delete on mails
--     ->  Nested Loop
--           ->  HashAggregate
--                 Group Key: "ANY_subquery".id
--                 ->  Subquery Scan on "ANY_subquery"
--                       ->  Limit
--                             ->  LockRows
--                                   ->  Seq Scan on mails mails_1
--                                         Filter: ((sent_at < $1) AND (template ~~ 'support%'::text))
--           ->  Index Scan using mails_pkey on mails
--                 Index Cond: (id = "ANY_subquery".id)

-- src/server/privacy/erase-mails.ts eraseOldMails
update mails
set recipient = '', reply_to = null, facts = '{}', erased_at = $1
where id in (select id from mails where sent_at < $2 and erased_at is null limit 50 for update skip locked);
--   Update on mails
--     ->  Nested Loop
--           ->  HashAggregate
--                 Group Key: "ANY_subquery".id
--                 ->  Subquery Scan on "ANY_subquery"
--                       ->  Limit
--                             ->  LockRows
--                                   ->  Seq Scan on mails mails_1
--                                         Filter: ((erased_at IS NULL) AND (sent_at < $2))
--           ->  Index Scan using mails_pkey on mails
--                 Index Cond: (id = "ANY_subquery".id)

-- src/server/privacy/erase-mails.ts eraseSupportMailsFrom
delete from mails
where sent_at is not null and template = 'support' and (lower(reply_to) = lower($1) or lower(facts ->> 'email') =
  lower($2));
--   Delete on mails
--     ->  Seq Scan on mails
--           Filter: ((sent_at IS NOT NULL) AND (template = 'support'::text) AND ((lower(reply_to) = lower($1)) OR (lower((facts ->> 'email'::text)) = lower($2))))

-- src/server/privacy/erase-mails.ts isMailBeingSent
select (select count(*) from (select from mails where payment_id = $1 and sent_at is null) waiting) > (select
  count(*) from (select from mails where payment_id = $2 and sent_at is null for update skip locked) free) as
  is_sending;
--   Result
--     InitPlan 1
--       ->  Aggregate
--             ->  Index Scan using mails_by_payment on mails
--                   Index Cond: (payment_id = $1)
--                   Filter: (sent_at IS NULL)
--     InitPlan 2
--       ->  Aggregate
--             ->  Subquery Scan on free
--                   ->  LockRows
--                         ->  Index Scan using mails_by_payment on mails mails_1
--                               Index Cond: (payment_id = $2)
--                               Filter: (sent_at IS NULL)

-- src/server/privacy/erase-order.ts eraseOrder
delete from file_downloads
where payment_id = $1;

-- src/server/privacy/erase-order.ts eraseOrder
delete from payment_notes
where payment_id = $1;
--   Delete on payment_notes
--     ->  Index Scan using payment_notes_of on payment_notes
--           Index Cond: (payment_id = $1)

-- src/server/privacy/erase-order.ts eraseOrder
delete from vat_evidence
where payment_id = $1 and exists (select id from payments where id = $2 and delivered_at is null);
--   Delete on vat_evidence
--     InitPlan 1
--       ->  Index Scan using payments_for_keys on payments
--             Index Cond: (id = $2)
--             Filter: (delivered_at IS NULL)
--     ->  Result
--           One-Time Filter: (InitPlan 1).col1
--           ->  Index Scan using vat_evidence_pkey on vat_evidence
--                 Index Cond: (payment_id = $1)

-- src/server/privacy/erase-order.ts eraseOrder
update payments
set user_email = $1, wallet_address = $2, idempotency_key = $3, request_hash = $4, client_hash = $5, network_hash
  = $6, discount_mailbox = $7, erased_at = $8
where id = $9 and erased_at is null;
--   Update on payments
--     ->  Index Scan using payments_for_keys on payments
--           Index Cond: (id = $9)
--           Filter: (erased_at IS NULL)

-- src/server/privacy/erase-order.ts eraseOrder
update refunds
set reason = $1
where payment_id = $2 and reason <> $3;
--   Update on refunds
--     ->  Index Scan using refunds_of_payment on refunds
--           Index Cond: (payment_id = $2)
--           Filter: (reason <> $3)

-- src/server/privacy/erase-order.ts eraseOrder
update withdrawals
set name = $1, email = $2
where payment_id = $3;
--   Update on withdrawals
--     ->  Index Scan using withdrawals_of_payment on withdrawals
--           Index Cond: (payment_id = $3)

-- src/server/privacy/erase-person.ts readRemaining
select id
from mails
where sent_at is null and template = 'support' and (lower(reply_to) = lower($1) or lower(facts ->> 'email') =
  lower($2));
--   Index Scan using mails_unsent on mails
--     Filter: ((template = 'support'::text) AND ((lower(reply_to) = lower($1)) OR (lower((facts ->> 'email'::text)) = lower($2))))

-- src/server/privacy/erase-person.ts readRemaining
select id
from users
where email = lower($1);

-- src/server/privacy/erase-unpaid.ts dueOrders
select id
from payments p
where erased_at is null and status in ('pending', 'expired') and created_at < $1 and not exists (select from
  transfers t where t.payment_id = p.id and t.block_age <> 'older') and not exists (select from refunds r where
  r.payment_id = p.id)
order by created_at, id
limit 50;
--   Limit
--     ->  Nested Loop Anti Join
--           ->  Nested Loop Anti Join
--                 ->  Index Only Scan using payments_to_erase on payments p
--                       Index Cond: (created_at < $1)
--                 ->  Index Only Scan using refunds_of_payment on refunds r
--                       Index Cond: (payment_id = p.id)
--           ->  Index Scan using transfers_of_payment on transfers t
--                 Index Cond: (payment_id = p.id)
--                 Filter: (block_age <> 'older'::text)

-- src/server/privacy/erase-unpaid.ts hasHadMoney
select exists (select from transfers where payment_id = $1 and block_age <> 'older') or exists (select from
  refunds where payment_id = $2) or exists (select from game_keys where payment_id = $3) as has;
--   Result
--     InitPlan 1
--       ->  Index Scan using transfers_of_payment on transfers
--             Index Cond: (payment_id = $1)
--             Filter: (block_age <> 'older'::text)
--     InitPlan 2
--       ->  Index Only Scan using refunds_of_payment on refunds
--             Index Cond: (payment_id = $2)
--     InitPlan 3
--       ->  Index Only Scan using keys_of_order on game_keys
--             Index Cond: (payment_id = $3)

-- src/server/privacy/export-account.ts exportAccount
select at, action
from audit
where actor_id = $1
order by id;
--   Index Scan using audit_of_actor on audit
--     Index Cond: (actor_id = $1)

-- src/server/privacy/export-account.ts exportAccount
select created_at, expires_at, ip_address, user_agent
from user_sessions
where user_id = $1
order by created_at;

-- src/server/privacy/export-account.ts exportAccount
select name, created_at, last_used_at
from user_passkeys
where user_id = $1
order by created_at;

-- src/server/privacy/export-account.ts exportAccount
select u.id, u.email, u.name, r.role, u.created_at, u.disabled_at, u.two_factor_enabled
from users as u
left join user_roles as r on r.user_id = u.id
where u.email = lower($1);

-- src/server/privacy/export-order.ts exportCountry
select *
from vat_evidence
where payment_id = $1;
--   Index Scan using vat_evidence_pkey on vat_evidence
--     Index Cond: (payment_id = $1)

-- src/server/privacy/export-order.ts exportDownloads
select file, started, last_at
from file_downloads
where payment_id = $1
order by link_number, file;

-- src/server/privacy/export-order.ts exportKeys
select id, game_edition, sealed_key, sealed_with, handed_at, retired_at
from game_keys
where payment_id = $1
order by line_no, handed_at;
--   Sort
--     Sort Key: line_no, handed_at
--     ->  Index Scan using keys_of_order on game_keys
--           Index Cond: (payment_id = $1)

-- src/server/privacy/export-order.ts exportNotes
select at, note
from payment_notes
where payment_id = $1
order by id;
--   Index Scan using payment_notes_of on payment_notes
--     Index Cond: (payment_id = $1)

-- src/server/privacy/export-order.ts exportRefunds
select *
from refunds
where payment_id = $1
order by asked_at;
--   Sort
--     Sort Key: asked_at
--     ->  Index Scan using refunds_of_payment on refunds
--           Index Cond: (payment_id = $1)

-- src/server/privacy/export-order.ts exportRefunds
select t.refund_id, t.tx_hash
from refund_transactions as t
inner join refunds as r on r.id = t.refund_id
where r.payment_id = $1
order by t.recorded_at;
--   Sort
--     Sort Key: t.recorded_at
--     ->  Nested Loop
--           ->  Index Scan using refunds_of_payment on refunds r
--                 Index Cond: (payment_id = $1)
--           ->  Index Scan using refund_transactions_of on refund_transactions t
--                 Index Cond: (refund_id = r.id)

-- src/server/privacy/export-order.ts exportTimeline
select at, kind
from payment_events
where payment_id = $1
order by id;
--   Index Scan using payment_events_of on payment_events
--     Index Cond: (payment_id = $1)

-- src/server/privacy/export-order.ts exportTransfers
select *
from transfers
where payment_id = $1
order by seen_at;
--   Sort
--     Sort Key: seen_at
--     ->  Index Scan using transfers_of_payment on transfers
--           Index Cond: (payment_id = $1)

-- src/server/privacy/export-order.ts exportWithdrawals
select submitted_at, name, email, copies, outcome
from withdrawals
where payment_id = $1
order by submitted_at;
--   Sort
--     Sort Key: submitted_at
--     ->  Index Scan using withdrawals_of_payment on withdrawals
--           Index Cond: (payment_id = $1)

-- src/server/privacy/export-person.ts exportMails
select *
from mails
where lower(recipient) = lower($1) and template <> $2
order by created_at;
--   Sort
--     Sort Key: created_at
--     ->  Seq Scan on mails
--           Filter: ((template <> $2) AND (lower(recipient) = lower($1)))

-- src/server/privacy/export-person.ts exportMessages
select facts, created_at, sent_at
from mails
where template = 'support' and (lower(reply_to) = lower($1) or lower(facts ->> 'email') = lower($2))
order by created_at;
--   Sort
--     Sort Key: created_at
--     ->  Seq Scan on mails
--           Filter: ((template = 'support'::text) AND ((lower(reply_to) = lower($1)) OR (lower((facts ->> 'email'::text)) = lower($2))))

-- src/server/privacy/export-person.ts exportWaiting
select *
from waiting_list
where lower(email) = lower($1)
order by asked_at;
--   Sort
--     Sort Key: asked_at
--     ->  Index Scan using waiting_list_by_email on waiting_list
--           Index Cond: (lower(email) = lower($1))

-- src/server/privacy/find-orders-by-email.ts findOrdersByEmail
select *
from payments
where lower(user_email) = lower($1)
order by created_at, id;
--   Sort
--     Sort Key: created_at, id
--     ->  Index Scan using payments_email on payments
--           Index Cond: (lower(user_email) = lower($1))

-- src/server/privacy/forget-old.ts forgetRequests
update payments
set client_hash = null, network_hash = null, idempotency_key = null, request_hash = null
where id in (select id from payments where created_at < $1 and num_nonnulls(client_hash, network_hash,
  idempotency_key, request_hash) > 0 limit 50 for update skip locked);
--   Update on payments
--     ->  Nested Loop
--           ->  HashAggregate
--                 Group Key: "ANY_subquery".id
--                 ->  Subquery Scan on "ANY_subquery"
--                       ->  Limit
--                             ->  LockRows
--                                   ->  Seq Scan on payments payments_1
--                                         Filter: ((created_at < $1) AND (num_nonnulls(client_hash, network_hash, idempotency_key, request_hash) > 0))
--           ->  Index Scan using payments_pkey on payments
--                 Index Cond: (id = "ANY_subquery".id)

-- src/server/privacy/forget-waiting.ts eraseWaitingOf
delete from waiting_list
where lower(email) = lower($1);
--   Delete on waiting_list
--     ->  Index Scan using waiting_list_by_email on waiting_list
--           Index Cond: (lower(email) = lower($1))

-- src/server/privacy/forget-waiting.ts forgetWaiting
delete from mails
where id in (select id from mails where (template in ('waiting-confirm', 'waiting-stock') and sent_at < $1) or
  (template = 'waiting-confirm' and sent_at is null and created_at <= $2) or (template = 'waiting-stock' and
  sent_at is null and created_at < $3) limit 50 for update skip locked);
--   Delete on mails
--     ->  Nested Loop
--           ->  HashAggregate
--                 Group Key: "ANY_subquery".id
--                 ->  Subquery Scan on "ANY_subquery"
--                       ->  Limit
--                             ->  LockRows
--                                   ->  Seq Scan on mails mails_1
--                                         Filter: (((template = ANY ('{waiting-confirm,waiting-stock}'::text[])) AND (sent_at < $1)) OR ((template = 'waiting-confirm'::text) AND (sent_at IS NULL) AND (created_at <= $2)) OR ((template = 'waiting-stock'::text) AND (sent_at IS NULL) AND (created_at < $3)))
--           ->  Index Scan using mails_pkey on mails
--                 Index Cond: (id = "ANY_subquery".id)

-- src/server/privacy/forget-waiting.ts forgetWaiting
delete from waiting_list
where id in (select id from waiting_list where confirmed_at < $1 or (confirmed_at is null and asked_at <= $2)
  limit 50 for update skip locked);
--   Delete on waiting_list
--     ->  Nested Loop
--           ->  HashAggregate
--                 Group Key: "ANY_subquery".id
--                 ->  Subquery Scan on "ANY_subquery"
--                       ->  Limit
--                             ->  LockRows
--                                   ->  Seq Scan on waiting_list waiting_list_1
--                                         Filter: ((confirmed_at < $1) OR ((confirmed_at IS NULL) AND (asked_at <= $2)))
--           ->  Index Scan using waiting_list_pkey on waiting_list
--                 Index Cond: (id = "ANY_subquery".id)

-- src/server/privacy/forget-waiting.ts forgetWaiting
delete from waiting_list_rounds
where told_at < $1;

-- src/server/privacy/judge-erasure.ts hasOpenRefund
select exists (select from refunds where payment_id = $1 and status in ('asked', 'recorded', 'mismatch')) as has;
--   Result
--     InitPlan 1
--       ->  Index Scan using refunds_of_payment on refunds
--             Index Cond: (payment_id = $1)
--             Filter: (status = ANY ('{asked,recorded,mismatch}'::text[]))

-- src/server/privacy/prune-rates.ts pruneRates
delete from rates
where (coin, at) in (select coin, at from rates where at < $1 order by coin, at limit 50);
--   Delete on rates
--     ->  Nested Loop
--           ->  HashAggregate
--                 Group Key: "ANY_subquery".coin, "ANY_subquery".at
--                 ->  Subquery Scan on "ANY_subquery"
--                       ->  Limit
--                             ->  Index Only Scan using rates_pkey on rates rates_1
--                                   Index Cond: (at < $1)
--           ->  Index Scan using rates_pkey on rates
--                 Index Cond: ((coin = "ANY_subquery".coin) AND (at = "ANY_subquery".at))

-- src/server/privacy/prune-rates.ts pruneRates
delete from rates
where (coin, at) in (select r.coin, r.at from rates r where r.at < $1 and exists (select from rates first where
  first.coin = r.coin and first.at < r.at and first.at >= date_bin($2 * interval '1 second', r.at, timestamptz
  'epoch')) order by r.coin, r.at limit 50);
--   Delete on rates
--     ->  Nested Loop
--           ->  HashAggregate
--                 Group Key: "ANY_subquery".coin, "ANY_subquery".at
--                 ->  Subquery Scan on "ANY_subquery"
--                       ->  Limit
--                             ->  Nested Loop Semi Join
--                                   ->  Index Only Scan using rates_pkey on rates r
--                                         Index Cond: (at < $1)
--                                   ->  Index Only Scan using rates_pkey on rates first
--                                         Index Cond: ((coin = r.coin) AND (at < r.at) AND (at >= date_bin(($2 * '00:00:01'::interval), r.at, '1970-01-01 00:00:00+00'::timestamp with time zone)))
--           ->  Index Scan using rates_pkey on rates
--                 Index Cond: ((coin = "ANY_subquery".coin) AND (at = "ANY_subquery".at))
