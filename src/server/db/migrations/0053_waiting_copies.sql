-- Paid copies that are not delivered, as sums of changes like order_counts: the stock, the overview and every order of an
-- edition that reserves ask for them, and before a release they are all orders of a shop.
create table waiting_counts (
  edition text not null,
  -- whether the orders wait for keys because the stock was empty
  is_awaiting_keys boolean not null,
  orders bigint not null,
  copies bigint not null,
  cents bigint not null
);

create function count_waiting_order() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'confirmed' and old.delivered_at is null then
    insert into waiting_counts values (old.edition, old.awaiting_keys_since is not null, -1, -old.quantity,
      -(old.unit_price_cents::bigint * old.quantity));
  end if;
  if tg_op <> 'DELETE' and new.status = 'confirmed' and new.delivered_at is null then
    insert into waiting_counts values (new.edition, new.awaiting_keys_since is not null, 1, new.quantity,
      new.unit_price_cents::bigint * new.quantity);
  end if;
  return null;
end $$;
create function count_no_waiting_orders() returns trigger language plpgsql as $$
begin
  delete from waiting_counts;
  return null;
end $$;
create trigger count_waiting_added after insert or delete on payments
  for each row execute function count_waiting_order();
create trigger count_waiting_changed after update on payments
  for each row when (
    (old.status = 'confirmed' and old.delivered_at is null or new.status = 'confirmed' and new.delivered_at is null)
    and (old.status, old.delivered_at is null, old.awaiting_keys_since is null, old.edition, old.quantity, old.unit_price_cents)
      is distinct from
      (new.status, new.delivered_at is null, new.awaiting_keys_since is null, new.edition, new.quantity, new.unit_price_cents))
  execute function count_waiting_order();
create trigger count_no_waiting_orders after truncate on payments
  for each statement execute function count_no_waiting_orders();

insert into waiting_counts
  select edition, awaiting_keys_since is not null, count(*), sum(quantity), sum(unit_price_cents::bigint * quantity)
  from payments where status = 'confirmed' and delivered_at is null group by 1, 2;

-- Of the copies that are promised, those of unpaid orders are summed up each time, and of paid ones those before another.
create index payments_promised_unpaid on payments (edition)
  where delivered_at is null and status in ('pending', 'partial', 'detected');
create index payments_promised_paid on payments (edition, confirmed_at)
  where delivered_at is null and status = 'confirmed';
drop index payments_promised;
create index payments_awaiting_since on payments (awaiting_keys_since)
  where awaiting_keys_since is not null and delivered_at is null and status = 'confirmed';
