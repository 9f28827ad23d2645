-- The statements of a module and their plans, written by npm run sql.

-- src/server/keys/check-import.ts checkImport
delete from key_imports
where id = $1;

-- src/server/keys/check-import.ts checkImport
insert into key_imports (actor_id, created_at)
values ($1, $2)
returning id;

-- src/server/keys/check-import.ts checkLines
analyze key_import_lines;

-- src/server/keys/check-import.ts checkLines
update key_import_lines l
set is_duplicate = true
from (select line_no, key_hash, row_number() over (partition by key_hash order by line_no) as nth from
  key_import_lines where import_id = $1 and key_hash is not null) seen
where l.import_id = $2 and l.line_no = seen.line_no and (seen.nth > 1 or exists (select from game_keys k where
  k.key_hash = seen.key_hash));
--   Update on key_import_lines l
--     ->  Nested Loop
--           ->  Subquery Scan on seen
--                 Filter: ((seen.nth > 1) OR EXISTS(SubPlan 1))
--                 ->  WindowAgg
--                       Window: w1 AS (PARTITION BY key_import_lines.key_hash ORDER BY key_import_lines.line_no ROWS UNBOUNDED PRECEDING)
--                       ->  Sort
--                             Sort Key: key_import_lines.key_hash, key_import_lines.line_no
--                             ->  Bitmap Heap Scan on key_import_lines
--                                   Recheck Cond: (import_id = $1)
--                                   Filter: (key_hash IS NOT NULL)
--                                   ->  Bitmap Index Scan on key_import_lines_pkey
--                                         Index Cond: (import_id = $1)
--                 SubPlan 1
--                   ->  Index Only Scan using keys_once on game_keys k
--                         Index Cond: (key_hash = seen.key_hash)
--           ->  Index Scan using key_import_lines_pkey on key_import_lines l
--                 Index Cond: ((import_id = $2) AND (line_no = seen.line_no))

-- src/server/keys/check-import.ts checkLines
update key_imports i
set status = 'checked', lines = $1, good = c.good, duplicates = c.duplicates, bad = c.bad
from (select count(*) filter (where key_hash is not null and not is_duplicate) as good, count(*) filter (where
  is_duplicate) as duplicates, count(*) filter (where key_hash is null) as bad from key_import_lines where
  import_id = $2) c
where i.id = $3;
--   Update on key_imports i
--     ->  Nested Loop
--           ->  Seq Scan on key_imports i
--                 Filter: (id = $3)
--           ->  Subquery Scan on c
--                 ->  Aggregate
--                       ->  Bitmap Heap Scan on key_import_lines
--                             Recheck Cond: (import_id = $2)
--                             ->  Bitmap Index Scan on key_import_lines_pkey
--                                   Index Cond: (import_id = $2)

-- src/server/keys/check-import.ts storeBatch
insert into key_import_lines (import_id, line_no, key_id, game_edition, sealed_key, sealed_with, key_hash,
  last_group_hash)
select $1, *
from unnest($2::int[], $3::uuid[], $4::text[], $5::bytea[], $6::text[], $7::bytea[], $8::bytea[]);

-- src/server/keys/claim-keys.ts claimKeys
with claims as (select payment_id, quantity, sum(quantity) over (order by nr) as up_to from unnest($1::uuid[],
  $2::int[]) with ordinality as claim(payment_id, quantity, nr)), held as (select id from game_keys where
  held_for = any($3::uuid[]) and payment_id is null and retired_at is null and game_edition = $4 and sealed_with
  <> all (array(select id from key_secrets where is_lost)) order by created_at, id limit 50 for update skip
  locked), free as (select id from game_keys where held_for is null and payment_id is null and retired_at is null
  and game_edition = $5 and sealed_with <> all (array(select id from key_secrets where is_lost)) order by
  created_at, id limit 50 - (select count(*) from held) for update skip locked), expired as (select id from
  game_keys where held_for <> all($6::uuid[]) and held_until < $7 and payment_id is null and retired_at is null
  and game_edition = $8 and sealed_with <> all (array(select id from key_secrets where is_lost)) order by
  created_at, id limit 50 - (select count(*) from held) - (select count(*) from free) for update skip locked),
  numbered as (select id, row_number() over (order by id) as nr from (select id from held union all select id
  from free union all select id from expired) as chosen) update game_keys k
set payment_id = c.payment_id, quantity = c.quantity, line_no = n.nr - (c.up_to - c.quantity), handed_at = $9,
  held_for = null, held_until = null
from numbered n join claims c on n.nr > c.up_to - c.quantity and n.nr <= c.up_to
where k.id = n.id;
--   Update on game_keys k
--     CTE held
--       ->  Limit
--             InitPlan 1
--               ->  Seq Scan on key_secrets
--                     Filter: is_lost
--             ->  LockRows
--                   ->  Sort
--                         Sort Key: game_keys.created_at, game_keys.id
--                         ->  Index Scan using keys_held on game_keys
--                               Index Cond: (held_for = ANY ($3))
--                               Filter: ((payment_id IS NULL) AND (retired_at IS NULL) AND (game_edition = $4) AND (sealed_with <> ALL ((InitPlan 1).col1)))
--     CTE free
--       ->  Limit
--             InitPlan 3
--               ->  Seq Scan on key_secrets key_secrets_1
--                     Filter: is_lost
--             InitPlan 4
--               ->  Aggregate
--                     ->  CTE Scan on held held_1
--             ->  LockRows
--                   ->  Sort
--                         Sort Key: game_keys_1.created_at, game_keys_1.id
--                         ->  Bitmap Heap Scan on game_keys game_keys_1
--                               Recheck Cond: ((game_edition = $5) AND (payment_id IS NULL) AND (retired_at IS NULL))
--                               Filter: ((held_for IS NULL) AND (sealed_with <> ALL ((InitPlan 3).col1)))
--                               ->  Bitmap Index Scan on keys_unsold_by_secret
--                                     Index Cond: (game_edition = $5)
--     CTE expired
--       ->  Limit
--             InitPlan 6
--               ->  Seq Scan on key_secrets key_secrets_2
--                     Filter: is_lost
--             InitPlan 7
--               ->  Aggregate
--                     ->  CTE Scan on held held_2
--             InitPlan 8
--               ->  Aggregate
--                     ->  CTE Scan on free free_1
--             ->  LockRows
--                   ->  Sort
--                         Sort Key: game_keys_2.created_at, game_keys_2.id
--                         ->  Bitmap Heap Scan on game_keys game_keys_2
--                               Recheck Cond: ((game_edition = $8) AND (payment_id IS NULL) AND (retired_at IS NULL))
--                               Filter: ((held_until < $7) AND (held_for <> ALL ($6)) AND (sealed_with <> ALL ((InitPlan 6).col1)))
--                               ->  Bitmap Index Scan on keys_unsold_by_secret
--                                     Index Cond: (game_edition = $8)
--     ->  Nested Loop
--           Join Filter: ((n.nr <= c.up_to) AND (n.nr > (c.up_to - c.quantity)))
--           ->  Subquery Scan on c
--                 ->  WindowAgg
--                       Window: w1 AS (ORDER BY claim.nr)
--                       ->  Function Scan on claim
--           ->  Materialize
--                 ->  Nested Loop
--                       ->  Subquery Scan on n
--                             ->  WindowAgg
--                                   Window: w1 AS (ORDER BY held.id ROWS UNBOUNDED PRECEDING)
--                                   ->  Sort
--                                         Sort Key: held.id
--                                         ->  Append
--                                               ->  CTE Scan on held
--                                               ->  CTE Scan on free
--                                               ->  CTE Scan on expired
--                       ->  Index Scan using game_keys_pkey on game_keys k
--                             Index Cond: (id = n.id)

-- src/server/keys/claim-keys.ts hasKeys
select id
from game_keys
where payment_id = $1 and replaced_by is null and retired_at is null
limit 50;
--   Limit
--     ->  Index Scan using keys_of_order on game_keys
--           Index Cond: (payment_id = $1)
--           Filter: ((replaced_by IS NULL) AND (retired_at IS NULL))

-- src/server/keys/claim-keys.ts storedKeysOf
select id, game_edition, sealed_key, sealed_with
from game_keys
where payment_id = $1 and replaced_by is null and retired_at is null;
--   Index Scan using keys_of_order on game_keys
--     Index Cond: (payment_id = $1)
--     Filter: ((replaced_by IS NULL) AND (retired_at IS NULL))

-- src/server/keys/commit-import.ts addLines
insert into game_keys (id, game_edition, sealed_key, sealed_with, key_hash, last_group_hash, created_at)
select key_id, game_edition, sealed_key, sealed_with, key_hash, last_group_hash, $1::timestamptz + line_no *
  interval '1 microsecond'
from key_import_lines
where import_id = $2 and line_no > $3 and line_no <= $4 and key_hash is not null and not is_duplicate
order by line_no
on conflict (key_hash) do nothing;
--   Insert on game_keys
--     Conflict Resolution: NOTHING
--     Conflict Arbiter Indexes: keys_once
--     ->  Subquery Scan on "*SELECT*"
--           ->  Sort
--                 Sort Key: key_import_lines.line_no
--                 ->  Bitmap Heap Scan on key_import_lines
--                       Recheck Cond: ((import_id = $2) AND (line_no > $3) AND (line_no <= $4))
--                       Filter: ((key_hash IS NOT NULL) AND (NOT is_duplicate))
--                       ->  Bitmap Index Scan on key_import_lines_pkey
--                             Index Cond: ((import_id = $2) AND (line_no > $3) AND (line_no <= $4))

-- src/server/keys/commit-import.ts commitImport
delete from key_import_lines
where import_id = $1 and key_hash is not null and is_duplicate = $2;
--   Delete on key_import_lines
--     ->  Bitmap Heap Scan on key_import_lines
--           Recheck Cond: (import_id = $1)
--           Filter: ((key_hash IS NOT NULL) AND (is_duplicate = $2))
--           ->  Bitmap Index Scan on key_import_lines_pkey
--                 Index Cond: (import_id = $1)

-- src/server/keys/commit-import.ts commitImport
select pg_advisory_xact_lock(hashtext('keyhold key imports'));

-- src/server/keys/commit-import.ts commitImport
select pg_try_advisory_xact_lock(hashtext($1)) as "isOurs";

-- src/server/keys/commit-import.ts commitImport
select status, lines, good
from key_imports
where id = $1;

-- src/server/keys/commit-import.ts commitImport
update key_imports
set added = $1
where id = $2;

-- src/server/keys/commit-import.ts commitImport
update key_imports
set status = $1, added = $2
where id = $3;

-- src/server/keys/commit-import.ts commitImport
update key_imports
set status = $1, added = $2, finished_at = $3
where id = $4;

-- src/server/keys/commit-import.ts sweepImports
delete from key_import_lines
where import_id in (select id from key_imports where created_at < $1);
--   Delete on key_import_lines
--     ->  Nested Loop
--           ->  Seq Scan on key_imports
--                 Filter: (created_at < $1)
--           ->  Bitmap Heap Scan on key_import_lines
--                 Recheck Cond: (import_id = key_imports.id)
--                 ->  Bitmap Index Scan on key_import_lines_pkey
--                       Index Cond: (import_id = key_imports.id)

