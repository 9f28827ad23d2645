-- Listing, searching and counting two hundred thousand orders.

create index payments_listed on payments (created_at desc, id desc);
create index payments_listed_by_status on payments (status, created_at desc, id desc);
create index payments_listed_by_network on payments (crypto_network, created_at desc, id desc);
create index payments_listed_by_language on payments (language, created_at desc, id desc);
create index payments_listed_by_edition on payments (edition, created_at desc, id desc);
create index payments_flagged on payments (created_at desc, id desc) where flags <> '{}';

-- Orders and sales by day (UTC), as sums of changes: a counter that is updated would make every order wait for the others,
-- and two that move between the same two counters could wait for each other. Folded into one row each from time to time.
create table order_counts (
  made_on date not null,
  status text not null,
  edition text not null,
  network text not null,
  language text not null,
  orders bigint not null
);
create table sale_counts (
  paid_on date not null,
  edition text not null,
  network text not null,
  language text not null,
  orders bigint not null,
  copies bigint not null,
  cents bigint not null
);
-- How long orders took from being made to being confirmed, in steps that grow: see confirm_step.
create table confirm_counts (
  paid_on date not null,
  took_s integer not null,
  orders bigint not null
);

-- Up to ten minutes in steps of 10 s, up to an hour of a minute, up to a day of ten minutes, beyond of an hour; rounded up.
create function confirm_step(took interval) returns integer language sql immutable parallel safe as $$
  select (case
    when s <= 600 then ceil(s / 10) * 10
    when s <= 3600 then ceil(s / 60) * 60
    when s <= 86400 then ceil(s / 600) * 600
    else ceil(s / 3600) * 3600
  end)::integer from (select least(greatest(extract(epoch from took), 0), 100000000) as s) seconds
$$;

-- Sold: confirmed, also where it was refunded later. Refunds are told beside sales, never taken off them.
create function count_order(p payments, sign integer) returns void language plpgsql as $$
begin
  insert into order_counts values
    ((p.created_at at time zone 'UTC')::date, p.status, p.edition, p.crypto_network, p.language, sign);
  if p.confirmed_at is not null and p.status in ('confirmed', 'refunded') then
    insert into sale_counts values
      ((p.confirmed_at at time zone 'UTC')::date, p.edition, p.crypto_network, p.language, sign,
        sign * p.quantity, sign * p.unit_price_cents::bigint * p.quantity);
    insert into confirm_counts values
      ((p.confirmed_at at time zone 'UTC')::date, confirm_step(p.confirmed_at - p.created_at), sign);
  end if;
end $$;

create function count_orders() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform count_order(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_order(new, 1); end if;
  return null;
end $$;
create function count_no_orders() returns trigger language plpgsql as $$
begin
  delete from order_counts;
  delete from sale_counts;
  delete from confirm_counts;
  return null;
end $$;
create trigger count_added_orders after insert or delete on payments
  for each row execute function count_orders();
create trigger count_changed_orders after update of status, confirmed_at on payments
  for each row when (old.status is distinct from new.status or old.confirmed_at is distinct from new.confirmed_at)
  execute function count_orders();
create trigger count_no_orders after truncate on payments
  for each statement execute function count_no_orders();

insert into order_counts
  select (created_at at time zone 'UTC')::date, status, edition, crypto_network, language, count(*)
  from payments group by 1, 2, 3, 4, 5;
insert into sale_counts
  select (confirmed_at at time zone 'UTC')::date, edition, crypto_network, language, count(*), sum(quantity),
    sum(unit_price_cents::bigint * quantity)
  from payments where confirmed_at is not null and status in ('confirmed', 'refunded') group by 1, 2, 3, 4;
insert into confirm_counts
  select (confirmed_at at time zone 'UTC')::date, confirm_step(confirmed_at - created_at), count(*)
  from payments where confirmed_at is not null and status in ('confirmed', 'refunded') group by 1, 2;
