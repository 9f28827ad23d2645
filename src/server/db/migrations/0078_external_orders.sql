-- Sales made elsewhere, such as in the checkout of another shop: their money never comes here, their keys come from the stock.
create table external_orders (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null,
  token_id uuid references api_tokens (id) on delete set null,
  idempotency_key text not null,
  request_hash text not null,
  -- the number that the sale has where it was made; one delivery of an edition for each
  reference text not null check (length(reference) between 1 and 100),
  user_email text,
  language text not null,
  edition text not null references editions (id),
  quantity integer not null check (quantity between 1 and 100),
  -- null: its keys are taken from the stock, and wait for the release of their edition
  delivered_at timestamptz,
  refunded_at timestamptz,
  erased_at timestamptz,
  -- numbered among the events of orders: a database that lacks one that the shop learned of has come back older
  event_id bigint not null default nextval(pg_get_serial_sequence('payment_events', 'id')),
  constraint external_orders_idempotency unique (idempotency_key),
  constraint external_orders_reference_once unique (reference, edition),
  constraint external_orders_personal check ((erased_at is null) = (user_email is not null)),
  constraint external_orders_for_keys unique (id, edition, quantity)
);
create index external_orders_listed on external_orders (created_at desc, id desc);
create index external_orders_by_event on external_orders (event_id);
create index external_orders_undelivered on external_orders (created_at, id)
  where delivered_at is null and refunded_at is null;
create index external_orders_email on external_orders (lower(user_email) text_pattern_ops);
create trigger refuse_held_delivery before update of delivered_at on external_orders
  for each row when (old.delivered_at is null and new.delivered_at is not null) execute function refuse_held_delivery();

-- A key of such a sale has left the stock like a retired one, also for the previous release. The order's own figures stand
-- here so that the foreign key can refuse a wrong hand-out.
alter table game_keys
  add column external_order_id uuid,
  add column external_line integer,
  add column external_quantity integer,
  add constraint keys_external_is_whole check (
    num_nonnulls(external_order_id, external_line, external_quantity) in (0, 3)
  ),
  add constraint keys_external_line_within_quantity check (external_line between 1 and external_quantity),
  add constraint keys_external_line_once unique (external_order_id, external_line),
  add constraint keys_external_left_the_stock check (
    external_order_id is null
    or (payment_id is null and held_for is null and retired_at is not null and quarantined_at is null)
  ),
  add constraint keys_of_an_external_order foreign key (external_order_id, game_edition, external_quantity)
    references external_orders (id, edition, quantity);

create function keep_external_keys() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'key % is handed out and cannot be deleted', old.id using errcode = 'restrict_violation';
  end if;
  if (new.external_order_id, new.external_line, new.game_edition)
      is distinct from (old.external_order_id, old.external_line, old.game_edition)
    and exists (select from external_orders o where o.id = old.external_order_id and o.delivered_at is not null) then
    raise exception 'key % is handed out and cannot change', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_external_keys_changed before update on game_keys
  for each row when (old.external_order_id is not null) execute function keep_external_keys();
create trigger keep_external_keys_deleted before delete on game_keys
  for each row when (old.external_order_id is not null) execute function keep_external_keys();

create function queue_external_webhooks() returns trigger language plpgsql as $$
declare
  event_name text;
begin
  if old.delivered_at is null and new.delivered_at is not null then
    event_name := 'external.delivered';
  elsif old.refunded_at is null and new.refunded_at is not null then
    event_name := 'external.refunded';
  end if;
  if event_name is null or not exists (select from webhook_endpoints where is_active) then return null; end if;
  perform queue_webhooks(
    event_name,
    jsonb_build_object('id', new.id, 'reference', new.reference, 'edition', new.edition, 'quantity', new.quantity),
    null,
    coalesce(new.refunded_at, new.delivered_at)
  );
  return null;
end $$;
create trigger webhooks_of_external_orders after update of delivered_at, refunded_at on external_orders
  for each row execute function queue_external_webhooks();
