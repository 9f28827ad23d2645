-- The statements of a module and their plans, written by npm run sql.

-- src/server/address-pool/address-queue.ts countFree
select count(*)::integer as count
from (select from address_pool where wallet_fingerprint = $1 and $2 = any(unused_on) limit 50) free;

-- src/server/address-pool/address-queue.ts isBusy
select id
from payments
where wallet_fingerprint = $1 and created_at > $2
limit 50;
--   Limit
--     ->  Seq Scan on payments
--           Filter: ((created_at > $2) AND (wallet_fingerprint = $1))

-- src/server/address-pool/fill-address-pool.ts distrustAddressPool
update address_pool
set unused_on = $1, checked_at = $2
where wallet_fingerprint <> all($3::text[]);

-- src/server/address-pool/fill-address-pool.ts fillAddressPool
delete from address_pool
where wallet_fingerprint = $1 and derivation_index = any($2::int[])
returning derivation_index as index;

-- src/server/address-pool/fill-address-pool.ts fillAddressPool
update address_pool
set checked_at = $1, unused_on = array(select distinct unnest((case when checked_at >= $2 then unused_on else
  '{}' end) || $3::text[]))
where wallet_fingerprint = $4 and derivation_index = any($5::int[]) and not derivation_index = any($6::int[]);

-- src/server/address-pool/fill-address-pool.ts isRecovering
select id
from recoveries
where finished_at is null;

-- src/server/address-pool/fill-address-pool.ts offeredChains
select distinct unnest(unused_on) as chain
from address_pool
where wallet_fingerprint = $1;

-- src/server/address-pool/fill-address-pool.ts recordSkipped
insert into used_addresses (wallet_fingerprint, derivation_index, address, chain, found_at)
values ($1, $2, $3, $4, $5)
on conflict do nothing;

-- src/server/address-pool/fill-address-pool.ts reserve
insert into address_pool (wallet_fingerprint, derivation_index, address)
values ($1, $2, $3);

-- src/server/address-pool/fill-address-pool.ts reserve
insert into wallets (fingerprint, wallet, next_index)
values ($1, $2, $3)
on conflict (fingerprint) do update
set next_index = wallets.next_index + $4
returning next_index;

-- src/server/address-pool/fill-address-pool.ts reserve
select count(*) as count
from address_pool
where wallet_fingerprint = $1;

-- src/server/address-pool/fill-address-pool.ts unchecked
select derivation_index as index, address
from address_pool
where wallet_fingerprint = $1 and (checked_at is null or checked_at < $2 or not unused_on @> $3::text[])
order by derivation_index
limit 50;

-- src/server/address-pool/take-address.ts readNextIndexes
select w.fingerprint, coalesce(min(a.derivation_index), w.next_index) as next_index
from wallets w
left join address_pool a on a.wallet_fingerprint = w.fingerprint
group by w.fingerprint, w.next_index;

-- src/server/address-pool/take-address.ts takeAddress
delete from address_pool
where (wallet_fingerprint, derivation_index) = (select wallet_fingerprint, derivation_index from address_pool
  where wallet_fingerprint = $1 and $2 = any(unused_on) order by derivation_index limit 1 for update skip locked)
returning derivation_index as index, address;