-- src/server/keys/commit-import.ts sweepImports
delete from key_imports
where created_at < $1 and status <> $2;

-- src/server/keys/export-keys.ts allKeys
select k.id, k.sealed_key, k.sealed_with, k.game_edition, key_status(k.status, k.external_order_id) as status,
  k.created_at, k.created_at::text as created, k.handed_at, k.payment_id, p.user_email
from game_keys k
left join payments p on p.id = k.payment_id
where k.game_edition = $1 and k.created_at >= $2::timestamptz and (k.created_at > $3::timestamptz or k.created_at
  = $4::timestamptz and k.id < $5::uuid)
order by k.created_at, k.id desc
limit 50;
--   Limit
--     ->  Nested Loop Left Join
--           ->  Index Scan Backward using keys_listed on game_keys k
--                 Index Cond: (created_at >= $2)
--                 Filter: ((game_edition = $1) AND ((created_at > $3) OR ((created_at = $4) AND (id < $5))))
--           ->  Memoize
--                 Cache Key: k.payment_id
--                 Cache Mode: logical
--                 ->  Index Scan using payments_pkey on payments p
--                       Index Cond: (id = k.payment_id)

-- src/server/keys/export-keys.ts allKeys
select k.id, k.sealed_key, k.sealed_with, k.game_edition, key_status(k.status, k.external_order_id) as status,
  k.created_at, k.created_at::text as created, k.handed_at, k.payment_id, p.user_email
from game_keys k
left join payments p on p.id = k.payment_id
where k.game_edition = $1 and k.status = $2 and k.created_at >= $3::timestamptz and (k.created_at >
  $4::timestamptz or k.created_at = $5::timestamptz and k.id < $6::uuid)
order by k.created_at, k.id desc
limit 50;
--   Limit
--     ->  Nested Loop Left Join
--           ->  Index Scan Backward using keys_listed on game_keys k
--                 Index Cond: (created_at >= $3)
--                 Filter: ((game_edition = $1) AND (status = $2) AND ((created_at > $4) OR ((created_at = $5) AND (id < $6))))
--           ->  Memoize
--                 Cache Key: k.payment_id
--                 Cache Mode: logical
--                 ->  Index Scan using payments_pkey on payments p
--                       Index Cond: (id = k.payment_id)

-- src/server/keys/export-keys.ts allKeys
select k.id, k.sealed_key, k.sealed_with, k.game_edition, key_status(k.status, k.external_order_id) as status,
  k.created_at, k.created_at::text as created, k.handed_at, k.payment_id, p.user_email
from game_keys k
left join payments p on p.id = k.payment_id
where k.status = 'retired' and k.external_order_id is not null and k.created_at >= $1::timestamptz and
  (k.created_at > $2::timestamptz or k.created_at = $3::timestamptz and k.id < $4::uuid)
order by k.created_at, k.id desc
limit 50;
--   Limit
--     ->  Nested Loop Left Join
--           ->  Index Scan Backward using keys_listed_elsewhere on game_keys k
--                 Index Cond: (created_at >= $1)
--                 Filter: ((status = 'retired'::text) AND ((created_at > $2) OR ((created_at = $3) AND (id < $4))))
--           ->  Index Scan using payments_for_keys on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/export-keys.ts allKeys
select k.id, k.sealed_key, k.sealed_with, k.game_edition, key_status(k.status, k.external_order_id) as status,
  k.created_at, k.created_at::text as created, k.handed_at, k.payment_id, p.user_email
from game_keys k
left join payments p on p.id = k.payment_id
where true and k.created_at >= $1::timestamptz and (k.created_at > $2::timestamptz or k.created_at =
  $3::timestamptz and k.id < $4::uuid)
order by k.created_at, k.id desc
limit 50;
--   Limit
--     ->  Nested Loop Left Join
--           ->  Index Scan Backward using keys_listed on game_keys k
--                 Index Cond: (created_at >= $1)
--                 Filter: ((created_at > $2) OR ((created_at = $3) AND (id < $4)))
--           ->  Memoize
--                 Cache Key: k.payment_id
--                 Cache Mode: logical
--                 ->  Index Scan using payments_pkey on payments p
--                       Index Cond: (id = k.payment_id)

-- src/server/keys/generate-keys.ts insertNewKeys
insert into game_keys (id, game_edition, sealed_key, sealed_with, key_hash, last_group_hash)
values ($1, $2, $3, $4, $5, $6)
on conflict (key_hash) do nothing
returning id;

-- src/server/keys/held-editions.ts heldEditions
select id, keys_held_since is not null as is_held
from editions
where id = any($1::text[])
order by id
for share;

-- src/server/keys/hold-keys.ts beginHolding
select pg_advisory_xact_lock(hashtext($1));

-- src/server/keys/hold-keys.ts beginHolding
update game_keys
set held_for = null, held_until = null
where held_for is not null and held_until < $1 and game_edition = $2;
--   Update on game_keys
--     ->  Index Scan using keys_held on game_keys
--           Index Cond: (held_for IS NOT NULL)
--           Filter: ((held_until < $1) AND (game_edition = $2))

-- src/server/keys/hold-keys.ts countFreeKeys
select count(*) as free
from (select from game_keys where game_edition = $1 and payment_id is null and retired_at is null and held_for is
  null limit 50) as unheld;
--   Aggregate
--     ->  Limit
--           ->  Index Only Scan using keys_free on game_keys
--                 Index Cond: (game_edition = $1)

-- src/server/keys/hold-keys.ts countFreeKeys
select count(*) as free
from game_keys
where game_edition = $1 and payment_id is null and retired_at is null and held_for is not null and held_until <
  $2;
--   Aggregate
--     ->  Index Scan using keys_held on game_keys
--           Filter: ((payment_id IS NULL) AND (retired_at IS NULL) AND (held_until < $2) AND (game_edition = $1))

-- src/server/keys/hold-keys.ts countPromisedCopies
select ((select coalesce(sum(copies), 0) from waiting_counts where edition = $1) - (select
  coalesce(sum(quantity), 0) from payments p where p.id = $2::uuid and p.edition = $3 and p.delivered_at is null
  and p.status = 'confirmed' and ($4::timestamptz is null or p.confirmed_at < $5)) + (select
  coalesce(sum(quantity), 0) from payments p where p.edition = $6 and p.delivered_at is null and p.status in
  ('pending', 'partial', 'detected') and (p.status <> 'pending' or p.expires_at >= $7 or p.needs_settling) and
  p.id is distinct from $8::uuid) - (select count(*) from game_keys k join payments p on p.id = k.held_for where
  k.held_for is not null and k.held_until >= $9 and p.edition = $10 and p.id is distinct from $11::uuid and
  ((p.delivered_at is null and p.status in ('pending', 'partial', 'detected') and (p.status <> 'pending' or
  p.expires_at >= $12 or p.needs_settling)) or (p.delivered_at is null and p.status = 'confirmed' and
  ($13::timestamptz is null or p.confirmed_at < $14)))))::bigint as copies;
--   Result
--     InitPlan 1
--       ->  Aggregate
--             ->  Seq Scan on waiting_counts
--                   Filter: (edition = $1)
--     InitPlan 2
--       ->  Aggregate
--             ->  Index Scan using payments_undelivered on payments p
--                   Index Cond: (id = $2)
--                   Filter: ((($4 IS NULL) OR (confirmed_at < $5)) AND (edition = $3))
--     InitPlan 3
--       ->  Aggregate
--             ->  Index Scan using payments_promised_unpaid on payments p_1
--                   Index Cond: (edition = $6)
--                   Filter: ((id IS DISTINCT FROM $8) AND ((status <> 'pending'::text) OR (expires_at >= $7) OR needs_settling))
--     InitPlan 4
--       ->  Aggregate
--             ->  Nested Loop
--                   ->  Index Scan using keys_held on game_keys k
--                         Filter: (held_until >= $9)
--                   ->  Index Scan using payments_for_keys on payments p_2
--                         Index Cond: ((id = k.held_for) AND (edition = $10))
--                         Filter: ((delivered_at IS NULL) AND (id IS DISTINCT FROM $11) AND (((status = ANY ('{pending,partial,detected}'::text[])) AND ((status <> 'pending'::text) OR (expires_at >= $12) OR needs_settling)) OR ((status = 'confirmed'::text) AND (($13 IS NULL) OR (confirmed_at < $14)))))

-- src/server/keys/hold-keys.ts countPromisedCopies
select ((select coalesce(sum(quantity), 0) from payments p where p.edition = $1 and p.delivered_at is null and
  p.status = 'confirmed' and p.confirmed_at < $2 and p.id is distinct from $3::uuid) + (select
  coalesce(sum(quantity), 0) from payments p where p.edition = $4 and p.delivered_at is null and p.status in
  ('pending', 'partial', 'detected') and (p.status <> 'pending' or p.expires_at >= $5 or p.needs_settling) and
  p.id is distinct from $6::uuid) - (select count(*) from game_keys k join payments p on p.id = k.held_for where
  k.held_for is not null and k.held_until >= $7 and p.edition = $8 and p.id is distinct from $9::uuid and
  ((p.delivered_at is null and p.status in ('pending', 'partial', 'detected') and (p.status <> 'pending' or
  p.expires_at >= $10 or p.needs_settling)) or (p.delivered_at is null and p.status = 'confirmed' and
  ($11::timestamptz is null or p.confirmed_at < $12)))))::bigint as copies;
--   Result
--     InitPlan 1
--       ->  Aggregate
--             ->  Bitmap Heap Scan on payments p
--                   Recheck Cond: ((edition = $1) AND (confirmed_at < $2) AND (delivered_at IS NULL) AND (status = 'confirmed'::text))
--                   Filter: (id IS DISTINCT FROM $3)
--                   ->  Bitmap Index Scan on payments_promised_paid
--                         Index Cond: ((edition = $1) AND (confirmed_at < $2))
--     InitPlan 2
--       ->  Aggregate
--             ->  Index Scan using payments_promised_unpaid on payments p_1
--                   Index Cond: (edition = $4)
--                   Filter: ((id IS DISTINCT FROM $6) AND ((status <> 'pending'::text) OR (expires_at >= $5) OR needs_settling))
--     InitPlan 3
--       ->  Aggregate
--             ->  Nested Loop
--                   ->  Index Scan using keys_held on game_keys k
--                         Filter: (held_until >= $7)
--                   ->  Index Scan using payments_for_keys on payments p_2
--                         Index Cond: ((id = k.held_for) AND (edition = $8))
--                         Filter: ((delivered_at IS NULL) AND (id IS DISTINCT FROM $9) AND (((status = ANY ('{pending,partial,detected}'::text[])) AND ((status <> 'pending'::text) OR (expires_at >= $10) OR needs_settling)) OR ((status = 'confirmed'::text) AND (($11 IS NULL) OR (confirmed_at < $12)))))

-- src/server/keys/hold-keys.ts extendHold
update game_keys
set held_until = 'infinity'::timestamptz
where held_for = $1;
--   Update on game_keys
--     ->  Index Scan using keys_held on game_keys
--           Index Cond: (held_for = $1)

-- src/server/keys/hold-keys.ts holdFreeKeys
update game_keys
set held_for = $1, held_until = coalesce($2::timestamptz, 'infinity')
where id in (select id from game_keys where payment_id is null and held_for is null and retired_at is null and
  game_edition = $3 order by created_at, id limit 50 for update);
