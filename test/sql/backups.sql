-- The statements of a module and their plans, written by npm run sql.

-- src/server/backups/backup-runs.ts readBackupState
select distinct on (kind, failure is null) kind, failure is null as is_ok, finished_at as at, file, bytes::float8
  as bytes, failure
from backup_runs
order by kind, failure is null, finished_at desc;

-- src/server/backups/backup-runs.ts recordBackupRun
delete from backup_runs
where finished_at < $1::timestamptz - make_interval(days => $2);

-- src/server/backups/backup-runs.ts recordBackupRun
insert into backup_runs (kind, is_scheduled, started_at, finished_at, file, bytes, failure)
values ($1, $2, $3, $4, $5, $6, $7);

-- src/server/backups/check-restore.ts compareRestored
select conname as name
from pg_constraint
where connamespace = 'public'::regnamespace and contype = 'f' and not convalidated;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from address_pool;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from alert_signals;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from alerts;
--   Aggregate
--     ->  Seq Scan on alerts

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from api_tokens;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from assets;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from audit;
--   Aggregate
--     ->  Seq Scan on audit

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from backup_runs;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from bulletin_orders;
--   Aggregate
--     ->  Seq Scan on bulletin_orders

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from bulletins;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from captcha_passes;
--   Aggregate
--     ->  Seq Scan on captcha_passes

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from captchas;
--   Aggregate
--     ->  Seq Scan on captchas

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from chain_states;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from chains;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from checkpoints;
--   Aggregate
--     ->  Seq Scan on checkpoints

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from clean_ups;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from confirm_counts;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from correction_years;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from corrections;
--   Aggregate
--     ->  Seq Scan on corrections

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from cursors;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from demo_clock;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from discount_codes;
--   Aggregate
--     ->  Seq Scan on discount_codes

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from editions;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from external_orders;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from file_downloads;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from file_links;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from first_day;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from freeze_checks;
--   Aggregate
--     ->  Seq Scan on freeze_checks

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from game_changes;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from game_drafts;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from game_keys;
--   Aggregate
--     ->  Index Only Scan using keys_external_line_once on game_keys

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from installation;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from invoice_years;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from key_counts;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from key_import_faults;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from key_import_lines;
--   Aggregate
--     ->  Seq Scan on key_import_lines

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from key_imports;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from key_secrets;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from languages;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from leases;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from limits;
--   Aggregate
--     ->  Seq Scan on limits

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from lost_payments;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from mails;
--   Aggregate
--     ->  Index Only Scan using mails_newest on mails

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from migrations;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from networks;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from order_counts;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from outflows;
--   Aggregate
--     ->  Seq Scan on outflows

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from password_links;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from payment_events;
--   Aggregate
--     ->  Seq Scan on payment_events

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from payment_notes;
--   Aggregate
--     ->  Seq Scan on payment_notes

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from payments;
--   Aggregate
--     ->  Index Only Scan using payments_invoice_once on payments

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from payout_plans;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from payout_transactions;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from plain_keys;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from planned_payouts;
--   Aggregate
--     ->  Seq Scan on planned_payouts

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from purchase_counters;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from rail_states;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from rails;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from rates;
--   Aggregate
--     ->  Seq Scan on rates

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from recoveries;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from refund_transactions;
--   Aggregate
--     ->  Seq Scan on refund_transactions

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from refunds;
--   Aggregate
--     ->  Seq Scan on refunds

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from sale_counts;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from sign_in_failures;
--   Aggregate
--     ->  Seq Scan on sign_in_failures

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from sim_blocks;
--   Aggregate
--     ->  Seq Scan on sim_blocks

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from sim_frozen;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from sim_transactions;
--   Aggregate
--     ->  Seq Scan on sim_transactions

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from skipped_addresses;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from transfers;
--   Aggregate
--     ->  Index Only Scan using transfers_by_height on transfers

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from used_addresses;
--   Aggregate
--     ->  Seq Scan on used_addresses

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from used_codes;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from used_proofs;
--   Aggregate
--     ->  Seq Scan on used_proofs

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from user_credentials;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from user_passkeys;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from user_roles;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from user_second_factors;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from user_sessions;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from user_verifications;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from users;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from vat_evidence;
--   Aggregate
--     ->  Seq Scan on vat_evidence

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from waiting_counts;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from waiting_list;
--   Aggregate
--     ->  Seq Scan on waiting_list

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from waiting_list_rounds;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from wallets;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from webhook_deliveries;
--   Aggregate
--     ->  Seq Scan on webhook_deliveries

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from webhook_endpoints;

-- src/server/backups/check-restore.ts compareRestored
select count(*) as count
from withdrawals;
--   Aggregate
--     ->  Seq Scan on withdrawals

-- src/server/backups/is-empty-shop.ts isEmptyShop
select id
from game_keys
limit 50;
--   Limit
--     ->  Seq Scan on game_keys

-- src/server/backups/is-empty-shop.ts isEmptyShop
select id
from payments
limit 50;
--   Limit
--     ->  Index Only Scan using payments_pkey on payments

-- src/server/backups/is-empty-shop.ts isEmptyShop
select id
from users
limit 50;

-- src/server/backups/read-database-id.ts readDatabaseId
select database_id
from installation;
