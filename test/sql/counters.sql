-- The statements of a module and their plans, written by npm run sql.

-- src/server/counters/counters.ts addClicks
update purchase_counters
set count = least(count + $1::integer, $2::integer), last_updated = $3
where id = $4;

-- src/server/counters/counters.ts insertRows
insert into purchase_counters (id, count, last_updated)
values ($1, $2, $3)
on conflict do nothing;

-- src/server/counters/counters.ts raiseCounts
update purchase_counters
set count = least(count + 1 + floor(random() * 3)::integer, $1::integer), last_updated = $2
where last_updated <= $3;

-- src/server/counters/counters.ts read
select *
from purchase_counters;

-- src/server/counters/counters.ts recountOrders
update purchase_counters c
set count = sold.copies, last_updated = $1
from (select e.id, coalesce(sum(p.quantity - returned.copies), 0)::integer as copies from purchase_counters e
  left join payments p on p.edition = e.id and p.status = 'confirmed' and p.confirmed_at is not null left join
  lateral (select count(*) as copies from game_keys k where k.payment_id = p.id and k.retired_at is not null and
  k.replaced_by is null) returned on true group by e.id) sold
where c.id = sold.id and c.count <> sold.copies;
--   Update on purchase_counters c
--     ->  Nested Loop
--           Join Filter: ((c.count <> sold.copies) AND (c.id = sold.id))
--           ->  Seq Scan on purchase_counters c
--           ->  Subquery Scan on sold
--                 ->  GroupAggregate
--                       Group Key: e.id
--                       ->  Sort
--                             Sort Key: e.id
--                             ->  Nested Loop Left Join
--                                   ->  Hash Right Join
--                                         Hash Cond: (p.edition = e.id)
--                                         ->  Seq Scan on payments p
--                                               Filter: ((confirmed_at IS NOT NULL) AND (status = 'confirmed'::text))
--                                         ->  Hash
--                                               ->  Seq Scan on purchase_counters e
--                                   ->  Aggregate
--                                         ->  Index Scan using keys_of_order on game_keys k
--                                               Index Cond: (payment_id = p.id)
--                                               Filter: ((retired_at IS NOT NULL) AND (replaced_by IS NULL))
