-- The statements of a module and their plans, written by npm run sql.

-- src/server/monitoring/close-lapsed-alerts.ts closeLapsedAlerts
select kind, subject
from alerts
where closed_at is null and kind in ($1) and raised_at < $2;
--   Index Scan using alerts_open on alerts
--     Index Cond: (kind = $1)
--     Filter: (raised_at < $2)

-- src/server/monitoring/collect-metrics.ts alertMetrics
select kind, count(*) as open
from alerts
where closed_at is null
group by 1
order by 1;
--   GroupAggregate
--     Group Key: kind
--     ->  Index Only Scan using alerts_open on alerts

-- src/server/monitoring/collect-metrics.ts backupMetrics
select kind, max(finished_at) as last
from backup_runs
where failure is null
group by 1;

-- src/server/monitoring/collect-metrics.ts chainMetrics
select chain, height, head_height, watched_until
from cursors
order by chain;

-- src/server/monitoring/collect-metrics.ts orderMetrics
select count(*) as open
from refunds
where status in ('asked', 'recorded', 'mismatch');
--   Aggregate
--     ->  Index Only Scan using refunds_open on refunds

-- src/server/monitoring/collect-metrics.ts orderMetrics
select edition, currency, sum(copies)::bigint as copies, sum(cents)::bigint as cents
from sale_counts
group by 1, 2;

-- src/server/monitoring/collect-metrics.ts orderMetrics
select status, sum(orders)::bigint as orders
from order_counts
group by 1;

-- src/server/monitoring/complete-cause.ts readFlags
select flags
from payments
where id = $1;
--   Index Scan using payments_for_keys on payments
--     Index Cond: (id = $1)

-- src/server/monitoring/complete-cause.ts readLag
select block_at
from cursors
where chain = $1;

-- src/server/monitoring/complete-cause.ts readRateTime
select at
from rates
where coin = $1
order by at desc
limit 50;
--   Limit
--     ->  Index Only Scan Backward using rates_pkey on rates
--           Index Cond: (coin = $1)

-- src/server/monitoring/complete-cause.ts readRefund
select address, chain, asset, owed_atoms, price_cents, currency
from refunds
inner join payments on payments.id = refunds.payment_id
where payment_id = $1 and refunds.status in ($2)
order by asked_at;
--   Sort
--     Sort Key: refunds.asked_at
--     ->  Nested Loop
--           ->  Index Scan using refunds_of_payment on refunds
--                 Index Cond: (payment_id = $1)
--                 Filter: (status = $2)
--           ->  Index Scan using payments_for_keys on payments
--                 Index Cond: (id = $1)

-- src/server/monitoring/complete-cause.ts readReply
select failed_reply
from mails
where sent_at is null and failed_as = $1
order by created_at desc
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: created_at DESC
--           ->  Index Scan using mails_unsent on mails
--                 Filter: (failed_as = $1)

-- src/server/monitoring/read-overview.ts readAlerts
select kind, raised_at
from alerts
where closed_at is null
order by raised_at;
--   Sort
--     Sort Key: raised_at
--     ->  Index Scan using alerts_open on alerts

-- src/server/monitoring/read-overview.ts readOnWaitingList
select edition, count(*) as count
from waiting_list
where confirmed_at is not null
group by edition;
--   HashAggregate
--     Group Key: edition
--     ->  Seq Scan on waiting_list
--           Filter: (confirmed_at IS NOT NULL)

-- src/server/monitoring/read-overview.ts readSales
select today.day - paid_on as ago, sum(orders)::bigint as orders, sum(copies)::bigint as copies,
  coalesce(sum(cents) filter (where currency = $1), 0)::bigint as cents, array_agg(distinct currency) as
  currencies
from sale_counts, (select ($2::timestamptz at time zone 'utc')::date as day) today
where paid_on between today.day - 13 and today.day
group by 1;

-- src/server/monitoring/read-overview.ts readWaiting
select 1 as place, 'review' as kind, count(*) as count, min(created_at) as oldest, coalesce(sum(p.price_cents)
  filter (where p.currency = $1), 0)::bigint as cents
from payments p
where status = 'review'
union all
select 2, 'held_back', count(*), min(least(limited_since, unagreed_since)), coalesce(sum(p.price_cents) filter
  (where p.currency = $2), 0)::bigint