--   Update on game_keys
--     ->  Nested Loop
--           ->  HashAggregate
--                 Group Key: "ANY_subquery".id
--                 ->  Subquery Scan on "ANY_subquery"
--                       ->  Limit
--                             ->  LockRows
--                                   ->  Index Scan using keys_free on game_keys game_keys_1
--                                         Index Cond: (game_edition = $3)
--                                         Filter: ((payment_id IS NULL) AND (held_for IS NULL) AND (retired_at IS NULL))
--           ->  Index Scan using game_keys_pkey on game_keys
--                 Index Cond: (id = "ANY_subquery".id)

-- src/server/keys/hold-keys.ts holdKeys
update payments
set reserves_keys = $1
where id = $2;
--   Update on payments
--     ->  Index Scan using payments_for_keys on payments
--           Index Cond: (id = $2)

-- src/server/keys/hold-keys.ts isClientOver
select (select count(*) from game_keys where game_edition = $1 and payment_id is null and retired_at is null) as
  stock, (select coalesce(sum(p.quantity), 0)::bigint from payments p, payments me where me.id = $2 and p.id <>
  me.id and p.client_hash = me.client_hash and p.edition = me.edition and p.status = 'pending' and p.expires_at
  >= $3) as promised;
--   Result
--     InitPlan 1
--       ->  Aggregate
--             ->  Index Only Scan using keys_unsold_by_secret on game_keys
--                   Index Cond: (game_edition = $1)
--     InitPlan 2
--       ->  Aggregate
--             ->  Nested Loop
--                   Join Filter: ((p.id <> me.id) AND (p.client_hash = me.client_hash) AND (p.edition = me.edition))
--                   ->  Index Scan using payments_unpaid_of_client on payments p
--                         Filter: ((expires_at >= $3) AND (status = 'pending'::text))
--                   ->  Index Scan using payments_for_keys on payments me
--                         Index Cond: (id = $2)

-- src/server/keys/hold-keys.ts isOverAllowance
select (select count(*) from game_keys where game_edition = $1 and payment_id is null and retired_at is null) as
  stock, (select count(*) from game_keys k join payments p on p.id = k.held_for, payments me where me.id = $2 and
  k.game_edition = $3 and lower(p.user_email) = lower(me.user_email) and p.client_hash = me.client_hash) as mine;
--   Result
--     InitPlan 1
--       ->  Aggregate
--             ->  Index Only Scan using keys_unsold_by_secret on game_keys
--                   Index Cond: (game_edition = $1)
--     InitPlan 2
--       ->  Aggregate
--             ->  Nested Loop
--                   ->  Nested Loop
--                         ->  Index Scan using payments_for_keys on payments me
--                               Index Cond: (id = $2)
--                         ->  Index Scan using payments_email on payments p
--                               Index Cond: (lower(user_email) = lower(me.user_email))
--                               Filter: (client_hash = me.client_hash)
--                   ->  Index Scan using keys_held on game_keys k
--                         Index Cond: (held_for = p.id)
--                         Filter: (game_edition = $3)

-- src/server/keys/hold-keys.ts mayTakeKeys
select count(*) as held
from game_keys
where held_for = $1;
--   Aggregate
--     ->  Index Only Scan using keys_held on game_keys
--           Index Cond: (held_for = $1)

-- src/server/keys/hold-keys.ts releaseHold
update game_keys
set held_for = $1, held_until = $2
where held_for = $3;
--   Update on game_keys
--     ->  Index Scan using keys_held on game_keys
--           Index Cond: (held_for = $3)

-- src/server/keys/import-faults.ts readFaults
select fault, count(*) as count, (array_agg(line_no order by line_no))[1:100] as lines
from key_import_faults
where import_id = $1
group by fault;

-- src/server/keys/import-faults.ts storeFaults
insert into key_import_faults (import_id, line_no, fault)
select $1, *
from unnest($2::int[], $3::text[]);

-- src/server/keys/import-keys.ts importKeys
delete from key_imports
where id = $1;

-- src/server/keys/import-keys.ts importKeys
select good, bad
from key_imports
where id = $1;

-- src/server/keys/import-keys.ts importKeys
select line_no, is_duplicate
from key_import_lines
where import_id = $1 and (is_duplicate = $2 or game_edition is null)
order by line_no;
--   Sort
--     Sort Key: line_no
--     ->  Bitmap Heap Scan on key_import_lines
--           Recheck Cond: (import_id = $1)
--           Filter: ((is_duplicate = $2) OR (game_edition IS NULL))
--           ->  Bitmap Index Scan on key_import_lines_pkey
--                 Index Cond: (import_id = $1)

-- src/server/keys/import-routes.ts
delete from key_imports
where id = $1 and status = $2;

-- src/server/keys/import-routes.ts readReportedLines
select line_no
from key_import_lines
where import_id = $1 and is_duplicate = $2
order by line_no
limit 50;
--   Limit
--     ->  Index Scan using key_import_lines_pkey on key_import_lines
--           Index Cond: (import_id = $1)
--           Filter: (is_duplicate = $2)

-- src/server/keys/import-routes.ts readReportedLines
select line_no
from key_import_lines
where import_id = $1 and key_hash is null
order by line_no
limit 50;
--   Limit
--     ->  Index Scan using key_import_lines_pkey on key_import_lines
--           Index Cond: (import_id = $1)
--           Filter: (key_hash IS NULL)

-- src/server/keys/import-routes.ts requireImport
select *
from key_imports
where id = $1;

-- src/server/keys/import-routes.ts requireImport
select game_edition, count(*) as count
from key_import_lines
where import_id = $1 and is_duplicate = $2 and game_edition is not null
group by game_edition;
--   GroupAggregate
--     Group Key: game_edition
--     ->  Sort
--           Sort Key: game_edition
--           ->  Bitmap Heap Scan on key_import_lines
--                 Recheck Cond: (import_id = $1)
--                 Filter: ((game_edition IS NOT NULL) AND (is_duplicate = $2))
--                 ->  Bitmap Index Scan on key_import_lines_pkey
--                       Index Cond: (import_id = $1)

-- src/server/keys/key-counts.ts foldKeyCounts
with folded as (delete from key_counts where edition in (select edition from key_counts group by edition, status
  having count(*) > 1) returning edition, status, change) insert into key_counts
select edition, status, sum(change)
from folded
group by 1, 2;

-- src/server/keys/key-counts.ts readKeyStats
select e.id as edition, ((select coalesce(sum(copies), 0) from waiting_counts where edition = e.id) - (select
  coalesce(sum(quantity), 0) from payments p where p.id = $1::uuid and p.edition = e.id and p.delivered_at is
  null and p.status = 'confirmed' and ($2::timestamptz is null or p.confirmed_at < $3)) + (select
  coalesce(sum(quantity), 0) from payments p where p.edition = e.id and p.delivered_at is null and p.status in
  ('pending', 'partial', 'detected') and (p.status <> 'pending' or p.expires_at >= $4 or p.needs_settling) and
  p.id is distinct from $5::uuid) - (select count(*) from game_keys k join payments p on p.id = k.held_for where
  k.held_for is not null and k.held_until >= $6 and p.edition = e.id and p.id is distinct from $7::uuid and
  ((p.delivered_at is null and p.status in ('pending', 'partial', 'detected') and (p.status <> 'pending' or
  p.expires_at >= $8 or p.needs_settling)) or (p.delivered_at is null and p.status = 'confirmed' and
  ($9::timestamptz is null or p.confirmed_at < $10)))))::bigint + (select count(*) from game_keys where
  game_edition = e.id and held_for is not null and held_until >= $11 and payment_id is null and retired_at is
  null) as copies
from unnest($12::text[]) as e (id);
--   Function Scan on unnest e
--     SubPlan 1
--       ->  Aggregate
--             ->  Seq Scan on waiting_counts
--                   Filter: (edition = e.id)
--     SubPlan 2
--       ->  Aggregate
--             ->  Index Scan using payments_undelivered on payments p
--                   Index Cond: (id = $1)
--                   Filter: ((($2 IS NULL) OR (confirmed_at < $3)) AND (edition = e.id))
--     SubPlan 3
--       ->  Aggregate
--             ->  Index Scan using payments_promised_unpaid on payments p_1
--                   Index Cond: (edition = e.id)
--                   Filter: ((id IS DISTINCT FROM $5) AND ((status <> 'pending'::text) OR (expires_at >= $4) OR needs_settling))
--     SubPlan 4
--       ->  Aggregate
--             ->  Nested Loop
--                   ->  Index Scan using keys_held on game_keys k
--                         Filter: (held_until >= $6)
--                   ->  Index Scan using payments_for_keys on payments p_2
--                         Index Cond: ((id = k.held_for) AND (edition = e.id))
--                         Filter: ((delivered_at IS NULL) AND (id IS DISTINCT FROM $7) AND (((status = ANY ('{pending,partial,detected}'::text[])) AND ((status <> 'pending'::text) OR (expires_at >= $8) OR needs_settling)) OR ((status = 'confirmed'::text) AND (($9 IS NULL) OR (confirmed_at < $10)))))
--     SubPlan 5
--       ->  Aggregate
--             ->  Index Scan using keys_held on game_keys
--                   Filter: ((payment_id IS NULL) AND (retired_at IS NULL) AND (held_until >= $11) AND (game_edition = e.id))

-- src/server/keys/key-counts.ts readKeyStats
select edition, status, sum(change)::bigint as count
from key_counts
group by 1, 2;

-- src/server/keys/key-counts.ts readKeyStats
select edition, sum(copies)::bigint as copies
from waiting_counts
where is_awaiting_keys
group by 1
having sum(copies) <> 0;

-- src/server/keys/list-keys.ts countAll
select edition, status, sum(change)::bigint as count
from key_counts
group by 1, 2;

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, (extract(epoch from k.created_at) * 1000000)::bigint::text ||
  '.' || k.id as position
