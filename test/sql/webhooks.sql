-- The statements of a module and their plans, written by npm run sql.

-- src/server/webhooks/change-webhooks.ts
update webhook_deliveries
set delivered_at = $1, given_up_at = $2, attempts = $3, next_attempt_at = $4, give_up_at = $5
where id = $6
returning endpoint_id;
--   Update on webhook_deliveries
--     ->  Index Scan using webhook_deliveries_pkey on webhook_deliveries
--           Index Cond: (id = $6)

-- src/server/webhooks/change-webhooks.ts
update webhook_endpoints
set failures = $1, retry_at = $2
where id = $3;

-- src/server/webhooks/change-webhooks.ts changeEndpoint
delete from webhook_endpoints
where id = $1;

-- src/server/webhooks/change-webhooks.ts changeEndpoint
select *
from webhook_endpoints
where id = $1
for update;

-- src/server/webhooks/change-webhooks.ts createEndpoint
insert into webhook_endpoints (id, format, url, sealed_url, label, events, has_email, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8);

-- src/server/webhooks/change-webhooks.ts createEndpoint
select id
from webhook_endpoints
for update;

-- src/server/webhooks/change-webhooks.ts insertTestDelivery
insert into webhook_deliveries (endpoint_id, event, data, happened_at, give_up_at)
values ($1, $2, $3, $4, $5);

-- src/server/webhooks/change-webhooks.ts set
update webhook_endpoints
set failures = $1, retry_at = $2
where id = $3;

-- src/server/webhooks/change-webhooks.ts set
update webhook_endpoints
set paused_at = $1
where id = $2;

-- src/server/webhooks/change-webhooks.ts set
update webhook_endpoints
set paused_at = $1, failures = $2, retry_at = $3
where id = $4;

-- src/server/webhooks/change-webhooks.ts set
update webhook_endpoints
set secret_version = $1, secret_rotated_at = $2
where id = $3;

-- src/server/webhooks/list-webhooks.ts deleteOldDeliveries
delete from webhook_deliveries
where id in (select id from webhook_deliveries where happened_at < $1 limit 50 for update skip locked);
--   Delete on webhook_deliveries
--     ->  Nested Loop
--           ->  HashAggregate
--                 Group Key: "ANY_subquery".id
--                 ->  Subquery Scan on "ANY_subquery"
--                       ->  Limit
--                             ->  LockRows
--                                   ->  Seq Scan on webhook_deliveries webhook_deliveries_1
--                                         Filter: (happened_at < $1)
--           ->  Index Scan using webhook_deliveries_pkey on webhook_deliveries
--                 Index Cond: (id = "ANY_subquery".id)

-- src/server/webhooks/list-webhooks.ts listDeliveries
select *
from webhook_deliveries
where endpoint_id = $1
order by happened_at desc, sequence desc
limit 50;
--   Limit
--     ->  Incremental Sort
--           Sort Key: happened_at DESC, sequence DESC
--           Presorted Key: happened_at
--           ->  Index Scan using webhook_deliveries_newest on webhook_deliveries
--                 Index Cond: (endpoint_id = $1)

-- src/server/webhooks/list-webhooks.ts listWebhooks
select e.*, (select count(*) from webhook_deliveries d where d.endpoint_id = e.id and d.delivered_at is null and
  d.given_up_at is null) as waiting, (select max(d.delivered_at) from webhook_deliveries d where d.endpoint_id =
  e.id) as last
from webhook_endpoints e
where e.is_active
order by e.created_at, e.id;
--   Sort
--     Sort Key: e.created_at, e.id
--     ->  Seq Scan on webhook_endpoints e
--           Filter: is_active
--           SubPlan 1
--             ->  Aggregate
--                   ->  Index Only Scan using webhook_deliveries_due on webhook_deliveries d
--                         Index Cond: (endpoint_id = e.id)
--           SubPlan 2
--             ->  Aggregate
--                   ->  Bitmap Heap Scan on webhook_deliveries d_1
--                         Recheck Cond: (endpoint_id = e.id)
--                         ->  Bitmap Index Scan on webhook_deliveries_newest
--                               Index Cond: (endpoint_id = e.id)