from payments p
where (limited_since is not null or unagreed_since is not null) and status = 'detected'
union all
select 3, 'refunds', count(*), min(r.asked_at), coalesce(sum(r.price_cents) filter (where p.currency = $3),
  0)::bigint
from refunds r join payments p on p.id = r.payment_id
where r.status in ('asked', 'mismatch')
union all
select 4, 'awaiting_keys', coalesce(sum(orders), 0)::bigint, (select min(awaiting_keys_since) from payments where
  awaiting_keys_since is not null and delivered_at is null and status = 'confirmed'), coalesce(sum(cents) filter
  (where currency = $4), 0)::bigint
from waiting_counts
where is_awaiting_keys
order by place;
--   Sort
--     Sort Key: (1)
--     ->  Append
--           ->  Aggregate
--                 ->  Index Scan using payments_sorted_by_status on payments p
--                       Index Cond: (status = 'review'::text)
--           ->  Aggregate
--                 ->  Index Scan using payments_held_back on payments p_1
--                       Filter: (status = 'detected'::text)
--           ->  Aggregate
--                 ->  Nested Loop
--                       ->  Bitmap Heap Scan on refunds r
--                             Recheck Cond: (status = ANY ('{asked,recorded,mismatch}'::text[]))
--                             Filter: (status = ANY ('{asked,mismatch}'::text[]))
--                             ->  Bitmap Index Scan on refunds_open
--                       ->  Index Scan using payments_pkey on payments p_2
--                             Index Cond: (id = r.payment_id)
--           ->  Aggregate
--                 InitPlan 2
--                   ->  Result
--                         InitPlan 1
--                           ->  Limit
--                                 ->  Index Only Scan using payments_awaiting_since on payments
--                 ->  Seq Scan on waiting_counts
--                       Filter: is_awaiting_keys

-- src/server/monitoring/read-overview.ts readWaiting
select 1 as place, 'review' as kind, count(*) as count, min(created_at) as oldest, coalesce(sum(p.price_cents)
  filter (where p.currency = $1), 0)::bigint as cents
from payments p
where status = 'review'
union all
select 2, 'held_back', count(*), min(least(limited_since, unagreed_since)), coalesce(sum(p.price_cents) filter
  (where p.currency = $2), 0)::bigint
from payments p
where (limited_since is not null or unagreed_since is not null) and status = 'detected'
union all
select 3, 'refunds', count(*), min(r.asked_at), coalesce(sum(r.price_cents) filter (where p.currency = $3),
  0)::bigint
from refunds r join payments p on p.id = r.payment_id
where r.status in ('asked', 'mismatch')
union all
select 4, 'awaiting_keys', coalesce(sum(orders), 0)::bigint, (select min(awaiting_keys_since) from payments where
  awaiting_keys_since is not null and delivered_at is null and status = 'confirmed'), coalesce(sum(cents) filter
  (where currency = $4), 0)::bigint
from waiting_counts
where is_awaiting_keys
union all
select 5, 'lost_payments', count(*), min(found_at), null
from lost_payments
order by place;
--   Sort
--     Sort Key: (1)
--     ->  Append
--           ->  Aggregate
--                 ->  Index Scan using payments_sorted_by_status on payments p
--                       Index Cond: (status = 'review'::text)
--           ->  Aggregate
--                 ->  Index Scan using payments_held_back on payments p_1
--                       Filter: (status = 'detected'::text)
--           ->  Aggregate
--                 ->  Nested Loop
--                       ->  Bitmap Heap Scan on refunds r
--                             Recheck Cond: (status = ANY ('{asked,recorded,mismatch}'::text[]))
--                             Filter: (status = ANY ('{asked,mismatch}'::text[]))
--                             ->  Bitmap Index Scan on refunds_open
--                       ->  Index Scan using payments_pkey on payments p_2
--                             Index Cond: (id = r.payment_id)
--           ->  Aggregate
--                 InitPlan 2
--                   ->  Result
--                         InitPlan 1
--                           ->  Limit
--                                 ->  Index Only Scan using payments_awaiting_since on payments
--                 ->  Seq Scan on waiting_counts
--                       Filter: is_awaiting_keys
--           ->  Aggregate
--                 ->  Seq Scan on lost_payments

