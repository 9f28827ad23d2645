-- Codes that lower the price of an order. What a code says never changes; staff may only pause it.
create table discount_codes (
  id uuid primary key default gen_random_uuid(),
  -- letters and digits in upper case, as typed texts are compared
  code text not null unique check (code ~ '^[A-Z0-9]{4,32}$'),
  -- whom or what it is for: a creator, a campaign
  name text not null check (length(name) <= 80),
  -- of codes that were made together; null of a single one
  batch_id uuid,
  percent integer check (percent between 1 and 99),
  amount_cents integer check (amount_cents > 0),
  constraint discount_codes_lower_once check ((percent is null) <> (amount_cents is null)),
  -- null: of all editions
  edition text references editions (id),
  -- null: as often as wanted
  uses_max integer check (uses_max > 0),
  uses_per_mailbox integer check (uses_per_mailbox > 0),
  valid_from timestamptz,
  valid_until timestamptz,
  constraint discount_codes_are_valid_once check (valid_from < valid_until),
  paused_at timestamptz,
  created_at timestamptz not null,
  -- null: the command line
  created_by uuid references users (id)
);
create index discount_codes_listed on discount_codes (created_at desc, code);
create index discount_codes_of_batch on discount_codes (batch_id, code) where batch_id is not null;

create function keep_discount_code() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or to_jsonb(new) - 'paused_at' is distinct from to_jsonb(old) - 'paused_at' then
    raise exception 'code % cannot change, only be paused', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_discount_code before update or delete on discount_codes
  for each row execute function keep_discount_code();

-- The price is what the order costs after its discount. It was generated from the other columns; adding one to the
-- expression would write every order anew, so that a trigger computes it and a constraint checks it.
alter table payments
  add column discount_code_id uuid references discount_codes (id),
  add column discount_cents integer not null default 0 check (discount_cents >= 0),
  -- a hash, only where the code has a limit of each mailbox
  add column discount_mailbox text,
  alter column price_usd_cents drop expression;
alter table payments
  alter column price_usd_cents set default 0,
  add constraint payments_total_is_positive check (price_usd_cents > 0),
  add constraint payments_price_is_computed check (price_usd_cents = unit_price_cents * quantity - discount_cents),
  add constraint payments_discount_has_code check (discount_cents = 0 or discount_code_id is not null),
  add constraint payments_discount_personal check (discount_mailbox is null or erased_at is null);

create function price_payment() returns trigger language plpgsql as $$
begin
  new.price_usd_cents := new.unit_price_cents * new.quantity - new.discount_cents;
  return new;
end $$;
create trigger price_payment before insert or update of unit_price_cents, quantity, discount_cents, price_usd_cents on payments
  for each row execute function price_payment();

-- The orders that use a code: those that ended without a payment do not, nor those that were paid back without keys.
create index payments_discounted on payments (discount_code_id, discount_mailbox)
  where discount_code_id is not null and status not in ('expired', 'invalid')
    and (status <> 'refunded' or delivered_at is not null);
create index payments_of_code on payments (discount_code_id) where discount_code_id is not null;

-- Takes a use of a code. The row's lock lets the orders of one code follow one another, and each counts after the one before
-- it was committed. An order that ends unpaid gives its use back by its status alone, and has it again if it is paid late.
create function take_discount_use() returns trigger language plpgsql as $$
declare
  the_code discount_codes;
begin
  select * into the_code from discount_codes where id = new.discount_code_id for no key update;
  if the_code.paused_at is not null then
    raise exception 'the code % is paused', the_code.id using errcode = 'check_violation', constraint = 'discount_paused';
  end if;
  if the_code.uses_max is not null and the_code.uses_max <= (
    select count(*) from (
      select from payments
      where discount_code_id = the_code.id and status not in ('expired', 'invalid')
        and (status <> 'refunded' or delivered_at is not null)
      limit the_code.uses_max
    ) uses
  ) then
    raise exception 'the code % is used up', the_code.id using errcode = 'check_violation', constraint = 'discount_uses';
  end if;
  if the_code.uses_per_mailbox is not null and (new.discount_mailbox is null or the_code.uses_per_mailbox <= (
    select count(*) from payments
    where discount_code_id = the_code.id and discount_mailbox = new.discount_mailbox
      and status not in ('expired', 'invalid') and (status <> 'refunded' or delivered_at is not null)
  )) then
    raise exception 'the code % is used up by this mailbox', the_code.id
      using errcode = 'check_violation', constraint = 'discount_uses_per_mailbox';
  end if;
  return new;
end $$;
create trigger take_discount_use before insert on payments
  for each row when (new.discount_code_id is not null) execute function take_discount_use();

create function keep_discount() returns trigger language plpgsql as $$
begin
  raise exception 'the discount of order % cannot change', old.id using errcode = 'restrict_violation';
end $$;
create trigger keep_discount before update of discount_code_id, discount_cents on payments for each row
  when ((old.discount_code_id, old.discount_cents) is distinct from (new.discount_code_id, new.discount_cents))
  execute function keep_discount();

-- Sales and waiting orders are counted at what they cost.
create or replace function count_order(p payments, sign integer) returns void language plpgsql as $$
begin
  insert into order_counts values
    ((p.created_at at time zone 'UTC')::date, p.status, p.edition, p.crypto_network, p.language, sign);
  if p.confirmed_at is not null and p.status in ('confirmed', 'refunded') then
    insert into sale_counts values
      ((p.confirmed_at at time zone 'UTC')::date, p.edition, p.crypto_network, p.language, sign,
        sign * p.quantity, sign * p.price_usd_cents::bigint);
    insert into confirm_counts values
      ((p.confirmed_at at time zone 'UTC')::date, confirm_step(p.confirmed_at - p.created_at), sign);
  end if;
end $$;

create or replace function count_waiting_order() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'confirmed' and old.delivered_at is null then
    insert into waiting_counts values (old.edition, old.awaiting_keys_since is not null, -1, -old.quantity,
      -old.price_usd_cents::bigint);
  end if;
  if tg_op <> 'DELETE' and new.status = 'confirmed' and new.delivered_at is null then
    insert into waiting_counts values (new.edition, new.awaiting_keys_since is not null, 1, new.quantity,
      new.price_usd_cents::bigint);
  end if;
  return null;
end $$;
