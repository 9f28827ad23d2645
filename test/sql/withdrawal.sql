-- The statements of a module and their plans, written by npm run sql.

-- src/server/withdrawal/refund-withdrawn.ts findOwed
select *
from payments
where withdrawn_at is not null and refunded_at is null and status in ($1) and not exists (select id from refunds
  where refunds.payment_id = payments.id)
order by withdrawn_at
limit 50;
--   Limit
--     ->  Sort
--           Sort Key: payments.withdrawn_at
--           ->  Nested Loop Anti Join
--                 ->  Index Scan using payments_withdrawn on payments
--                       Filter: (status = $1)
--                 ->  Index Only Scan using refunds_of_payment on refunds
--                       Index Cond: (payment_id = payments.id)

-- src/server/withdrawal/submit-withdrawal.ts carryOut
update payments
set withdrawn_at = $1
where id = $2;
--   Update on payments
--     ->  Index Scan using payments_for_keys on payments
--           Index Cond: (id = $2)

-- src/server/withdrawal/submit-withdrawal.ts findStatement
select *
from withdrawals
where id = $1;
--   Index Scan using withdrawals_pkey on withdrawals
--     Index Cond: (id = $1)

-- src/server/withdrawal/submit-withdrawal.ts storeStatement
insert into withdrawals (id, submitted_at, payment_id, invoice_id, name, email, copies, language, time_zone,
  outcome)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);
