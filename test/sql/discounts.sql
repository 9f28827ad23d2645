-- The statements of a module and their plans, written by npm run sql.

-- src/server/discounts/create-codes.ts insertNew
insert into discount_codes (name, percent, amount_cents, edition, uses_max, uses_per_mailbox, valid_from,
  valid_until, currency, batch_id, created_at, created_by, code)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
on conflict (code) do nothing
returning id, code;

-- src/server/discounts/find-discount.ts findDiscount
select *
from discount_codes
where code = $1;
--   Index Scan using discount_codes_code_key on discount_codes
--     Index Cond: (code = $1)

-- src/server/discounts/find-discount.ts hasUseLeft
select
from payments
where discount_code_id = $1 and status not in ('expired', 'invalid') and (status <> 'refunded' or delivered_at is
  not null)
limit 50;
--   Limit
--     ->  Index Only Scan using payments_discounted on payments
--           Index Cond: (discount_code_id = $1)

-- src/server/discounts/list-codes.ts listCodes
select c.*, u.*
from (select * from discount_codes where batch_id = $1::uuid order by created_at desc, code limit 50 offset 0) c
cross join lateral (select coalesce(sum(used), 0)::bigint as used, coalesce(sum(made), 0)::bigint as made,
  coalesce(sum(sold), 0)::bigint as sold, coalesce(sum(copies), 0)::bigint as copies, coalesce(sum(revenue)
  filter (where currency = c.currency), 0)::bigint as revenue, coalesce(sum(discount) filter (where currency =
  c.currency), 0)::bigint as discount, coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'cents',
  discount) order by discount desc) filter (where sold > 0), '[]') as taken from (select currency, count(*)
  filter (where status not in ('expired', 'invalid') and (status <> 'refunded' or delivered_at is not null)) as
  used, count(*) as made, count(*) filter (where is_sold) as sold, coalesce(sum(quantity) filter (where is_sold),
  0) as copies, coalesce(sum(price_cents) filter (where is_sold), 0) as revenue, coalesce(sum(discount_cents)
  filter (where is_sold), 0) as discount from (select status, delivered_at, quantity, p.price_cents,
  discount_cents, p.currency, confirmed_at is not null and status in ('confirmed', 'refunded') as is_sold from
  payments p where discount_code_id = c.id) orders group by currency) by_currency) u
order by c.created_at desc, c.code;
--   Nested Loop
--     ->  Limit
--           ->  Index Scan using discount_codes_listed on discount_codes
--                 Filter: (batch_id = $1)
--     ->  Aggregate
--           ->  GroupAggregate
--                 Group Key: p.currency
--                 ->  Sort
--                       Sort Key: p.currency
--                       ->  Index Scan using payments_of_code on payments p
--                             Index Cond: (discount_code_id = discount_codes.id)

-- src/server/discounts/list-codes.ts listCodes
select c.*, u.*
from (select * from discount_codes where true and (starts_with(code, $1) or position(lower($2) in lower(name)) >
  0) order by created_at desc, code limit 50 offset 0) c
cross join lateral (select coalesce(sum(used), 0)::bigint as used, coalesce(sum(made), 0)::bigint as made,
  coalesce(sum(sold), 0)::bigint as sold, coalesce(sum(copies), 0)::bigint as copies, coalesce(sum(revenue)
  filter (where currency = c.currency), 0)::bigint as revenue, coalesce(sum(discount) filter (where currency =
  c.currency), 0)::bigint as discount, coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'cents',
  discount) order by discount desc) filter (where sold > 0), '[]') as taken from (select currency, count(*)
  filter (where status not in ('expired', 'invalid') and (status <> 'refunded' or delivered_at is not null)) as
  used, count(*) as made, count(*) filter (where is_sold) as sold, coalesce(sum(quantity) filter (where is_sold),
  0) as copies, coalesce(sum(price_cents) filter (where is_sold), 0) as revenue, coalesce(sum(discount_cents)
  filter (where is_sold), 0) as discount from (select status, delivered_at, quantity, p.price_cents,
  discount_cents, p.currency, confirmed_at is not null and status in ('confirmed', 'refunded') as is_sold from
  payments p where discount_code_id = c.id) orders group by currency) by_currency) u
order by c.created_at desc, c.code;
--   Nested Loop
--     ->  Limit
--           ->  Index Scan using discount_codes_listed on discount_codes
--                 Filter: (starts_with(code, $1) OR (POSITION((lower($2)) IN (lower(name))) > 0))
--     ->  Aggregate
--           ->  GroupAggregate
--                 Group Key: p.currency
--                 ->  Sort
--                       Sort Key: p.currency
--                       ->  Index Scan using payments_of_code on payments p
--                             Index Cond: (discount_code_id = discount_codes.id)

