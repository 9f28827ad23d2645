-- Read with every block: what is paid and neither delivered nor waiting. Before a release most paid orders wait.
create index payments_to_deliver on payments (id)
  where status = 'confirmed' and delivered_at is null and awaiting_keys_since is null and awaiting_release_since is null;
-- Read with every look at a chain: whether an order may still be paid late.
create index payments_payable_late on payments (expires_at) where status in ('partial', 'expired');
-- Read with every list of refunds.
create index freeze_checks_by_order on freeze_checks (payment_id) where payment_id is not null;