-- src/server/monitoring/read-shop-state.ts readShopState
select (select coalesce(jsonb_agg(one), '[]') from (select edition, status, sum(change)::bigint as count from
  key_counts group by 1, 2) one) as keys, (select coalesce(jsonb_agg(one), '[]') from (select edition,
  sum(copies)::bigint as copies from waiting_counts where is_awaiting_keys group by 1 having sum(copies) <> 0)
  one) as waiting, (select coalesce(jsonb_agg(one), '[]') from (select edition, sum(copies)::bigint as copies
  from sale_counts where paid_on > ($1::timestamptz at time zone 'utc')::date - 7 group by 1) one) as sold,
  (select coalesce(jsonb_agg(one), '[]') from (select e.id as edition, ((select coalesce(sum(copies), 0) from
  waiting_counts where edition = e.id) - (select coalesce(sum(quantity), 0) from payments p where p.id = $2::uuid
  and p.edition = e.id and p.delivered_at is null and p.status = 'confirmed' and ($3::timestamptz is null or
  p.confirmed_at < $4)) + (select coalesce(sum(quantity), 0) from payments p where p.edition = e.id and
  p.delivered_at is null and p.status in ('pending', 'partial', 'detected') and (p.status <> 'pending' or
  p.expires_at >= $5 or p.needs_settling) and p.id is distinct from $6::uuid) - (select count(*) from game_keys k
  join payments p on p.id = k.held_for where k.held_for is not null and k.held_until >= $7 and p.edition = e.id
  and p.id is distinct from $8::uuid and ((p.delivered_at is null and p.status in ('pending', 'partial',
  'detected') and (p.status <> 'pending' or p.expires_at >= $9 or p.needs_settling)) or (p.delivered_at is null
  and p.status = 'confirmed' and ($10::timestamptz is null or p.confirmed_at < $11)))))::bigint + (select
  count(*) from game_keys where game_edition = e.id and held_for is not null and held_until >= $12 and payment_id
  is null and retired_at is null) as copies from unnest($13::text[]) as e (id)) one) as reserved, (select
  count(*) from mails where sent_at is null) as mails, (select min(created_at) from mails where sent_at is null)
  as oldest_mail, (select min(created_at) from mails where sent_at is null and failed_as is distinct from
  'refused') as oldest_unrefused, (select count(*) from mails where sent_at is null and failed_as = 'refused') as
  refused_mails, (select count(*) from mails where sent_at is null and template in ('keys', 'keys-elsewhere') and
  created_at < $14::timestamptz - make_interval(secs => $15) and not exists (select from recoveries where
  finished_at is null)) as keys_waiting, case when (select count(*) from mails where sent_at is null and
  failed_as = 'refused') >= $16 then (select count(*) from mails where sent_at > $17::timestamptz - interval
  '1 hour') end as sent_in_hour, array(select id::text from payments where status = 'review' and unagreed_since
  is null and not 'predates_order' = any(flags) order by created_at, id limit 200) as in_review, array(select
  payment_id::text from refunds where status in ('asked', 'mismatch') order by asked_at limit 200) as refunds;