-- src/server/discounts/list-codes.ts listCodes
select count(*)::integer as total
from discount_codes
where batch_id = $1::uuid;
--   Aggregate
--     ->  Index Only Scan using discount_codes_of_batch on discount_codes
--           Index Cond: (batch_id = $1)

-- src/server/discounts/list-codes.ts listCodes
select count(*)::integer as total
from discount_codes
where true and (starts_with(code, $1) or position(lower($2) in lower(name)) > 0);
--   Aggregate
--     ->  Seq Scan on discount_codes
--           Filter: (starts_with(code, $1) OR (POSITION((lower($2)) IN (lower(name))) > 0))

-- src/server/discounts/list-codes.ts readCodes
select c.*, u.*
from (select * from discount_codes where batch_id = $1::uuid order by created_at desc, code) c
cross join lateral (select coalesce(sum(used), 0)::bigint as used, coalesce(sum(made), 0)::bigint as made,
  coalesce(sum(sold), 0)::bigint as sold, coalesce(sum(copies), 0)::bigint as copies, coalesce(sum(revenue)
  filter (where currency = c.currency), 0)::bigint as revenue, coalesce(sum(discount) filter (where currency =
  c.currency), 0)::bigint as discount, coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'cents',
  discount) order by discount desc) filter (where sold > 0), '[]') as taken from (select currency, count(*)
  filter (where status not in ('expired', 'invalid') and (status <> 'refunded' or delivered_at is not null)) as
  used, count(*) as made, count(*) filter (where is_sold) as sold, coalesce(sum(quantity) filter (where is_sold),
  0) as copies, coalesce(sum(price_cents) filter (where is_sold), 0) as revenue, coalesce(sum(discount_cents)
  filter (where is_sold), 0) as discount from (select status, delivered_at, quantity, p.price_cents,
  discount_cents, p.currency, confirmed_at is not null and status in ('confirmed', 'refunded') as is_sold from
  payments p where discount_code_id = c.id) orders group by currency) by_currency) u
order by c.created_at desc, c.code;
--   Nested Loop
--     ->  Sort
--           Sort Key: discount_codes.created_at DESC, discount_codes.code
--           ->  Bitmap Heap Scan on discount_codes
--                 Recheck Cond: (batch_id = $1)
--                 ->  Bitmap Index Scan on discount_codes_of_batch
--                       Index Cond: (batch_id = $1)
--     ->  Aggregate
--           ->  GroupAggregate
--                 Group Key: p.currency
--                 ->  Sort
--                       Sort Key: p.currency
--                       ->  Index Scan using payments_of_code on payments p
--                             Index Cond: (discount_code_id = discount_codes.id)

-- src/server/discounts/list-codes.ts readCodes
select c.*, u.*
from (select * from discount_codes where true order by created_at desc, code) c
cross join lateral (select coalesce(sum(used), 0)::bigint as used, coalesce(sum(made), 0)::bigint as made,
  coalesce(sum(sold), 0)::bigint as sold, coalesce(sum(copies), 0)::bigint as copies, coalesce(sum(revenue)
  filter (where currency = c.currency), 0)::bigint as revenue, coalesce(sum(discount) filter (where currency =
  c.currency), 0)::bigint as discount, coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'cents',
  discount) order by discount desc) filter (where sold > 0), '[]') as taken from (select currency, count(*)
  filter (where status not in ('expired', 'invalid') and (status <> 'refunded' or delivered_at is not null)) as
  used, count(*) as made, count(*) filter (where is_sold) as sold, coalesce(sum(quantity) filter (where is_sold),
  0) as copies, coalesce(sum(price_cents) filter (where is_sold), 0) as revenue, coalesce(sum(discount_cents)
  filter (where is_sold), 0) as discount from (select status, delivered_at, quantity, p.price_cents,
  discount_cents, p.currency, confirmed_at is not null and status in ('confirmed', 'refunded') as is_sold from
  payments p where discount_code_id = c.id) orders group by currency) by_currency) u
order by c.created_at desc, c.code;
--   Nested Loop
--     ->  Index Scan using discount_codes_listed on discount_codes
--     ->  Aggregate
--           ->  GroupAggregate
--                 Group Key: p.currency
--                 ->  Sort
--                       Sort Key: p.currency
--                       ->  Index Scan using payments_of_code on payments p
--                             Index Cond: (discount_code_id = discount_codes.id)

-- src/server/discounts/pause-code.ts
select code, name, paused_at
from discount_codes
where id = $1
for no key update;
--   LockRows
--     ->  Index Scan using discount_codes_pkey on discount_codes
--           Index Cond: (id = $1)

-- src/server/discounts/pause-code.ts
update discount_codes
set paused_at = $1
where id = $2;
--   Update on discount_codes
--     ->  Index Scan using discount_codes_pkey on discount_codes
--           Index Cond: (id = $2)
