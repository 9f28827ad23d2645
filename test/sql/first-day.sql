-- The statements of a module and their plans, written by npm run sql.

-- src/server/first-day/read-first-day.ts readFirstDay
update first_day
set closed_at = $1
where closed_at is null;

-- src/server/first-day/read-first-day.ts readFound
select exists (select from payments where confirmed_at is not null) as has_paid, exists (select from mails m join
  payments p on p.id = m.payment_id where m.template = 'keys' and m.sent_at is not null and p.confirmed_at is not
  null and not p.is_simulated and not exists (select from users u where lower(u.email) = lower(p.user_email))) as
  has_sold, (select count(*) from users u join user_roles r on r.user_id = u.id where r.role = 'owner' and
  u.disabled_at is null and u.two_factor_enabled is not true) as without_factor;
--   Result
--     InitPlan 1
--       ->  Seq Scan on payments
--             Filter: (confirmed_at IS NOT NULL)
--     InitPlan 2
--       ->  Nested Loop
--             ->  Nested Loop Anti Join
--                   Join Filter: (lower(u.email) = lower(p.user_email))
--                   ->  Seq Scan on payments p
--                         Filter: ((confirmed_at IS NOT NULL) AND (NOT is_simulated))
--                   ->  Seq Scan on users u
--             ->  Index Scan using mails_by_payment on mails m
--                   Index Cond: (payment_id = p.id)
--                   Filter: ((sent_at IS NOT NULL) AND (template = 'keys'::text))
--     InitPlan 3
--       ->  Aggregate
--             ->  Nested Loop
--                   Join Filter: (u_1.id = r.user_id)
--                   ->  Seq Scan on users u_1
--                         Filter: ((disabled_at IS NULL) AND (two_factor_enabled IS NOT TRUE))
--                   ->  Seq Scan on user_roles r
--                         Filter: (role = 'owner'::text)

-- src/server/first-day/read-first-day.ts readStored
select *
from first_day;

-- src/server/first-day/routes.ts changeFirstDay
update first_day
set closed_at = $1
where closed_at is null;

-- src/server/first-day/routes.ts changeFirstDay
update first_day
set mails_read_at = $1
where mails_read_at is null;