--   Result
--     InitPlan 1
--       ->  Aggregate
--             ->  Subquery Scan on one
--                   ->  HashAggregate
--                         Group Key: key_counts.edition, key_counts.status
--                         ->  Seq Scan on key_counts
--     InitPlan 2
--       ->  Aggregate
--             ->  Subquery Scan on one_1
--                   ->  HashAggregate
--                         Group Key: waiting_counts.edition
--                         Filter: (sum(waiting_counts.copies) <> '0'::numeric)
--                         ->  Seq Scan on waiting_counts
--                               Filter: is_awaiting_keys
--     InitPlan 3
--       ->  Aggregate
--             ->  Subquery Scan on one_2
--                   ->  HashAggregate
--                         Group Key: sale_counts.edition
--                         ->  Seq Scan on sale_counts
--                               Filter: (paid_on > ((($1 AT TIME ZONE 'utc'::text))::date - 7))
--     InitPlan 9
--       ->  Aggregate
--             ->  Function Scan on unnest e
--             SubPlan 4
--               ->  Aggregate
--                     ->  Seq Scan on waiting_counts waiting_counts_1
--                           Filter: (edition = e.id)
--             SubPlan 5
--               ->  Aggregate
--                     ->  Index Scan using payments_undelivered on payments p
--                           Index Cond: (id = $2)
--                           Filter: ((($3 IS NULL) OR (confirmed_at < $4)) AND (edition = e.id))
--             SubPlan 6
--               ->  Aggregate
--                     ->  Index Scan using payments_promised_unpaid on payments p_1
--                           Index Cond: (edition = e.id)
--                           Filter: ((id IS DISTINCT FROM $6) AND ((status <> 'pending'::text) OR (expires_at >= $5) OR needs_settling))
--             SubPlan 7
--               ->  Aggregate
--                     ->  Nested Loop
--                           ->  Index Scan using keys_held on game_keys k
--                                 Filter: (held_until >= $7)
--                           ->  Index Scan using payments_for_keys on payments p_2
--                                 Index Cond: ((id = k.held_for) AND (edition = e.id))
--                                 Filter: ((delivered_at IS NULL) AND (id IS DISTINCT FROM $8) AND (((status = ANY ('{pending,partial,detected}'::text[])) AND ((status <> 'pending'::text) OR (expires_at >= $9) OR needs_settling)) OR ((status = 'confirmed'::text) AND (($10 IS NULL) OR (confirmed_at < $11)))))
--             SubPlan 8
--               ->  Aggregate
--                     ->  Index Scan using keys_held on game_keys
--                           Filter: ((payment_id IS NULL) AND (retired_at IS NULL) AND (held_until >= $12) AND (game_edition = e.id))
--     InitPlan 10
--       ->  Aggregate
--             ->  Index Only Scan using mails_unsent on mails
--     InitPlan 11
--       ->  Aggregate
--             ->  Index Scan using mails_unsent on mails mails_1
--     InitPlan 12
--       ->  Aggregate
--             ->  Index Scan using mails_unsent on mails mails_2
--                   Filter: (failed_as IS DISTINCT FROM 'refused'::text)
--     InitPlan 13
--       ->  Aggregate
--             ->  Index Scan using mails_unsent on mails mails_3
--                   Filter: (failed_as = 'refused'::text)
--     InitPlan 15
--       ->  Aggregate
--             InitPlan 14
--               ->  Seq Scan on recoveries
--                     Filter: (finished_at IS NULL)
--             ->  Result
--                   One-Time Filter: (NOT (InitPlan 14).col1)
--                   ->  Index Scan using mails_unsent on mails mails_4
--                         Filter: ((template = ANY ('{keys,keys-elsewhere}'::text[])) AND (created_at < ($14 - make_interval(0, 0, 0, 0, 0, 0, $15))))
--     InitPlan 16
--       ->  Aggregate
--             ->  Index Scan using mails_unsent on mails mails_5
--                   Filter: (failed_as = 'refused'::text)
--     InitPlan 17
--       ->  Aggregate
--             ->  Seq Scan on mails mails_6
--                   Filter: (sent_at > ($17 - '01:00:00'::interval))
--     InitPlan 18
--       ->  Limit
--             ->  Incremental Sort
--                   Sort Key: payments.created_at, ((payments.id)::text)
--                   Presorted Key: payments.created_at
--                   ->  Index Scan using payments_sorted_by_status on payments
--                         Index Cond: (status = 'review'::text)
--                         Filter: ((unagreed_since IS NULL) AND ('predates_order'::text <> ALL (flags)))
--     InitPlan 19
--       ->  Limit
--             ->  Sort
--                   Sort Key: refunds.asked_at
--                   ->  Bitmap Heap Scan on refunds
--                         Recheck Cond: (status = ANY ('{asked,recorded,mismatch}'::text[]))
--                         Filter: (status = ANY ('{asked,mismatch}'::text[]))
--                         ->  Bitmap Index Scan on refunds_open

-- src/server/monitoring/read-shop-state.ts readStock
select (select coalesce(jsonb_agg(one), '[]') from (select edition, status, sum(change)::bigint as count from
  key_counts group by 1, 2) one) as keys, (select coalesce(jsonb_agg(one), '[]') from (select edition,
  sum(copies)::bigint as copies from waiting_counts where is_awaiting_keys group by 1 having sum(copies) <> 0)
  one) as waiting, (select coalesce(jsonb_agg(one), '[]') from (select edition, sum(copies)::bigint as copies
  from sale_counts where paid_on > ($1::timestamptz at time zone 'utc')::date - 7 group by 1) one) as sold,
  (select coalesce(jsonb_agg(one), '[]') from (select e.id as edition, ((select coalesce(sum(copies), 0) from
  waiting_counts where edition = e.id) - (select coalesce(sum(quantity), 0) from payments p where p.id = $2::uuid
  and p.edition = e.id and p.delivered_at is null and p.status = 'confirmed' and ($3::timestamptz is null or
  p.confirmed_at < $4)) + (select coalesce(sum(quantity), 0) from payments p where p.edition = e.id and
  p.delivered_at is null and p.status in ('pending', 'partial', 'detected') and (p.status <> 'pending' or
  p.expires_at >= $5 or p.needs_settling) and p.id is distinct from $6::uuid) - (select count(*) from game_keys k
  join payments p on p.id = k.held_for where k.held_for is not null and k.held_until >= $7 and p.edition = e.id
  and p.id is distinct from $8::uuid and ((p.delivered_at is null and p.status in ('pending', 'partial',
  'detected') and (p.status <> 'pending' or p.expires_at >= $9 or p.needs_settling)) or (p.delivered_at is null
  and p.status = 'confirmed' and ($10::timestamptz is null or p.confirmed_at < $11)))))::bigint + (select
  count(*) from game_keys where game_edition = e.id and held_for is not null and held_until >= $12 and payment_id
  is null and retired_at is null) as copies from unnest($13::text[]) as e (id)) one) as reserved;
