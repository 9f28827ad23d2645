-- The statements of a module and their plans, written by npm run sql.

-- src/server/shop/abandon-secret.ts abandonSecret
select secret_id
from installation
for update;

-- src/server/shop/abandon-secret.ts findLostWithSecret
select count(*) as accounts
from user_second_factors;

-- src/server/shop/abandon-secret.ts findLostWithSecret
select distinct m.payment_id::text as id
from mails m join game_keys k on k.payment_id = m.payment_id
where m.template = 'keys' and m.sent_at is null and k.retired_at is null and sealed_with is not null and
  sealed_with <> all ($1::text[])
order by 1;
--   Unique
--     ->  Sort
--           Sort Key: ((m.payment_id)::text)
--           ->  Nested Loop
--                 ->  Index Scan using mails_unsent on mails m
--                       Filter: (template = 'keys'::text)
--                 ->  Index Scan using keys_of_order on game_keys k
--                       Index Cond: (payment_id = m.payment_id)
--                       Filter: ((retired_at IS NULL) AND (sealed_with IS NOT NULL) AND (sealed_with <> ALL ($1)))

-- src/server/shop/abandon-secret.ts findLostWithSecret
select game_edition as edition, count(*) as keys
from game_keys
where sealed_with is not null and sealed_with <> all ($1::text[]) and payment_id is null and (retired_at is null
  or quarantined_at is not null)
group by 1
order by 1;
--   GroupAggregate
--     Group Key: game_edition
--     ->  Sort
--           Sort Key: game_edition
--           ->  Seq Scan on game_keys
--                 Filter: ((sealed_with IS NOT NULL) AND (payment_id IS NULL) AND ((retired_at IS NULL) OR (quarantined_at IS NOT NULL)) AND (sealed_with <> ALL ($1)))

-- src/server/shop/abandon-secret.ts findLostWithSecret
select secret, secret_id
from installation;

-- src/server/shop/abandon-secret.ts replace
delete from user_second_factors;

-- src/server/shop/abandon-secret.ts replace
delete from user_sessions;

-- src/server/shop/abandon-secret.ts replace
delete from user_verifications
where value in (select id::text from users);

-- src/server/shop/abandon-secret.ts replace
insert into key_secrets (id)
values ($1)
on conflict do nothing;

-- src/server/shop/abandon-secret.ts replace
update installation
set secret_id = $1, sealed_lookup_key = $2;

-- src/server/shop/abandon-secret.ts replace
update key_secrets
set abandoned_at = $1, is_lost = true
where id <> all ($2::text[]);

-- src/server/shop/abandon-secret.ts replace
update users
set grace_session = $1;

-- src/server/shop/abandon-secret.ts retireUnreadable
update game_keys
set retired_at = coalesce(retired_at, $1), quarantined_at = null, held_for = null, held_until = null
where sealed_with is not null and sealed_with <> all ($2::text[]) and payment_id is null and (retired_at is null
  or quarantined_at is not null);
--   Update on game_keys
--     ->  Seq Scan on game_keys
--           Filter: ((sealed_with IS NOT NULL) AND (payment_id IS NULL) AND ((retired_at IS NULL) OR (quarantined_at IS NOT NULL)) AND (sealed_with <> ALL ($2)))

-- src/server/shop/rotate-secret.ts chooseNext
select
from game_keys
where sealed_with <> $1 and sealed_with = any($2::text[])
limit 1;
--   Limit
--     ->  Seq Scan on game_keys
--           Filter: ((sealed_with <> $1) AND (sealed_with = ANY ($2)))

-- src/server/shop/rotate-secret.ts replaceSecret
insert into key_secrets (id)
values ($1)
on conflict do nothing;

-- src/server/shop/rotate-secret.ts replaceSecret
select secret_id
from installation
for update;

-- src/server/shop/rotate-secret.ts replaceSecret
update installation
set secret_id = $1, sealed_lookup_key = $2;

-- src/server/shop/rotate-secret.ts requireNoShop
select
from pg_stat_activity
where datname = current_database() and application_name = 'keyhold listener';
