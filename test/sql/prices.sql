-- The statements of a module and their plans, written by npm run sql.

-- src/server/prices/rate-worker.ts storeRates
insert into rates (coin, at, rate_e8, sources)
values ($1, $2, $3, $4)
on conflict do nothing;

-- src/server/prices/rates.ts current
select rate_e8, sources, at
from rates
where coin = $1 and at <= $2
order by at desc
limit 50;
--   Limit
--     ->  Index Scan Backward using rates_pkey on rates
--           Index Cond: ((coin = $1) AND (at <= $2))

-- src/server/prices/rates.ts neighbour
select rate_e8, at
from rates
where coin = $1 and at <= $2
order by at desc
limit 50;
--   Limit
--     ->  Index Scan Backward using rates_pkey on rates
--           Index Cond: ((coin = $1) AND (at <= $2))

-- src/server/prices/rates.ts neighbour
select rate_e8, at
from rates
where coin = $1 and at >= $2
order by at asc
limit 50;
--   Limit
--     ->  Index Scan using rates_pkey on rates
--           Index Cond: ((coin = $1) AND (at >= $2))
