-- Keys promised to open orders, held or not, count against the stock of an edition that reserves.
alter table payments
  -- taken while its edition reserved keys: it holds keys again when its money is seen again
  add column reserves_keys boolean not null default false;
update payments set reserves_keys = true where id in (select held_for from game_keys where held_for is not null);
create index payments_promised on payments (edition)
  where delivered_at is null and status in ('pending', 'partial', 'detected', 'confirmed');