-- src/server/webhooks/reseal-webhook-urls.ts resealWebhookUrls
select id, sealed_url
from webhook_endpoints
where sealed_url is not null
for update;

-- src/server/webhooks/reseal-webhook-urls.ts resealWebhookUrls
update webhook_endpoints
set sealed_url = $1
where id = $2;

-- src/server/webhooks/send-delivery.ts claimDelivery
update webhook_deliveries
set attempts = attempts + 1, next_attempt_at = $1
where id = (select id from webhook_deliveries where endpoint_id = $2 and delivered_at is null and given_up_at is
  null and next_attempt_at <= $3 order by next_attempt_at, sequence limit 1 for update skip locked)
returning *;
--   Update on webhook_deliveries
--     InitPlan 1
--       ->  Limit
--             ->  LockRows
--                   ->  Sort
--                         Sort Key: webhook_deliveries_1.next_attempt_at, webhook_deliveries_1.sequence
--                         ->  Bitmap Heap Scan on webhook_deliveries webhook_deliveries_1
--                               Recheck Cond: ((endpoint_id = $2) AND (next_attempt_at <= $3) AND (delivered_at IS NULL) AND (given_up_at IS NULL))
--                               ->  Bitmap Index Scan on webhook_deliveries_due
--                                     Index Cond: ((endpoint_id = $2) AND (next_attempt_at <= $3))
--     ->  Index Scan using webhook_deliveries_pkey on webhook_deliveries
--           Index Cond: (id = (InitPlan 1).col1)

-- src/server/webhooks/send-delivery.ts dataOf
select user_email
from payments
where id = $1;
--   Index Scan using payments_for_keys on payments
--     Index Cond: (id = $1)

-- src/server/webhooks/send-delivery.ts findDueEndpoints
select e.id
from webhook_endpoints e
where e.is_active and e.paused_at is null and e.retry_at <= $1 and exists (select from webhook_deliveries d where
  d.endpoint_id = e.id and d.delivered_at is null and d.given_up_at is null and d.next_attempt_at <= $2);
--   Nested Loop Semi Join
--     ->  Seq Scan on webhook_endpoints e
--           Filter: (is_active AND (paused_at IS NULL) AND (retry_at <= $1))
--     ->  Index Only Scan using webhook_deliveries_due on webhook_deliveries d
--           Index Cond: ((endpoint_id = e.id) AND (next_attempt_at <= $2))

-- src/server/webhooks/send-delivery.ts findOpenEndpoint
select *
from webhook_endpoints
where id = $1 and is_active = $2 and paused_at is null and retry_at <= $3;

-- src/server/webhooks/send-delivery.ts storeAnswer
update webhook_deliveries
set delivered_at = $1, last_answer = $2
where id = $3;
--   Update on webhook_deliveries
--     ->  Index Scan using webhook_deliveries_pkey on webhook_deliveries
--           Index Cond: (id = $3)

-- src/server/webhooks/send-delivery.ts storeAnswer
update webhook_deliveries
set given_up_at = $1, last_answer = $2
where id = $3;
--   Update on webhook_deliveries
--     ->  Index Scan using webhook_deliveries_pkey on webhook_deliveries
--           Index Cond: (id = $3)

-- src/server/webhooks/send-delivery.ts storeAnswer
update webhook_deliveries
set next_attempt_at = $1, last_answer = $2
where id = $3;
--   Update on webhook_deliveries
--     ->  Index Scan using webhook_deliveries_pkey on webhook_deliveries
--           Index Cond: (id = $3)

-- src/server/webhooks/send-delivery.ts storeAnswer
update webhook_endpoints
set failures = $1, retry_at = $2
where id = $3;

-- src/server/webhooks/webhook-endpoint.ts storeSettingsEndpoint
insert into webhook_endpoints (url, format, events, created_at)
values ($1, $2, $3, $4)
on conflict do nothing;

-- src/server/webhooks/webhook-endpoint.ts storeSettingsEndpoint
update webhook_endpoints
set is_active = $1
where url is null;

-- src/server/webhooks/webhook-endpoint.ts storeSettingsEndpoint
update webhook_endpoints
set is_active = $1, format = $2, events = $3
where url is null;