from (select k.id from ((select k.created_at, k.id from game_keys k where k.game_edition = $1 and k.status =
  'retired' and k.external_order_id is not null and true order by k.created_at desc, k.id asc limit 50)) k order
  by k.created_at desc, k.id asc limit 50 offset 0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Subquery Scan on k_1
--                             ->  Limit
--                                   ->  Index Scan using keys_listed_elsewhere on game_keys k_2
--                                         Filter: ((game_edition = $1) AND (status = 'retired'::text))
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, (extract(epoch from k.created_at) * 1000000)::bigint::text ||
  '.' || k.id as position
from (select k.id from ((select k.created_at, k.id from game_keys k where k.game_edition = $1 and k.status = $2
  and true order by k.created_at desc, k.id asc limit 50)) k order by k.created_at desc, k.id asc limit 50 offset
  0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Subquery Scan on k_1
--                             ->  Limit
--                                   ->  Index Only Scan using keys_listed_by_both on game_keys k_2
--                                         Index Cond: ((game_edition = $1) AND (status = $2))
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, (extract(epoch from k.created_at) * 1000000)::bigint::text ||
  '.' || k.id as position
from (select k.id from ((select k.created_at, k.id from game_keys k where k.game_edition = $1 and true order by
  k.created_at asc, k.id desc limit 50)) k order by k.created_at asc, k.id desc limit 50 offset 0) chosen join
  game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Subquery Scan on k_1
--                             ->  Limit
--                                   ->  Index Only Scan Backward using keys_listed_by_edition on game_keys k_2
--                                         Index Cond: (game_edition = $1)
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, (extract(epoch from k.created_at) * 1000000)::bigint::text ||
  '.' || k.id as position
from (select k.id from ((select k.created_at, k.id from game_keys k where k.game_edition = $1 and true order by
  k.created_at desc, k.id asc limit 50)) k order by k.created_at desc, k.id asc limit 50 offset 0) chosen join
  game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Subquery Scan on k_1
--                             ->  Limit
--                                   ->  Index Only Scan using keys_listed_by_edition on game_keys k_2
--                                         Index Cond: (game_edition = $1)
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, (extract(epoch from k.created_at) * 1000000)::bigint::text ||
  '.' || k.id as position
from (select k.id from ((select k.created_at, k.id from game_keys k where k.status = $1 and true order by
  k.created_at desc, k.id asc limit 50)) k order by k.created_at desc, k.id asc limit 50 offset 0) chosen join
  game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Subquery Scan on k_1
--                             ->  Limit
--                                   ->  Index Only Scan using keys_listed_by_status on game_keys k_2
--                                         Index Cond: (status = $1)
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, (extract(epoch from k.created_at) * 1000000)::bigint::text ||
  '.' || k.id as position
from (select k.id from ((select k.created_at, k.id from game_keys k where k.status = 'retired' and
  k.external_order_id is not null and true order by k.created_at desc, k.id asc limit 50)) k order by
  k.created_at desc, k.id asc limit 50 offset 0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Subquery Scan on k_1
--                             ->  Limit
--                                   ->  Index Scan using keys_listed_elsewhere on game_keys k_2
--                                         Filter: (status = 'retired'::text)
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, (extract(epoch from k.created_at) * 1000000)::bigint::text ||
  '.' || k.id as position
from (select k.id from ((select k.created_at, k.id from game_keys k where k.status = 'retired' and
  k.external_order_id is null and true order by k.created_at desc, k.id asc limit 50)) k order by k.created_at
  desc, k.id asc limit 50 offset 0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Subquery Scan on k_1
--                             ->  Limit
--                                   ->  Index Only Scan using keys_listed_retired on game_keys k_2
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, (extract(epoch from k.created_at) * 1000000)::bigint::text ||
  '.' || k.id as position
from (select k.id from ((select k.created_at, k.id from game_keys k where true and k.created_at = timestamptz
  'epoch' + $1::bigint * interval '1 microsecond' and k.id < $2::uuid order by k.created_at asc, k.id desc limit
  50) union all (select k.created_at, k.id from game_keys k where true and k.created_at > timestamptz 'epoch' +
  $3::bigint * interval '1 microsecond' order by k.created_at asc, k.id desc limit 50)) k order by k.created_at
  asc, k.id desc limit 50 offset 0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.created_at asc, k.id desc;
--   Sort
--     Sort Key: k.created_at, k.id DESC
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Merge Append
--                             Sort Key: "*SELECT* 1".created_at, "*SELECT* 1".id DESC
--                             ->  Sort
--                                   Sort Key: "*SELECT* 1".created_at, "*SELECT* 1".id DESC
--                                   ->  Subquery Scan on "*SELECT* 1"
--                                         ->  Limit
--                                               ->  Index Only Scan Backward using keys_listed on game_keys k_2
--                                                     Index Cond: ((created_at = ('1970-01-01 00:00:00+00'::timestamp with time zone + (($1)::double precision * '00:00:00.000001'::interval))) AND (id < $2))
--                             ->  Subquery Scan on "*SELECT* 2"
--                                   ->  Limit
--                                         ->  Index Only Scan Backward using keys_listed on game_keys k_3
--                                               Index Cond: (created_at > ('1970-01-01 00:00:00+00'::timestamp with time zone + (($3)::double precision * '00:00:00.000001'::interval)))
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = "*SELECT* 1".id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, (extract(epoch from k.created_at) * 1000000)::bigint::text ||
  '.' || k.id as position
from (select k.id from ((select k.created_at, k.id from game_keys k where true and k.created_at = timestamptz
  'epoch' + $1::bigint * interval '1 microsecond' and k.id < $2::uuid order by k.created_at asc, k.id desc limit
  50) union all (select k.created_at, k.id from game_keys k where true and k.created_at > timestamptz 'epoch' +
  $3::bigint * interval '1 microsecond' order by k.created_at asc, k.id desc limit 50)) k order by k.created_at
  asc, k.id desc limit 50 offset 0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Merge Append
--                             Sort Key: "*SELECT* 1".created_at, "*SELECT* 1".id DESC
--                             ->  Sort
--                                   Sort Key: "*SELECT* 1".created_at, "*SELECT* 1".id DESC
--                                   ->  Subquery Scan on "*SELECT* 1"
--                                         ->  Limit
--                                               ->  Index Only Scan Backward using keys_listed on game_keys k_2
--                                                     Index Cond: ((created_at = ('1970-01-01 00:00:00+00'::timestamp with time zone + (($1)::double precision * '00:00:00.000001'::interval))) AND (id < $2))
--                             ->  Subquery Scan on "*SELECT* 2"
--                                   ->  Limit
--                                         ->  Index Only Scan Backward using keys_listed on game_keys k_3
--                                               Index Cond: (created_at > ('1970-01-01 00:00:00+00'::timestamp with time zone + (($3)::double precision * '00:00:00.000001'::interval)))
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = "*SELECT* 1".id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, (extract(epoch from k.created_at) * 1000000)::bigint::text ||
  '.' || k.id as position
from (select k.id from ((select k.created_at, k.id from game_keys k where true and k.created_at = timestamptz
  'epoch' + $1::bigint * interval '1 microsecond' and k.id > $2::uuid order by k.created_at desc, k.id asc limit
  50) union all (select k.created_at, k.id from game_keys k where true and k.created_at < timestamptz 'epoch' +
  $3::bigint * interval '1 microsecond' order by k.created_at desc, k.id asc limit 50)) k order by k.created_at
  desc, k.id asc limit 50 offset 0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.created_at asc, k.id desc;
--   Sort
--     Sort Key: k.created_at, k.id DESC
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Merge Append
--                             Sort Key: "*SELECT* 1".created_at DESC, "*SELECT* 1".id
--                             ->  Sort
--                                   Sort Key: "*SELECT* 1".created_at DESC, "*SELECT* 1".id
--                                   ->  Subquery Scan on "*SELECT* 1"
--                                         ->  Limit
--                                               ->  Index Only Scan using keys_listed on game_keys k_2
--                                                     Index Cond: ((created_at = ('1970-01-01 00:00:00+00'::timestamp with time zone + (($1)::double precision * '00:00:00.000001'::interval))) AND (id > $2))
--                             ->  Subquery Scan on "*SELECT* 2"
--                                   ->  Limit
--                                         ->  Index Only Scan using keys_listed on game_keys k_3
--                                               Index Cond: (created_at < ('1970-01-01 00:00:00+00'::timestamp with time zone + (($3)::double precision * '00:00:00.000001'::interval)))
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = "*SELECT* 1".id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, (extract(epoch from k.created_at) * 1000000)::bigint::text ||
  '.' || k.id as position
from (select k.id from ((select k.created_at, k.id from game_keys k where true and k.created_at = timestamptz
  'epoch' + $1::bigint * interval '1 microsecond' and k.id > $2::uuid order by k.created_at desc, k.id asc limit
  50) union all (select k.created_at, k.id from game_keys k where true and k.created_at < timestamptz 'epoch' +
  $3::bigint * interval '1 microsecond' order by k.created_at desc, k.id asc limit 50)) k order by k.created_at
  desc, k.id asc limit 50 offset 0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Merge Append
--                             Sort Key: "*SELECT* 1".created_at DESC, "*SELECT* 1".id
--                             ->  Sort
--                                   Sort Key: "*SELECT* 1".created_at DESC, "*SELECT* 1".id
--                                   ->  Subquery Scan on "*SELECT* 1"
--                                         ->  Limit
--                                               ->  Index Only Scan using keys_listed on game_keys k_2
--                                                     Index Cond: ((created_at = ('1970-01-01 00:00:00+00'::timestamp with time zone + (($1)::double precision * '00:00:00.000001'::interval))) AND (id > $2))
--                             ->  Subquery Scan on "*SELECT* 2"
--                                   ->  Limit
--                                         ->  Index Only Scan using keys_listed on game_keys k_3
--                                               Index Cond: (created_at < ('1970-01-01 00:00:00+00'::timestamp with time zone + (($3)::double precision * '00:00:00.000001'::interval)))
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = "*SELECT* 1".id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, (extract(epoch from k.created_at) * 1000000)::bigint::text ||
  '.' || k.id as position
from (select k.id from ((select k.created_at, k.id from game_keys k where true and true order by k.created_at
  asc, k.id desc limit 50)) k order by k.created_at asc, k.id desc limit 50 offset 0) chosen join game_keys k on
  k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.created_at asc, k.id desc;
--   Sort
--     Sort Key: k.created_at, k.id DESC
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Subquery Scan on k_1
--                             ->  Limit
--                                   ->  Index Only Scan Backward using keys_listed on game_keys k_2
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, (extract(epoch from k.created_at) * 1000000)::bigint::text ||
  '.' || k.id as position
from (select k.id from ((select k.created_at, k.id from game_keys k where true and true order by k.created_at
  asc, k.id desc limit 50)) k order by k.created_at asc, k.id desc limit 50 offset 0) chosen join game_keys k on
  k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Subquery Scan on k_1
--                             ->  Limit
--                                   ->  Index Only Scan Backward using keys_listed on game_keys k_2
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, (extract(epoch from k.created_at) * 1000000)::bigint::text ||
  '.' || k.id as position
from (select k.id from ((select k.created_at, k.id from game_keys k where true and true order by k.created_at
  desc, k.id asc limit 50)) k order by k.created_at desc, k.id asc limit 50 offset 0) chosen join game_keys k on
  k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.created_at asc, k.id desc;
--   Sort
--     Sort Key: k.created_at, k.id DESC
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Subquery Scan on k_1
--                             ->  Limit
--                                   ->  Index Only Scan using keys_listed on game_keys k_2
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, (extract(epoch from k.created_at) * 1000000)::bigint::text ||
  '.' || k.id as position
from (select k.id from ((select k.created_at, k.id from game_keys k where true and true order by k.created_at
  desc, k.id asc limit 50)) k order by k.created_at desc, k.id asc limit 50 offset 0) chosen join game_keys k on
  k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Subquery Scan on k_1
--                             ->  Limit
--                                   ->  Index Only Scan using keys_listed on game_keys k_2
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, k.game_edition || '.' || (extract(epoch from k.created_at) *
  1000000)::bigint::text || '.' || k.id as position
from (select k.id from ((select k.game_edition, k.created_at, k.id from game_keys k where k.game_edition = $1 and
  k.status = 'retired' and k.external_order_id is not null and true order by k.game_edition asc, k.created_at
  desc, k.id asc limit 50)) k order by k.game_edition asc, k.created_at desc, k.id asc limit 50 offset 0) chosen
  join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.game_edition asc, k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.game_edition, k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Sort
--                             Sort Key: k_1.game_edition, k_1.created_at DESC, k_1.id
--                             ->  Subquery Scan on k_1
--                                   ->  Limit
--                                         ->  Index Scan using keys_listed_elsewhere on game_keys k_2
--                                               Filter: ((game_edition = $1) AND (status = 'retired'::text))
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, k.game_edition || '.' || (extract(epoch from k.created_at) *
  1000000)::bigint::text || '.' || k.id as position
from (select k.id from ((select k.game_edition, k.created_at, k.id from game_keys k where true and k.game_edition
  = $1::text and k.created_at = timestamptz 'epoch' + $2::bigint * interval '1 microsecond' and k.id < $3::uuid
  order by k.game_edition desc, k.created_at asc, k.id desc limit 50) union all (select k.game_edition,
  k.created_at, k.id from game_keys k where true and k.game_edition = $4::text and k.created_at > timestamptz
  'epoch' + $5::bigint * interval '1 microsecond' order by k.game_edition desc, k.created_at asc, k.id desc limit
  50) union all (select k.game_edition, k.created_at, k.id from game_keys k where true and k.game_edition <
  $6::text order by k.game_edition desc, k.created_at asc, k.id desc limit 50)) k order by k.game_edition desc,
  k.created_at asc, k.id desc limit 50 offset 0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.game_edition asc, k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.game_edition, k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Merge Append
--                             Sort Key: "*SELECT* 1".game_edition DESC, "*SELECT* 1".created_at, "*SELECT* 1".id DESC
--                             ->  Sort
--                                   Sort Key: "*SELECT* 1".game_edition DESC, "*SELECT* 1".created_at, "*SELECT* 1".id DESC
--                                   ->  Subquery Scan on "*SELECT* 1"
--                                         ->  Limit
--                                               ->  Index Only Scan Backward using keys_listed_by_edition on game_keys k_2
--                                                     Index Cond: ((game_edition = $1) AND (created_at = ('1970-01-01 00:00:00+00'::timestamp with time zone + (($2)::double precision * '00:00:00.000001'::interval))) AND (id < $3))
--                             ->  Sort
--                                   Sort Key: "*SELECT* 2".game_edition DESC, "*SELECT* 2".created_at, "*SELECT* 2".id DESC
--                                   ->  Subquery Scan on "*SELECT* 2"
--                                         ->  Limit
--                                               ->  Index Only Scan Backward using keys_listed_by_edition on game_keys k_3
--                                                     Index Cond: ((game_edition = $4) AND (created_at > ('1970-01-01 00:00:00+00'::timestamp with time zone + (($5)::double precision * '00:00:00.000001'::interval))))
--                             ->  Subquery Scan on "*SELECT* 3"
--                                   ->  Limit
--                                         ->  Index Only Scan Backward using keys_listed_by_edition on game_keys k_4
--                                               Index Cond: (game_edition < $6)
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = "*SELECT* 1".id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, k.game_edition || '.' || (extract(epoch from k.created_at) *
  1000000)::bigint::text || '.' || k.id as position
from (select k.id from ((select k.game_edition, k.created_at, k.id from game_keys k where true and k.game_edition
  = $1::text and k.created_at = timestamptz 'epoch' + $2::bigint * interval '1 microsecond' and k.id < $3::uuid
  order by k.game_edition desc, k.created_at asc, k.id desc limit 50) union all (select k.game_edition,
  k.created_at, k.id from game_keys k where true and k.game_edition = $4::text and k.created_at > timestamptz
  'epoch' + $5::bigint * interval '1 microsecond' order by k.game_edition desc, k.created_at asc, k.id desc limit
  50) union all (select k.game_edition, k.created_at, k.id from game_keys k where true and k.game_edition <
  $6::text order by k.game_edition desc, k.created_at asc, k.id desc limit 50)) k order by k.game_edition desc,
  k.created_at asc, k.id desc limit 50 offset 0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.game_edition desc, k.created_at asc, k.id desc;
--   Sort
--     Sort Key: k.game_edition DESC, k.created_at, k.id DESC
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Merge Append
--                             Sort Key: "*SELECT* 1".game_edition DESC, "*SELECT* 1".created_at, "*SELECT* 1".id DESC
--                             ->  Sort
--                                   Sort Key: "*SELECT* 1".game_edition DESC, "*SELECT* 1".created_at, "*SELECT* 1".id DESC
--                                   ->  Subquery Scan on "*SELECT* 1"
--                                         ->  Limit
--                                               ->  Index Only Scan Backward using keys_listed_by_edition on game_keys k_2
--                                                     Index Cond: ((game_edition = $1) AND (created_at = ('1970-01-01 00:00:00+00'::timestamp with time zone + (($2)::double precision * '00:00:00.000001'::interval))) AND (id < $3))
--                             ->  Sort
--                                   Sort Key: "*SELECT* 2".game_edition DESC, "*SELECT* 2".created_at, "*SELECT* 2".id DESC
--                                   ->  Subquery Scan on "*SELECT* 2"
--                                         ->  Limit
--                                               ->  Index Only Scan Backward using keys_listed_by_edition on game_keys k_3
--                                                     Index Cond: ((game_edition = $4) AND (created_at > ('1970-01-01 00:00:00+00'::timestamp with time zone + (($5)::double precision * '00:00:00.000001'::interval))))
--                             ->  Subquery Scan on "*SELECT* 3"
--                                   ->  Limit
--                                         ->  Index Only Scan Backward using keys_listed_by_edition on game_keys k_4
--                                               Index Cond: (game_edition < $6)
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = "*SELECT* 1".id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, k.game_edition || '.' || (extract(epoch from k.created_at) *
  1000000)::bigint::text || '.' || k.id as position
from (select k.id from ((select k.game_edition, k.created_at, k.id from game_keys k where true and k.game_edition
  = $1::text and k.created_at = timestamptz 'epoch' + $2::bigint * interval '1 microsecond' and k.id > $3::uuid
  order by k.game_edition asc, k.created_at desc, k.id asc limit 50) union all (select k.game_edition,
  k.created_at, k.id from game_keys k where true and k.game_edition = $4::text and k.created_at < timestamptz
  'epoch' + $5::bigint * interval '1 microsecond' order by k.game_edition asc, k.created_at desc, k.id asc limit
  50) union all (select k.game_edition, k.created_at, k.id from game_keys k where true and k.game_edition >
  $6::text order by k.game_edition asc, k.created_at desc, k.id asc limit 50)) k order by k.game_edition asc,
  k.created_at desc, k.id asc limit 50 offset 0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.game_edition asc, k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.game_edition, k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Merge Append
--                             Sort Key: "*SELECT* 1".game_edition, "*SELECT* 1".created_at DESC, "*SELECT* 1".id
--                             ->  Sort
--                                   Sort Key: "*SELECT* 1".game_edition, "*SELECT* 1".created_at DESC, "*SELECT* 1".id
--                                   ->  Subquery Scan on "*SELECT* 1"
--                                         ->  Limit
--                                               ->  Index Only Scan using keys_listed_by_edition on game_keys k_2
--                                                     Index Cond: ((game_edition = $1) AND (created_at = ('1970-01-01 00:00:00+00'::timestamp with time zone + (($2)::double precision * '00:00:00.000001'::interval))) AND (id > $3))
--                             ->  Sort
--                                   Sort Key: "*SELECT* 2".game_edition, "*SELECT* 2".created_at DESC, "*SELECT* 2".id
--                                   ->  Subquery Scan on "*SELECT* 2"
--                                         ->  Limit
--                                               ->  Index Only Scan using keys_listed_by_edition on game_keys k_3
--                                                     Index Cond: ((game_edition = $4) AND (created_at < ('1970-01-01 00:00:00+00'::timestamp with time zone + (($5)::double precision * '00:00:00.000001'::interval))))
--                             ->  Subquery Scan on "*SELECT* 3"
--                                   ->  Limit
--                                         ->  Index Only Scan using keys_listed_by_edition on game_keys k_4
--                                               Index Cond: (game_edition > $6)
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = "*SELECT* 1".id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, k.game_edition || '.' || (extract(epoch from k.created_at) *
  1000000)::bigint::text || '.' || k.id as position
from (select k.id from ((select k.game_edition, k.created_at, k.id from game_keys k where true and k.game_edition
  = $1::text and k.created_at = timestamptz 'epoch' + $2::bigint * interval '1 microsecond' and k.id > $3::uuid
  order by k.game_edition asc, k.created_at desc, k.id asc limit 50) union all (select k.game_edition,
  k.created_at, k.id from game_keys k where true and k.game_edition = $4::text and k.created_at < timestamptz
  'epoch' + $5::bigint * interval '1 microsecond' order by k.game_edition asc, k.created_at desc, k.id asc limit
  50) union all (select k.game_edition, k.created_at, k.id from game_keys k where true and k.game_edition >
  $6::text order by k.game_edition asc, k.created_at desc, k.id asc limit 50)) k order by k.game_edition asc,
  k.created_at desc, k.id asc limit 50 offset 0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.game_edition desc, k.created_at asc, k.id desc;
--   Sort
--     Sort Key: k.game_edition DESC, k.created_at, k.id DESC
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Merge Append
--                             Sort Key: "*SELECT* 1".game_edition, "*SELECT* 1".created_at DESC, "*SELECT* 1".id
--                             ->  Sort
--                                   Sort Key: "*SELECT* 1".game_edition, "*SELECT* 1".created_at DESC, "*SELECT* 1".id
--                                   ->  Subquery Scan on "*SELECT* 1"
--                                         ->  Limit
--                                               ->  Index Only Scan using keys_listed_by_edition on game_keys k_2
--                                                     Index Cond: ((game_edition = $1) AND (created_at = ('1970-01-01 00:00:00+00'::timestamp with time zone + (($2)::double precision * '00:00:00.000001'::interval))) AND (id > $3))
--                             ->  Sort
--                                   Sort Key: "*SELECT* 2".game_edition, "*SELECT* 2".created_at DESC, "*SELECT* 2".id
--                                   ->  Subquery Scan on "*SELECT* 2"
--                                         ->  Limit
--                                               ->  Index Only Scan using keys_listed_by_edition on game_keys k_3
--                                                     Index Cond: ((game_edition = $4) AND (created_at < ('1970-01-01 00:00:00+00'::timestamp with time zone + (($5)::double precision * '00:00:00.000001'::interval))))
--                             ->  Subquery Scan on "*SELECT* 3"
--                                   ->  Limit
--                                         ->  Index Only Scan using keys_listed_by_edition on game_keys k_4
--                                               Index Cond: (game_edition > $6)
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = "*SELECT* 1".id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, k.game_edition || '.' || (extract(epoch from k.created_at) *
  1000000)::bigint::text || '.' || k.id as position
from (select k.id from ((select k.game_edition, k.created_at, k.id from game_keys k where true and true order by
  k.game_edition asc, k.created_at desc, k.id asc limit 50)) k order by k.game_edition asc, k.created_at desc,
  k.id asc limit 50 offset 0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.game_edition asc, k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.game_edition, k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Subquery Scan on k_1
--                             ->  Limit
--                                   ->  Index Only Scan using keys_listed_by_edition on game_keys k_2
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, k.game_edition || '.' || (extract(epoch from k.created_at) *
  1000000)::bigint::text || '.' || k.id as position
from (select k.id from ((select k.game_edition, k.created_at, k.id from game_keys k where true and true order by
  k.game_edition asc, k.created_at desc, k.id asc limit 50)) k order by k.game_edition asc, k.created_at desc,
  k.id asc limit 50 offset 0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.game_edition desc, k.created_at asc, k.id desc;
--   Sort
--     Sort Key: k.game_edition DESC, k.created_at, k.id DESC
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Subquery Scan on k_1
--                             ->  Limit
--                                   ->  Index Only Scan using keys_listed_by_edition on game_keys k_2
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, k.game_edition || '.' || (extract(epoch from k.created_at) *
  1000000)::bigint::text || '.' || k.id as position
from (select k.id from ((select k.game_edition, k.created_at, k.id from game_keys k where true and true order by
  k.game_edition desc, k.created_at asc, k.id desc limit 50)) k order by k.game_edition desc, k.created_at asc,
  k.id desc limit 50 offset 0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.game_edition asc, k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.game_edition, k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Subquery Scan on k_1
--                             ->  Limit
--                                   ->  Index Only Scan Backward using keys_listed_by_edition on game_keys k_2
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, k.game_edition || '.' || (extract(epoch from k.created_at) *
  1000000)::bigint::text || '.' || k.id as position
from (select k.id from ((select k.game_edition, k.created_at, k.id from game_keys k where true and true order by
  k.game_edition desc, k.created_at asc, k.id desc limit 50)) k order by k.game_edition desc, k.created_at asc,
  k.id desc limit 50 offset 0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.game_edition desc, k.created_at asc, k.id desc;
--   Sort
--     Sort Key: k.game_edition DESC, k.created_at, k.id DESC
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Subquery Scan on k_1
--                             ->  Limit
--                                   ->  Index Only Scan Backward using keys_listed_by_edition on game_keys k_2
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, k.status || '.' || (extract(epoch from k.created_at) *
  1000000)::bigint::text || '.' || k.id as position
from (select k.id from ((select k.status, k.created_at, k.id from game_keys k where k.status = 'retired' and
  k.external_order_id is null and true order by k.status asc, k.created_at desc, k.id asc limit 50)) k order by
  k.status asc, k.created_at desc, k.id asc limit 50 offset 0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.status asc, k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.status, k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Sort
--                             Sort Key: k_1.status, k_1.created_at DESC, k_1.id
--                             ->  Subquery Scan on k_1
--                                   ->  Limit
--                                         ->  Index Scan using keys_listed_retired on game_keys k_2
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, k.status || '.' || (extract(epoch from k.created_at) *
  1000000)::bigint::text || '.' || k.id as position
from (select k.id from ((select k.status, k.created_at, k.id from game_keys k where true and k.status = $1::text
  and k.created_at = timestamptz 'epoch' + $2::bigint * interval '1 microsecond' and k.id < $3::uuid order by
  k.status desc, k.created_at asc, k.id desc limit 50) union all (select k.status, k.created_at, k.id from
  game_keys k where true and k.status = $4::text and k.created_at > timestamptz 'epoch' + $5::bigint * interval
  '1 microsecond' order by k.status desc, k.created_at asc, k.id desc limit 50) union all (select k.status,
  k.created_at, k.id from game_keys k where true and k.status < $6::text order by k.status desc, k.created_at
  asc, k.id desc limit 50)) k order by k.status desc, k.created_at asc, k.id desc limit 50 offset 0) chosen join
  game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.status asc, k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.status, k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Merge Append
--                             Sort Key: "*SELECT* 1".status DESC, "*SELECT* 1".created_at, "*SELECT* 1".id DESC
--                             ->  Sort
--                                   Sort Key: "*SELECT* 1".status DESC, "*SELECT* 1".created_at, "*SELECT* 1".id DESC
--                                   ->  Subquery Scan on "*SELECT* 1"
--                                         ->  Limit
--                                               ->  Index Only Scan Backward using keys_listed_by_status on game_keys k_2
--                                                     Index Cond: ((status = $1) AND (created_at = ('1970-01-01 00:00:00+00'::timestamp with time zone + (($2)::double precision * '00:00:00.000001'::interval))) AND (id < $3))
--                             ->  Sort
--                                   Sort Key: "*SELECT* 2".status DESC, "*SELECT* 2".created_at, "*SELECT* 2".id DESC
--                                   ->  Subquery Scan on "*SELECT* 2"
--                                         ->  Limit
--                                               ->  Index Only Scan Backward using keys_listed_by_status on game_keys k_3
--                                                     Index Cond: ((status = $4) AND (created_at > ('1970-01-01 00:00:00+00'::timestamp with time zone + (($5)::double precision * '00:00:00.000001'::interval))))
--                             ->  Subquery Scan on "*SELECT* 3"
--                                   ->  Limit
--                                         ->  Index Only Scan Backward using keys_listed_by_status on game_keys k_4
--                                               Index Cond: (status < $6)
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = "*SELECT* 1".id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, k.status || '.' || (extract(epoch from k.created_at) *
  1000000)::bigint::text || '.' || k.id as position
from (select k.id from ((select k.status, k.created_at, k.id from game_keys k where true and k.status = $1::text
  and k.created_at = timestamptz 'epoch' + $2::bigint * interval '1 microsecond' and k.id < $3::uuid order by
  k.status desc, k.created_at asc, k.id desc limit 50) union all (select k.status, k.created_at, k.id from
  game_keys k where true and k.status = $4::text and k.created_at > timestamptz 'epoch' + $5::bigint * interval
  '1 microsecond' order by k.status desc, k.created_at asc, k.id desc limit 50) union all (select k.status,
  k.created_at, k.id from game_keys k where true and k.status < $6::text order by k.status desc, k.created_at
  asc, k.id desc limit 50)) k order by k.status desc, k.created_at asc, k.id desc limit 50 offset 0) chosen join
  game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.status desc, k.created_at asc, k.id desc;
--   Sort
--     Sort Key: k.status DESC, k.created_at, k.id DESC
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Merge Append
--                             Sort Key: "*SELECT* 1".status DESC, "*SELECT* 1".created_at, "*SELECT* 1".id DESC
--                             ->  Sort
--                                   Sort Key: "*SELECT* 1".status DESC, "*SELECT* 1".created_at, "*SELECT* 1".id DESC
--                                   ->  Subquery Scan on "*SELECT* 1"
--                                         ->  Limit
--                                               ->  Index Only Scan Backward using keys_listed_by_status on game_keys k_2
--                                                     Index Cond: ((status = $1) AND (created_at = ('1970-01-01 00:00:00+00'::timestamp with time zone + (($2)::double precision * '00:00:00.000001'::interval))) AND (id < $3))
--                             ->  Sort
--                                   Sort Key: "*SELECT* 2".status DESC, "*SELECT* 2".created_at, "*SELECT* 2".id DESC
--                                   ->  Subquery Scan on "*SELECT* 2"
--                                         ->  Limit
--                                               ->  Index Only Scan Backward using keys_listed_by_status on game_keys k_3
--                                                     Index Cond: ((status = $4) AND (created_at > ('1970-01-01 00:00:00+00'::timestamp with time zone + (($5)::double precision * '00:00:00.000001'::interval))))
--                             ->  Subquery Scan on "*SELECT* 3"
--                                   ->  Limit
--                                         ->  Index Only Scan Backward using keys_listed_by_status on game_keys k_4
--                                               Index Cond: (status < $6)
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = "*SELECT* 1".id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, k.status || '.' || (extract(epoch from k.created_at) *
  1000000)::bigint::text || '.' || k.id as position
from (select k.id from ((select k.status, k.created_at, k.id from game_keys k where true and k.status = $1::text
  and k.created_at = timestamptz 'epoch' + $2::bigint * interval '1 microsecond' and k.id > $3::uuid order by
  k.status asc, k.created_at desc, k.id asc limit 50) union all (select k.status, k.created_at, k.id from
  game_keys k where true and k.status = $4::text and k.created_at < timestamptz 'epoch' + $5::bigint * interval
  '1 microsecond' order by k.status asc, k.created_at desc, k.id asc limit 50) union all (select k.status,
  k.created_at, k.id from game_keys k where true and k.status > $6::text order by k.status asc, k.created_at
  desc, k.id asc limit 50)) k order by k.status asc, k.created_at desc, k.id asc limit 50 offset 0) chosen join
  game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.status asc, k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.status, k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Merge Append
--                             Sort Key: "*SELECT* 1".status, "*SELECT* 1".created_at DESC, "*SELECT* 1".id
--                             ->  Sort
--                                   Sort Key: "*SELECT* 1".status, "*SELECT* 1".created_at DESC, "*SELECT* 1".id
--                                   ->  Subquery Scan on "*SELECT* 1"
--                                         ->  Limit
--                                               ->  Index Only Scan using keys_listed_by_status on game_keys k_2
--                                                     Index Cond: ((status = $1) AND (created_at = ('1970-01-01 00:00:00+00'::timestamp with time zone + (($2)::double precision * '00:00:00.000001'::interval))) AND (id > $3))
--                             ->  Sort
--                                   Sort Key: "*SELECT* 2".status, "*SELECT* 2".created_at DESC, "*SELECT* 2".id
--                                   ->  Subquery Scan on "*SELECT* 2"
--                                         ->  Limit
--                                               ->  Index Only Scan using keys_listed_by_status on game_keys k_3
--                                                     Index Cond: ((status = $4) AND (created_at < ('1970-01-01 00:00:00+00'::timestamp with time zone + (($5)::double precision * '00:00:00.000001'::interval))))
--                             ->  Subquery Scan on "*SELECT* 3"
--                                   ->  Limit
--                                         ->  Index Only Scan using keys_listed_by_status on game_keys k_4
--                                               Index Cond: (status > $6)
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = "*SELECT* 1".id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, k.status || '.' || (extract(epoch from k.created_at) *
  1000000)::bigint::text || '.' || k.id as position
from (select k.id from ((select k.status, k.created_at, k.id from game_keys k where true and k.status = $1::text
  and k.created_at = timestamptz 'epoch' + $2::bigint * interval '1 microsecond' and k.id > $3::uuid order by
  k.status asc, k.created_at desc, k.id asc limit 50) union all (select k.status, k.created_at, k.id from
  game_keys k where true and k.status = $4::text and k.created_at < timestamptz 'epoch' + $5::bigint * interval
  '1 microsecond' order by k.status asc, k.created_at desc, k.id asc limit 50) union all (select k.status,
  k.created_at, k.id from game_keys k where true and k.status > $6::text order by k.status asc, k.created_at
  desc, k.id asc limit 50)) k order by k.status asc, k.created_at desc, k.id asc limit 50 offset 0) chosen join
  game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.status desc, k.created_at asc, k.id desc;
--   Sort
--     Sort Key: k.status DESC, k.created_at, k.id DESC
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Merge Append
--                             Sort Key: "*SELECT* 1".status, "*SELECT* 1".created_at DESC, "*SELECT* 1".id
--                             ->  Sort
--                                   Sort Key: "*SELECT* 1".status, "*SELECT* 1".created_at DESC, "*SELECT* 1".id
--                                   ->  Subquery Scan on "*SELECT* 1"
--                                         ->  Limit
--                                               ->  Index Only Scan using keys_listed_by_status on game_keys k_2
--                                                     Index Cond: ((status = $1) AND (created_at = ('1970-01-01 00:00:00+00'::timestamp with time zone + (($2)::double precision * '00:00:00.000001'::interval))) AND (id > $3))
--                             ->  Sort
--                                   Sort Key: "*SELECT* 2".status, "*SELECT* 2".created_at DESC, "*SELECT* 2".id
--                                   ->  Subquery Scan on "*SELECT* 2"
--                                         ->  Limit
--                                               ->  Index Only Scan using keys_listed_by_status on game_keys k_3
--                                                     Index Cond: ((status = $4) AND (created_at < ('1970-01-01 00:00:00+00'::timestamp with time zone + (($5)::double precision * '00:00:00.000001'::interval))))
--                             ->  Subquery Scan on "*SELECT* 3"
--                                   ->  Limit
--                                         ->  Index Only Scan using keys_listed_by_status on game_keys k_4
--                                               Index Cond: (status > $6)
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = "*SELECT* 1".id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, k.status || '.' || (extract(epoch from k.created_at) *
  1000000)::bigint::text || '.' || k.id as position
from (select k.id from ((select k.status, k.created_at, k.id from game_keys k where true and true order by
  k.status asc, k.created_at desc, k.id asc limit 50)) k order by k.status asc, k.created_at desc, k.id asc limit
  50 offset 0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.status asc, k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.status, k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Subquery Scan on k_1
--                             ->  Limit
--                                   ->  Index Only Scan using keys_listed_by_status on game_keys k_2
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, k.status || '.' || (extract(epoch from k.created_at) *
  1000000)::bigint::text || '.' || k.id as position
from (select k.id from ((select k.status, k.created_at, k.id from game_keys k where true and true order by
  k.status asc, k.created_at desc, k.id asc limit 50)) k order by k.status asc, k.created_at desc, k.id asc limit
  50 offset 0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.status desc, k.created_at asc, k.id desc;
--   Sort
--     Sort Key: k.status DESC, k.created_at, k.id DESC
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Subquery Scan on k_1
--                             ->  Limit
--                                   ->  Index Only Scan using keys_listed_by_status on game_keys k_2
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, k.status || '.' || (extract(epoch from k.created_at) *
  1000000)::bigint::text || '.' || k.id as position
from (select k.id from ((select k.status, k.created_at, k.id from game_keys k where true and true order by
  k.status desc, k.created_at asc, k.id desc limit 50)) k order by k.status desc, k.created_at asc, k.id desc
  limit 50 offset 0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.status asc, k.created_at desc, k.id asc;
--   Sort
--     Sort Key: k.status, k.created_at DESC, k.id
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Subquery Scan on k_1
--                             ->  Limit
--                                   ->  Index Only Scan Backward using keys_listed_by_status on game_keys k_2
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts readPage
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, k.status || '.' || (extract(epoch from k.created_at) *
  1000000)::bigint::text || '.' || k.id as position
from (select k.id from ((select k.status, k.created_at, k.id from game_keys k where true and true order by
  k.status desc, k.created_at asc, k.id desc limit 50)) k order by k.status desc, k.created_at asc, k.id desc
  limit 50 offset 0) chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by k.status desc, k.created_at asc, k.id desc;
--   Sort
--     Sort Key: k.status DESC, k.created_at, k.id DESC
--     ->  Nested Loop Left Join
--           ->  Nested Loop
--                 ->  Limit
--                       ->  Subquery Scan on k_1
--                             ->  Limit
--                                   ->  Index Only Scan Backward using keys_listed_by_status on game_keys k_2
--                 ->  Index Scan using game_keys_pkey on game_keys k
--                       Index Cond: (id = k_1.id)
--           ->  Index Scan using payments_pkey on payments p
--                 Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts searchPage
with found as ((select k.id, 0 as rank, '' as email, k.created_at from game_keys k where k.key_hash =
  any($1::bytea[]) and k.game_edition = $2) union all (select k.id, 1, '', k.created_at from game_keys k where
  k.last_group_hash = any($3::bytea[]) and k.key_hash <> all($4::bytea[]) and k.game_edition = $5 limit 50) union
  all (select k.id, 2, lower(b.user_email), k.created_at from payments b join game_keys k on k.payment_id = b.id
  where $6::boolean and lower(b.user_email) like $7 and b.delivered_at is not null and k.game_edition = $8 order
  by lower(b.user_email) using ~<~ limit 50)), chosen as (select *, count(*) over () as total from found order by
  rank, email, created_at desc, id limit 50 offset 0)
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, chosen.total
from chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by chosen.rank, chosen.email, chosen.created_at desc, chosen.id;
--   Nested Loop Left Join
--     ->  Nested Loop
--           ->  Limit
--                 ->  Sort
--                       Sort Key: (0), (''::text), k_1.created_at DESC, k_1.id
--                       ->  WindowAgg
--                             Window: w1 AS ()
--                             ->  Append
--                                   ->  Bitmap Heap Scan on game_keys k_1
--                                         Recheck Cond: (key_hash = ANY ($1))
--                                         Filter: (game_edition = $2)
--                                         ->  Bitmap Index Scan on keys_once
--                                               Index Cond: (key_hash = ANY ($1))
--                                   ->  Limit
--                                         ->  Bitmap Heap Scan on game_keys k_2
--                                               Recheck Cond: (last_group_hash = ANY ($3))
--                                               Filter: ((game_edition = $5) AND (key_hash <> ALL ($4)))
--                                               ->  Bitmap Index Scan on keys_by_last_group
--                                                     Index Cond: (last_group_hash = ANY ($3))
--                                   ->  Limit
--                                         ->  Sort
--                                               Sort Key: (lower(b.user_email)) USING ~<~
--                                               ->  Result
--                                                     One-Time Filter: $6
--                                                     ->  Merge Join
--                                                           Merge Cond: (b.id = k_3.payment_id)
--                                                           ->  Sort
--                                                                 Sort Key: b.id
--                                                                 ->  Seq Scan on payments b
--                                                                       Filter: ((delivered_at IS NOT NULL) AND (lower(user_email) ~~ $7))
--                                                           ->  Index Scan using keys_of_order on game_keys k_3
--                                                                 Filter: (game_edition = $8)
--           ->  Index Scan using game_keys_pkey on game_keys k
--                 Index Cond: (id = k_1.id)
--     ->  Index Scan using payments_pkey on payments p
--           Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts searchPage
with found as ((select k.id, 0 as rank, '' as email, k.created_at from game_keys k where k.key_hash =
  any($1::bytea[]) and k.status = $2) union all (select k.id, 1, '', k.created_at from game_keys k where
  k.last_group_hash = any($3::bytea[]) and k.key_hash <> all($4::bytea[]) and k.status = $5 limit 50) union all
  (select k.id, 2, lower(b.user_email), k.created_at from payments b join game_keys k on k.payment_id = b.id
  where $6::boolean and lower(b.user_email) like $7 and b.delivered_at is not null and k.status = $8 order by
  lower(b.user_email) using ~<~ limit 50)), chosen as (select *, count(*) over () as total from found order by
  rank, email, created_at desc, id limit 50 offset 0)
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, chosen.total
from chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by chosen.rank, chosen.email, chosen.created_at desc, chosen.id;
--   Nested Loop Left Join
--     ->  Nested Loop
--           ->  Limit
--                 ->  Sort
--                       Sort Key: (0), (''::text), k_1.created_at DESC, k_1.id
--                       ->  WindowAgg
--                             Window: w1 AS ()
--                             ->  Append
--                                   ->  Bitmap Heap Scan on game_keys k_1
--                                         Recheck Cond: (key_hash = ANY ($1))
--                                         Filter: (status = $2)
--                                         ->  Bitmap Index Scan on keys_once
--                                               Index Cond: (key_hash = ANY ($1))
--                                   ->  Limit
--                                         ->  Bitmap Heap Scan on game_keys k_2
--                                               Recheck Cond: (last_group_hash = ANY ($3))
--                                               Filter: ((status = $5) AND (key_hash <> ALL ($4)))
--                                               ->  Bitmap Index Scan on keys_by_last_group
--                                                     Index Cond: (last_group_hash = ANY ($3))
--                                   ->  Limit
--                                         ->  Sort
--                                               Sort Key: (lower(b.user_email)) USING ~<~
--                                               ->  Result
--                                                     One-Time Filter: $6
--                                                     ->  Merge Join
--                                                           Merge Cond: (b.id = k_3.payment_id)
--                                                           ->  Sort
--                                                                 Sort Key: b.id
--                                                                 ->  Seq Scan on payments b
--                                                                       Filter: ((delivered_at IS NOT NULL) AND (lower(user_email) ~~ $7))
--                                                           ->  Index Scan using keys_of_order on game_keys k_3
--                                                                 Filter: (status = $8)
--           ->  Index Scan using game_keys_pkey on game_keys k
--                 Index Cond: (id = k_1.id)
--     ->  Index Scan using payments_pkey on payments p
--           Index Cond: (id = k.payment_id)

-- src/server/keys/list-keys.ts searchPage
with found as ((select k.id, 0 as rank, '' as email, k.created_at from game_keys k where k.key_hash =
  any($1::bytea[]) and true) union all (select k.id, 1, '', k.created_at from game_keys k where k.last_group_hash
  = any($2::bytea[]) and k.key_hash <> all($3::bytea[]) and true limit 50) union all (select k.id, 2,
  lower(b.user_email), k.created_at from payments b join game_keys k on k.payment_id = b.id where $4::boolean and
  lower(b.user_email) like $5 and b.delivered_at is not null and true order by lower(b.user_email) using ~<~
  limit 50)), chosen as (select *, count(*) over () as total from found order by rank, email, created_at desc, id
  limit 50 offset 0)
select k.id, k.sealed_key, k.sealed_with, k.game_edition, k.is_used, key_status(k.status, k.external_order_id) as
  status, k.held_for is not null and k.held_until > now() as is_held, k.created_at, k.handed_at, k.retired_at,
  k.payment_id, k.external_order_id, p.user_email, chosen.total
from chosen join game_keys k on k.id = chosen.id
left join payments p on p.id = k.payment_id
order by chosen.rank, chosen.email, chosen.created_at desc, chosen.id;
--   Nested Loop Left Join
--     ->  Nested Loop
--           ->  Limit
--                 ->  Sort
--                       Sort Key: (0), (''::text), k_1.created_at DESC, k_1.id
--                       ->  WindowAgg
--                             Window: w1 AS ()
--                             ->  Append
--                                   ->  Bitmap Heap Scan on game_keys k_1
--                                         Recheck Cond: (key_hash = ANY ($1))
--                                         ->  Bitmap Index Scan on keys_once
--                                               Index Cond: (key_hash = ANY ($1))
--                                   ->  Limit
--                                         ->  Bitmap Heap Scan on game_keys k_2
--                                               Recheck Cond: (last_group_hash = ANY ($2))
--                                               Filter: (key_hash <> ALL ($3))
--                                               ->  Bitmap Index Scan on keys_by_last_group
--                                                     Index Cond: (last_group_hash = ANY ($2))
--                                   ->  Limit
--                                         ->  Sort
--                                               Sort Key: (lower(b.user_email)) USING ~<~
--                                               ->  Result
--                                                     One-Time Filter: $4
--                                                     ->  Merge Join
--                                                           Merge Cond: (b.id = k_3.payment_id)
--                                                           ->  Sort
--                                                                 Sort Key: b.id
--                                                                 ->  Seq Scan on payments b
--                                                                       Filter: ((delivered_at IS NOT NULL) AND (lower(user_email) ~~ $5))
--                                                           ->  Index Scan using keys_of_order on game_keys k_3
--           ->  Index Scan using game_keys_pkey on game_keys k
--                 Index Cond: (id = k_1.id)
--     ->  Index Scan using payments_pkey on payments p
--           Index Cond: (id = k.payment_id)

-- src/server/keys/lost-secrets.ts markLostSecrets
select count(*)
from game_keys
where payment_id is null and retired_at is null and sealed_with = any (array(select id from key_secrets where
  is_lost));
--   Aggregate
--     InitPlan 1
--       ->  Seq Scan on key_secrets
--             Filter: is_lost
--     ->  Index Only Scan using keys_unsold_by_secret on game_keys
--           Index Cond: (sealed_with = ANY ((InitPlan 1).col1))

-- src/server/keys/lost-secrets.ts markLostSecrets
update key_secrets
set is_lost = id <> all ($1::text[])
where is_lost is distinct
from (id <> all ($2::text[]));

-- src/server/keys/open-key-cipher.ts openKeyCipher
select sealed_lookup_key
from installation;

-- src/server/keys/read-edition-stock.ts readEditionStock
select id, keys_held_since
from editions;

-- src/server/keys/require-readable-keys.ts auditKeys
select id, game_edition, sealed_key, sealed_with
from game_keys
where id > $1::uuid
order by id
limit 50;
--   Limit
--     ->  Index Scan using game_keys_pkey on game_keys
--           Index Cond: (id > $1)

-- src/server/keys/require-readable-keys.ts readAbandonedSecrets
select id
from key_secrets s
where to_jsonb(s) ->> 'abandoned_at' is not null;

-- src/server/keys/require-readable-keys.ts requireReadableKeys
select k.*
from key_secrets s
cross join lateral (select id, game_edition, sealed_key, sealed_with from game_keys where sealed_with = s.id
  limit 1) k
where not to_jsonb(s) ->> 'abandoned_at' is not null;
--   Nested Loop
--     ->  Seq Scan on key_secrets s
--           Filter: ((to_jsonb(s.*) ->> 'abandoned_at'::text) IS NULL)
--     ->  Limit
--           ->  Seq Scan on game_keys
--                 Filter: (sealed_with = s.id)

-- src/server/keys/reseal-keys.ts countKeysToReseal
select count(*)
from game_keys
where sealed_with <> $1;
--   Aggregate
--     ->  Seq Scan on game_keys
--           Filter: (sealed_with <> $1)

-- src/server/keys/reseal-keys.ts resealBatch
select id, game_edition, sealed_key, sealed_with
from game_keys
where id > $1::uuid and sealed_with <> $2
order by id
limit 50
for update;
--   Limit
--     ->  LockRows
--           ->  Sort
--                 Sort Key: id
--                 ->  Bitmap Heap Scan on game_keys
--                       Recheck Cond: (id > $1)
--                       Filter: (sealed_with <> $2)
--                       ->  Bitmap Index Scan on game_keys_pkey
--                             Index Cond: (id > $1)

-- src/server/keys/reseal-keys.ts resealKeys
delete from key_import_lines
where sealed_with <> $1;
--   Delete on key_import_lines
--     ->  Seq Scan on key_import_lines
--           Filter: (sealed_with <> $1)

-- src/server/keys/reseal-keys.ts resealKeys
delete from key_imports
where status <> $1;

-- src/server/keys/reseal-keys.ts resealKeys
delete from key_secrets s
where id <> $1 and not exists (select from game_keys k where k.sealed_with = s.id);
--   Delete on key_secrets s
--     ->  Nested Loop Anti Join
--           Join Filter: (k.sealed_with = s.id)
--           ->  Seq Scan on key_secrets s
--                 Filter: (id <> $1)
--           ->  Seq Scan on game_keys k

-- src/server/keys/retire-list-routes.ts
select id, key_hash
from game_keys
where key_hash in ($1);
--   Index Scan using keys_once on game_keys
--     Index Cond: (key_hash = $1)

-- src/server/keys/routes.ts reveal
select id, game_edition, sealed_key, sealed_with, handed_at
from game_keys
where id = $1;
--   Index Scan using game_keys_pkey on game_keys
--     Index Cond: (id = $1)

-- src/server/keys/seal-plain-keys.ts sealBatch
delete from plain_keys
where id = any($1::uuid[]);

-- src/server/keys/seal-plain-keys.ts sealBatch
select p.id, k.game_edition, p.game_key
from plain_keys p join game_keys k on k.id = p.id
limit 50;
--   Limit
--     ->  Nested Loop
--           ->  Seq Scan on plain_keys p
--           ->  Index Scan using game_keys_pkey on game_keys k
--                 Index Cond: (id = p.id)

-- src/server/keys/seal-plain-keys.ts sealBatch
select pg_advisory_xact_lock(hashtext('keyhold sealing'));

-- src/server/keys/seal-plain-keys.ts sealPlainKeys
select id
from plain_keys
limit 50;

-- src/server/keys/seal-plain-keys.ts storeSealed
update game_keys k
set sealed_key = s.sealed_key, sealed_with = s.sealed_with, key_hash = s.key_hash, last_group_hash =
  s.last_group_hash, awaits_sealing = false
from unnest($1::uuid[], $2::bytea[], $3::text[], $4::bytea[], $5::bytea[]) as s (id, sealed_key, sealed_with,
  key_hash, last_group_hash)
where k.id = s.id;
--   Update on game_keys k
--     ->  Nested Loop
--           ->  Function Scan on s
--           ->  Index Scan using game_keys_pkey on game_keys k
--                 Index Cond: (id = s.id)

-- src/server/keys/take-keys.ts giveBackTaken
update game_keys
set external_order_id = $1, external_line = $2, external_quantity = $3, retired_at = $4
where external_order_id = $5;
--   Update on game_keys
--     ->  Index Scan using keys_listed_elsewhere on game_keys
--           Filter: (external_order_id = $5)

-- src/server/keys/take-keys.ts isFree
select coalesce(sum(copies), 0)::bigint as copies
from waiting_counts
where edition = $1;

-- src/server/keys/take-keys.ts keysTakenBy
select id, game_edition, sealed_key, sealed_with
from game_keys
where external_order_id = $1;
--   Index Scan using keys_listed_elsewhere on game_keys
--     Filter: (external_order_id = $1)

-- src/server/keys/take-keys.ts takeKeys
with free as (select id from game_keys where held_for is null and payment_id is null and retired_at is null and
  game_edition = $1 and sealed_with <> all (array(select id from key_secrets where is_lost)) order by created_at,
  id limit 50 for update skip locked), numbered as (select id, row_number() over (order by id) as nr from free)
  update game_keys k
set external_order_id = $2, external_line = n.nr, external_quantity = $3, retired_at = $4
from numbered n
where k.id = n.id;
--   Update on game_keys k
--     CTE free
--       ->  Limit
--             InitPlan 1
--               ->  Seq Scan on key_secrets
--                     Filter: is_lost
--             ->  LockRows
--                   ->  Sort
--                         Sort Key: game_keys.created_at, game_keys.id
--                         ->  Bitmap Heap Scan on game_keys
--                               Recheck Cond: ((game_edition = $1) AND (payment_id IS NULL) AND (retired_at IS NULL))
--                               Filter: ((held_for IS NULL) AND (sealed_with <> ALL ((InitPlan 1).col1)))
--                               ->  Bitmap Index Scan on keys_unsold_by_secret
--                                     Index Cond: (game_edition = $1)
--     ->  Nested Loop
--           ->  Subquery Scan on n
--                 ->  WindowAgg
--                       Window: w1 AS (ORDER BY free.id ROWS UNBOUNDED PRECEDING)
--                       ->  Sort
--                             Sort Key: free.id
--                             ->  CTE Scan on free
--           ->  Index Scan using game_keys_pkey on game_keys k
--                 Index Cond: (id = n.id)

-- src/server/keys/withdraw-keys.ts deleteKeys
delete from game_keys
where id in ($1);
--   Delete on game_keys
--     ->  Index Scan using game_keys_pkey on game_keys
--           Index Cond: (id = $1)

-- src/server/keys/withdraw-keys.ts lockAndCheck
select id, status, held_for is not null and held_until > now() as is_held, retired_at is not null as is_retired
from game_keys
where id = any($1::uuid[])
order by id
for update;
--   LockRows
--     ->  Sort
--           Sort Key: id
--           ->  Bitmap Heap Scan on game_keys
--                 Recheck Cond: (id = ANY ($1))
--                 ->  Bitmap Index Scan on game_keys_pkey
--                       Index Cond: (id = ANY ($1))

-- src/server/keys/withdraw-keys.ts restoreKeys
select id
from game_keys k
where id = any($1::uuid[]) and quarantined_at is null and sealed_with <> all (array(select id from key_secrets
  where is_lost)) and exists (select from audit a where a.subject_kind = 'key' and a.subject_id = any($2::text[])
  and a.subject_id = k.id::text and a.action = $3 and a.at = k.retired_at) and not exists (select from audit a
  where a.subject_kind = 'key' and a.subject_id = any($4::text[]) and a.subject_id = k.id::text and a.action =
  $5);
--   Nested Loop Anti Join
--     Join Filter: (a_1.subject_id = (k.id)::text)
--     InitPlan 1
--       ->  Seq Scan on key_secrets
--             Filter: is_lost
--     ->  Nested Loop Semi Join
--           Join Filter: ((k.retired_at = a.at) AND ((k.id)::text = a.subject_id))
--           ->  Bitmap Heap Scan on game_keys k
--                 Recheck Cond: (id = ANY ($1))
--                 Filter: ((quarantined_at IS NULL) AND (sealed_with <> ALL ((InitPlan 1).col1)))
--                 ->  Bitmap Index Scan on game_keys_pkey
--                       Index Cond: (id = ANY ($1))
--           ->  Index Scan using audit_of_subject on audit a
--                 Index Cond: ((subject_kind = 'key'::text) AND (subject_id = ANY ($2)))
--                 Filter: (action = $3)
--     ->  Index Scan using audit_of_subject on audit a_1
--           Index Cond: ((subject_kind = 'key'::text) AND (subject_id = ANY ($4)))
--           Filter: (action = $5)

-- src/server/keys/withdraw-keys.ts restoreKeys
update game_keys
set retired_at = $1
where id in ($2);
--   Update on game_keys
--     ->  Index Scan using game_keys_pkey on game_keys
--           Index Cond: (id = $2)

-- src/server/keys/withdraw-keys.ts retireKeys
update game_keys
set retired_at = $1
where id in ($2);
--   Update on game_keys
--     ->  Index Scan using game_keys_pkey on game_keys
--           Index Cond: (id = $2)
