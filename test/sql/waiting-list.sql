-- The statements of a module and their plans, written by npm run sql.

-- src/server/waiting-list/join-waiting-list.ts askToConfirm
delete from mails
where dedupe_key = $1;
--   Delete on mails
--     ->  Index Scan using mails_dedupe_key_key on mails
--           Index Cond: (dedupe_key = $1)

-- src/server/waiting-list/join-waiting-list.ts storeEntry
insert into waiting_list as w (id, edition, email, language, token_hash, asked_at)
values ($1, $2, $3, $4, $5, $6)
on conflict (edition, lower(email)) do update
set asked_at = excluded.asked_at, language = case when w.confirmed_at is null then excluded.language else
  w.language end
returning id, email, language, confirmed_at;

-- src/server/waiting-list/tell-waiting.ts countQueued
select count(*)
from mails
where sent_at is null and template = 'waiting-stock' and (failed_as is null or failed_as = 'unreachable');
--   Aggregate
--     ->  Index Scan using mails_unsent on mails
--           Filter: (((failed_as IS NULL) OR (failed_as = 'unreachable'::text)) AND (template = 'waiting-stock'::text))

-- src/server/waiting-list/tell-waiting.ts countToTell
select coalesce(sum(told), 0)::bigint as told
from waiting_list_rounds
where edition = $1 and told_at > $2;

-- src/server/waiting-list/tell-waiting.ts findAwaited
select id
from editions as e
where exists (select edition from waiting_list where edition = e.id and confirmed_at is not null);
--   Nested Loop Semi Join
--     ->  Seq Scan on editions e
--     ->  Index Only Scan using waiting_list_confirmed on waiting_list
--           Index Cond: (edition = e.id)

-- src/server/waiting-list/tell-waiting.ts tellBatch
delete from waiting_list
where id = $1;
--   Delete on waiting_list
--     ->  Index Scan using waiting_list_pkey on waiting_list
--           Index Cond: (id = $1)

-- src/server/waiting-list/tell-waiting.ts tellBatch
insert into waiting_list_rounds (edition, told_at, told)
values ($1, $2, $3);

-- src/server/waiting-list/tell-waiting.ts tellBatch
select id, email, language
from waiting_list
where edition = $1 and confirmed_at is not null
order by confirmed_at, id
limit 50
for update;
--   Limit
--     ->  LockRows
--           ->  Index Scan using waiting_list_confirmed on waiting_list
--                 Index Cond: ((edition = $1) AND (confirmed_at IS NOT NULL))

-- src/server/waiting-list/tell-waiting.ts tellBatch
select pg_advisory_xact_lock(hashtext($1));

-- src/server/waiting-list/waiting-entry.ts
select id, edition
from waiting_list
where token_hash = $1 and (confirmed_at is not null or asked_at > $2)
for update;
--   LockRows
--     ->  Index Scan using waiting_list_token_hash_key on waiting_list
--           Index Cond: (token_hash = $1)
--           Filter: ((confirmed_at IS NOT NULL) OR (asked_at > $2))

-- src/server/waiting-list/waiting-entry.ts
update waiting_list
set confirmed_at = $1
where id = $2 and confirmed_at is null;
--   Update on waiting_list
--     ->  Index Scan using waiting_list_pkey on waiting_list
--           Index Cond: (id = $2)
--           Filter: (confirmed_at IS NULL)

-- src/server/waiting-list/waiting-entry.ts findWaitingEdition
select edition
from waiting_list
where token_hash = $1 and (confirmed_at is not null or asked_at > $2);
--   Index Scan using waiting_list_token_hash_key on waiting_list
--     Index Cond: (token_hash = $1)
--     Filter: ((confirmed_at IS NOT NULL) OR (asked_at > $2))

-- src/server/waiting-list/waiting-entry.ts leaveWaitingList
delete from waiting_list
where token_hash = $1;
--   Delete on waiting_list
--     ->  Index Scan using waiting_list_token_hash_key on waiting_list
--           Index Cond: (token_hash = $1)
