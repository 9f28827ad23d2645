-- The statements of a module and their plans, written by npm run sql.

-- src/server/db/clean-up-worker.ts claim
insert into clean_ups as c (name, due_at, attempts)
values ($1, clock_timestamp() + $2 * interval '1 ms', 1)
on conflict (name) do update
set due_at = excluded.due_at, attempts = c.attempts + 1
where c.due_at <= clock_timestamp() or c.due_at > clock_timestamp() + $3 * interval '1 ms'
returning attempts;

-- src/server/db/clean-up-worker.ts note
update clean_ups
set due_at = clock_timestamp() + $1 * interval '1 ms', attempts = $2
where name = $3 and attempts = $4;

-- src/server/db/clean-up-worker.ts readWaits
select name, extract(epoch from due_at - clock_timestamp())::float8 * 1000 as "waitMs"
from clean_ups;

-- src/server/db/fill-reference-tables.ts addEditions
insert into editions
select unnest($1::text[])
on conflict do nothing;

-- src/server/db/fill-reference-tables.ts fillReferenceTables
with added_languages as (insert into languages select unnest($1::text[]) on conflict do nothing), added_chains as
  (insert into chains select unnest($2::text[]) on conflict do nothing), added_assets as (insert into assets
  select unnest($3::text[]) on conflict do nothing), added_networks as (insert into networks select
  unnest($4::text[]) on conflict do nothing) insert into rails (network, coin, wallet)
select *
from unnest($5::text[], $6::text[], $7::text[])
on conflict do nothing;

-- src/server/db/settle-secret.ts settleSecret
update installation
set secret = $1, secret_id = $2;

-- src/server/db/stamp-installation.ts
insert into key_secrets (id)
values ($1)
on conflict do nothing;

-- src/server/db/stamp-installation.ts
select profile, secret, secret_id
from installation
for update;

-- src/server/db/stamp-installation.ts insertStamp
insert into installation (profile, secret_id)
values ($1, $2)
on conflict do nothing;

-- src/server/db/stamp-installation.ts insertStamp
select profile
from installation;

-- src/server/db/stamp-installation.ts stampWallet
insert into wallets (fingerprint, wallet)
values ($1, $2)
on conflict do nothing;

-- src/server/db/stamp-installation.ts stampWallet
select wallet
from wallets
where fingerprint = $1;
