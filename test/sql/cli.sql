-- The statements of a module and their plans, written by npm run sql.

-- src/server/cli/admin-reset.ts runAdminReset
select id
from users
where email = $1;

-- src/server/cli/restore.ts beginRecovery
update installation
set database_id = gen_random_uuid();

-- src/server/cli/sweep-options.ts requireOutside
select count(*) as count
from payments
where wallet = $1 and lower(payment_address) in ($2);
--   Aggregate
--     ->  Index Only Scan using payments_address_is_its_own on payments
--           Index Cond: (wallet = $1)
--           Filter: (lower(payment_address) = $2)
