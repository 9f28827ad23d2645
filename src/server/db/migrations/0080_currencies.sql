-- The currency of an order's prices, and what its smallest unit was worth in US cents when the order was made, times 10^8.
-- Limits and depths are defined in dollars: `price_usd_cents` is what the order is worth to them.
alter table payments
  add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  add column usd_rate_e8 numeric(78, 0) not null default 100000000 check (usd_rate_e8 > 0);
alter table payments
  add constraint payments_dollar_is_a_dollar check (currency <> 'USD' or usd_rate_e8 = 100000000),
  drop constraint payments_price_is_computed,
  add constraint payments_worth_is_computed check (
    price_usd_cents = ceil((unit_price_cents * quantity - discount_cents) * usd_rate_e8 / 100000000));

create or replace function price_payment() returns trigger language plpgsql as $$
begin
  new.price_usd_cents := ceil((new.unit_price_cents * new.quantity - new.discount_cents) * new.usd_rate_e8 / 100000000);
  return new;
end $$;
drop trigger price_payment on payments;
create trigger price_payment
  before insert or update of unit_price_cents, quantity, discount_cents, usd_rate_e8, price_usd_cents on payments
  for each row execute function price_payment();

create function keep_currency() returns trigger language plpgsql as $$
begin
  raise exception 'the currency of order % cannot change', old.id using errcode = 'restrict_violation';
end $$;
create trigger keep_currency before update of currency, usd_rate_e8 on payments for each row
  when ((old.currency, old.usd_rate_e8) is distinct from (new.currency, new.usd_rate_e8))
  execute function keep_currency();

-- What an order costs, in the smallest unit of its currency. It reads like a column: `p.price_cents`.
create function price_cents(p payments) returns integer language sql immutable
  return p.unit_price_cents * p.quantity - p.discount_cents;

-- Rates of currencies stand beside those of coins, in dollars as well.
alter table rates
  drop constraint rates_coin_is_known,
  add constraint rates_coin_is_a_code check (coin ~ '^[A-Z0-9]{2,12}$');

-- An amount that a code takes off is one of a currency; a percentage is of any.
alter table discount_codes add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$');

-- Sums of money are sums of one currency.
alter table sale_counts add column currency text not null default 'USD';
alter table waiting_counts add column currency text not null default 'USD';

create or replace function count_order(p payments, sign integer) returns void language plpgsql as $$
begin
  insert into order_counts values
    ((p.created_at at time zone 'UTC')::date, p.status, p.edition, p.crypto_network, p.language, sign);
  if p.confirmed_at is not null and p.status in ('confirmed', 'refunded') then
    insert into sale_counts values
      ((p.confirmed_at at time zone 'UTC')::date, p.edition, p.crypto_network, p.language, sign,
        sign * p.quantity, sign * price_cents(p)::bigint, p.currency);
    insert into confirm_counts values
      ((p.confirmed_at at time zone 'UTC')::date, confirm_step(p.confirmed_at - p.created_at), sign);
  end if;
end $$;

create or replace function count_waiting_order() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'confirmed' and old.delivered_at is null then
    insert into waiting_counts values (old.edition, old.awaiting_keys_since is not null, -1, -old.quantity,
      -price_cents(old)::bigint, old.currency);
  end if;
  if tg_op <> 'DELETE' and new.status = 'confirmed' and new.delivered_at is null then
    insert into waiting_counts values (new.edition, new.awaiting_keys_since is not null, 1, new.quantity,
      price_cents(new)::bigint, new.currency);
  end if;
  return null;
end $$;

-- Mails name the price and its currency.
update mails set facts = facts || jsonb_strip_nulls(jsonb_build_object(
  'price', facts -> 'priceUsd', 'currency', 'USD', 'discount', facts -> 'discountUsd')) where facts ? 'priceUsd';

-- Webhooks name the price in its currency.
create or replace function queue_order_webhooks() returns trigger language plpgsql as $$
declare
  event_name text;
  p payments;
begin
  event_name := case new.kind
    when 'created' then 'order.created'
    when 'delivered' then 'order.delivered'
    when 'refund_asked' then 'order.refund_requested'
    when 'refund_verified' then 'order.refunded'
    when 'status' then case
      when new.facts ->> 'to' = 'confirmed' and new.facts ->> 'from' is distinct from 'confirmed' then 'order.confirmed'
      when new.facts ->> 'to' = 'review' then 'order.review'
    end
  end;
  if event_name is null or not exists (select from webhook_endpoints where is_active) then return null; end if;
  select * into p from payments where id = new.payment_id;
  perform queue_webhooks(
    event_name,
    jsonb_build_object(
      'orderId', p.id, 'status', p.status, 'flags', p.flags, 'edition', p.edition, 'quantity', p.quantity,
      'priceCents', price_cents(p), 'currency', p.currency,
      'priceUsdCents', p.price_usd_cents, 'network', p.crypto_network, 'language', p.language,
      'createdAt', p.created_at, 'confirmedAt', p.confirmed_at, 'deliveredAt', p.delivered_at)
      || case when new.facts ? 'refundId' then
           jsonb_build_object('refundId', new.facts -> 'refundId', 'refundedCopies', new.facts -> 'quantity')
         else '{}' end,
    p.id, new.at);
  return null;
end $$;