--   Result
--     InitPlan 1
--       ->  Aggregate
--             ->  Subquery Scan on one
--                   ->  HashAggregate
--                         Group Key: key_counts.edition, key_counts.status
--                         ->  Seq Scan on key_counts
--     InitPlan 2
--       ->  Aggregate
--             ->  Subquery Scan on one_1
--                   ->  HashAggregate
--                         Group Key: waiting_counts.edition
--                         Filter: (sum(waiting_counts.copies) <> '0'::numeric)
--                         ->  Seq Scan on waiting_counts
--                               Filter: is_awaiting_keys
--     InitPlan 3
--       ->  Aggregate
--             ->  Subquery Scan on one_2
--                   ->  HashAggregate
--                         Group Key: sale_counts.edition
--                         ->  Seq Scan on sale_counts
--                               Filter: (paid_on > ((($1 AT TIME ZONE 'utc'::text))::date - 7))
--     InitPlan 9
--       ->  Aggregate
--             ->  Function Scan on unnest e
--             SubPlan 4
--               ->  Aggregate
--                     ->  Seq Scan on waiting_counts waiting_counts_1
--                           Filter: (edition = e.id)
--             SubPlan 5
--               ->  Aggregate
--                     ->  Index Scan using payments_undelivered on payments p
--                           Index Cond: (id = $2)
--                           Filter: ((($3 IS NULL) OR (confirmed_at < $4)) AND (edition = e.id))
--             SubPlan 6
--               ->  Aggregate
--                     ->  Index Scan using payments_promised_unpaid on payments p_1
--                           Index Cond: (edition = e.id)
--                           Filter: ((id IS DISTINCT FROM $6) AND ((status <> 'pending'::text) OR (expires_at >= $5) OR needs_settling))
--             SubPlan 7
--               ->  Aggregate
--                     ->  Nested Loop
--                           ->  Index Scan using keys_held on game_keys k
--                                 Filter: (held_until >= $7)
--                           ->  Index Scan using payments_for_keys on payments p_2
--                                 Index Cond: ((id = k.held_for) AND (edition = e.id))
--                                 Filter: ((delivered_at IS NULL) AND (id IS DISTINCT FROM $8) AND (((status = ANY ('{pending,partial,detected}'::text[])) AND ((status <> 'pending'::text) OR (expires_at >= $9) OR needs_settling)) OR ((status = 'confirmed'::text) AND (($10 IS NULL) OR (confirmed_at < $11)))))
--             SubPlan 8
--               ->  Aggregate
--                     ->  Index Scan using keys_held on game_keys
--                           Filter: ((payment_id IS NULL) AND (retired_at IS NULL) AND (held_until >= $12) AND (game_edition = e.id))

-- src/server/monitoring/update-alerts.ts readSignals
select *
from alert_signals
where kind in ($1) and (kind not in ($2) or subject = $3);

-- src/server/monitoring/update-alerts.ts storeSignal
insert into alert_signals (kind, subject, since, gone_since, is_raised)
values ($1, $2, $3, $4, $5)
on conflict (kind, subject) do update
set since = $6, gone_since = $7, is_raised = $8;

-- src/server/monitoring/update-alerts.ts updateAlerts
delete from alert_signals
where kind = $1 and subject = $2;

-- src/server/monitoring/update-alerts.ts updateAlerts
select pg_try_advisory_xact_lock(hashtextextended('keyhold alert signals', 0)) as is_ours;
