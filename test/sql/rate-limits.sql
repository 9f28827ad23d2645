-- The statements of a module and their plans, written by npm run sql.

-- src/server/rate-limits/rate-limits.ts countCall
insert into limits as l (key, used, resets_at)
values ($1, 1, $2)
on conflict (key) do update
set used = case when (l.resets_at <= $3 or l.resets_at > $4) then 1 else l.used + 1 end, resets_at = case when
  (l.resets_at <= $5 or l.resets_at > $6) then excluded.resets_at else l.resets_at end
returning used, resets_at;

-- src/server/rate-limits/rate-limits.ts giveBack
update limits
set used = used - 1
where key = $1 and used > 0;
--   Update on limits
--     ->  Index Scan using limits_pkey on limits
--           Index Cond: (key = $1)
--           Filter: (used > 0)

-- src/server/rate-limits/rate-limits.ts sweepLimits
delete from limits
where resets_at <= $1;
--   Delete on limits
--     ->  Bitmap Heap Scan on limits
--           Recheck Cond: (resets_at <= $1)
--           ->  Bitmap Index Scan on limits_resets
--                 Index Cond: (resets_at <= $1)
