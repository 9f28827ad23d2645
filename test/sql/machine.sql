-- The statements of a module and their plans, written by npm run sql.

-- src/server/machine/database-clock.ts sync
select clock_timestamp() as now;

-- src/server/machine/pull-due-times.ts pullDueTimes
update mails
set next_attempt_at = next_attempt_at - make_interval(secs => $1)
where id in (select id from mails where sent_at is null and next_attempt_at > $2 for update skip locked);
--   Update on mails
--     ->  Nested Loop
--           ->  HashAggregate
--                 Group Key: "ANY_subquery".id
--                 ->  Subquery Scan on "ANY_subquery"
--                       ->  LockRows
--                             ->  Index Scan using mails_unsent on mails mails_1
--                                   Index Cond: (next_attempt_at > $2)
--                                   Filter: (sent_at IS NULL)
--           ->  Index Scan using mails_pkey on mails
--                 Index Cond: (id = "ANY_subquery".id)

-- src/server/machine/pull-due-times.ts pullDueTimes
update webhook_deliveries
set next_attempt_at = next_attempt_at - make_interval(secs => $1)
where id in (select id from webhook_deliveries where delivered_at is null and given_up_at is null and
  next_attempt_at > $2 for update skip locked);
--   Update on webhook_deliveries
--     ->  Nested Loop
--           ->  HashAggregate
--                 Group Key: "ANY_subquery".id
--                 ->  Subquery Scan on "ANY_subquery"
--                       ->  LockRows
--                             ->  Bitmap Heap Scan on webhook_deliveries webhook_deliveries_1
--                                   Recheck Cond: ((next_attempt_at > $2) AND (delivered_at IS NULL) AND (given_up_at IS NULL))
--                                   ->  Bitmap Index Scan on webhook_deliveries_due
--                                         Index Cond: (next_attempt_at > $2)
--           ->  Index Scan using webhook_deliveries_pkey on webhook_deliveries
--                 Index Cond: (id = "ANY_subquery".id)

-- src/server/machine/pull-due-times.ts pullDueTimes
update webhook_endpoints
set retry_at = retry_at - make_interval(secs => $1)
where retry_at > $2;

-- src/server/machine/pull-due-times.ts pullImpossibleTimes
update mails
set next_attempt_at = $1
where id in (select id from mails where sent_at is null and next_attempt_at > $2::timestamptz + interval
  '65 minutes' for update skip locked);
--   Update on mails
--     ->  Nested Loop
--           ->  HashAggregate
--                 Group Key: "ANY_subquery".id
--                 ->  Subquery Scan on "ANY_subquery"
--                       ->  LockRows
--                             ->  Index Scan using mails_unsent on mails mails_1
--                                   Index Cond: (next_attempt_at > ($2 + '01:05:00'::interval))
--                                   Filter: (sent_at IS NULL)
--           ->  Index Scan using mails_pkey on mails
--                 Index Cond: (id = "ANY_subquery".id)

-- src/server/machine/pull-due-times.ts pullImpossibleTimes
update webhook_deliveries
set next_attempt_at = $1
where id in (select id from webhook_deliveries where delivered_at is null and given_up_at is null and
  next_attempt_at > $2::timestamptz + interval '5 hours' for update skip locked);
--   Update on webhook_deliveries
--     ->  Nested Loop
--           ->  HashAggregate
--                 Group Key: "ANY_subquery".id
--                 ->  Subquery Scan on "ANY_subquery"
--                       ->  LockRows
--                             ->  Bitmap Heap Scan on webhook_deliveries webhook_deliveries_1
--                                   Recheck Cond: ((next_attempt_at > ($2 + '05:00:00'::interval)) AND (delivered_at IS NULL) AND (given_up_at IS NULL))
--                                   ->  Bitmap Index Scan on webhook_deliveries_due
--                                         Index Cond: (next_attempt_at > ($2 + '05:00:00'::interval))
--           ->  Index Scan using webhook_deliveries_pkey on webhook_deliveries
--                 Index Cond: (id = "ANY_subquery".id)

-- src/server/machine/pull-due-times.ts pullImpossibleTimes
update webhook_endpoints
set retry_at = $1
where retry_at > $2::timestamptz + interval '5 hours';
