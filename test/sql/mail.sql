-- The statements of a module and their plans, written by npm run sql.

-- src/server/mail/queue-mail.ts queueMails
insert into mails (dedupe_key, message_id, template, language, recipient, reply_to, facts, payment_id,
  in_reply_to, next_attempt_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict (dedupe_key) do nothing;

-- src/server/mail/send-mail.ts claimMails
with claimed as (select * from mails where sent_at is null and next_attempt_at <= $1 and (template not in
  ('keys', 'keys-elsewhere') or not exists (select from recoveries where finished_at is null)) order by template
  in ('keys', 'keys-elsewhere') desc, next_attempt_at, created_at limit 50 for update skip locked)
select claimed.*, not exists (select from mails other where other.sent_at is null and other.next_attempt_at <= $2
  and other.id not in (select id from claimed)) as is_last
from claimed
order by template in ('keys', 'keys-elsewhere') desc, next_attempt_at, created_at;
--   Sort
--     Sort Key: ((claimed.template = ANY ('{keys,keys-elsewhere}'::text[]))) DESC, claimed.next_attempt_at, claimed.created_at
--     CTE claimed
--       ->  Limit
--             InitPlan 1
--               ->  Seq Scan on recoveries
--                     Filter: (finished_at IS NULL)
--             ->  LockRows
--                   ->  Sort
--                         Sort Key: ((mails.template = ANY ('{keys,keys-elsewhere}'::text[]))) DESC, mails.next_attempt_at, mails.created_at
--                         ->  Index Scan using mails_unsent on mails
--                               Index Cond: (next_attempt_at <= $1)
--                               Filter: ((sent_at IS NULL) AND ((template <> ALL ('{keys,keys-elsewhere}'::text[])) OR (NOT (InitPlan 1).col1)))
--     InitPlan 4
--       ->  Index Scan using mails_unsent on mails other
--             Index Cond: (next_attempt_at <= $2)
--             Filter: (NOT (ANY (id = (hashed SubPlan 3).col1)))
--             SubPlan 3
--               ->  CTE Scan on claimed claimed_1
--     ->  CTE Scan on claimed

-- src/server/mail/send-mail.ts recordAttempts
delete from mails
where id in ($1);
--   Delete on mails
--     ->  Index Scan using mails_pkey on mails
--           Index Cond: (id = $1)

-- src/server/mail/send-mail.ts recordAttempts
update mails
set attempts = v.attempts, message_id = v.message_id, sent_at = v.sent_at, next_attempt_at = v.next_attempt_at,
  failed_as = v.failed_as, failed_reply = v.failed_reply
from jsonb_populate_recordset(null::mails, $1::jsonb) v
where mails.id = v.id;
--   Update on mails
--     ->  Nested Loop
--           ->  Function Scan on jsonb_populate_recordset v
--           ->  Index Scan using mails_pkey on mails
--                 Index Cond: (id = v.id)

-- src/server/mail/send-mail.ts retryAllNow
update mails
set next_attempt_at = $1
where id in (select id from mails where sent_at is null and next_attempt_at > $2 and failed_as = any($3) for
  update skip locked);
--   Update on mails
--     ->  Nested Loop
--           ->  HashAggregate
--                 Group Key: "ANY_subquery".id
--                 ->  Subquery Scan on "ANY_subquery"
--                       ->  LockRows
--                             ->  Index Scan using mails_unsent on mails mails_1
--                                   Index Cond: (next_attempt_at > $2)
--                                   Filter: ((sent_at IS NULL) AND (failed_as = ANY ($3)))
--           ->  Index Scan using mails_pkey on mails
--                 Index Cond: (id = "ANY_subquery".id)
