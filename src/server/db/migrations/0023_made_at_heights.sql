-- What each chain had reached when an order was made: a transfer mined long before that is not a payment of the order.
alter table payments
  -- {"bitcoin": 820000}: the cursor's height by chain; chains without a cursor are missing
  add column made_at_heights jsonb not null default '{}' check (jsonb_typeof(made_at_heights) = 'object');
