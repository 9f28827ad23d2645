-- The statements of a module and their plans, written by npm run sql.

-- src/server/edition-files/change-file-link.ts
insert into file_links (payment_id, number, revoked_at)
values ($1, $2, $3)
on conflict (payment_id) do update
set number = $4, revoked_at = $5;

-- src/server/edition-files/change-file-link.ts
select id
from payments
where id = $1
for update;
--   LockRows
--     ->  Index Scan using payments_for_keys on payments
--           Index Cond: (id = $1)

-- src/server/edition-files/count-download.ts countDownload
insert into file_downloads as d (payment_id, link_number, file, started, last_at)
values ($1, $2, $3, 1, $4)
on conflict (payment_id, link_number, file) do update
set started = d.started + 1, last_at = excluded.last_at
where d.started < $5
returning 1;

-- src/server/edition-files/count-download.ts isBegun
select started
from file_downloads
where payment_id = $1 and link_number = $2 and file = $3;

-- src/server/edition-files/read-file-right.ts readFileRight
select p.edition, coalesce(l.number, 1) as "linkNumber", l.revoked_at as "revokedAt", p.status = 'confirmed' and
  p.delivered_at is not null and exists (select from game_keys k where k.payment_id = p.id and k.replaced_by is
  null and k.retired_at is null) as "isOwed"
from payments p
left join file_links l on l.payment_id = p.id
where p.id = $1;
--   Nested Loop Left Join
--     ->  Index Scan using payments_for_keys on payments p
--           Index Cond: (id = $1)
--     ->  Seq Scan on file_links l
--           Filter: (payment_id = $1)
--     SubPlan 1
--       ->  Index Scan using keys_of_order on game_keys k
--             Index Cond: (payment_id = p.id)
--             Filter: ((replaced_by IS NULL) AND (retired_at IS NULL))

-- src/server/edition-files/read-order-files.ts readDownloads
select file, started, last_at
from file_downloads
where payment_id = $1 and link_number = $2;
