-- Messages to a studio's own systems. A trigger writes them in the transaction of their event, so that no caller can forget.
create table webhook_endpoints (
  id uuid primary key default gen_random_uuid(),
  -- null: the one of KEYHOLD_WEBHOOK_URL, which is not stored
  url text check (length(url) between 1 and 1000),
  label text not null default '' check (length(label) <= 100),
  events text[] not null,
  -- whether bodies have the buyer's e-mail address
  has_email boolean not null default false,
  -- false: nothing is written for it. An endpoint of settings that are gone
  is_active boolean not null default true,
  -- what is written meanwhile is sent later
  paused_at timestamptz,
  -- the secret is derived from the installation's, the id and this
  secret_version integer not null default 1 check (secret_version > 0),
  -- the previous secret signs as well for a day
  secret_rotated_at timestamptz,
  -- failures since the last success: the endpoint is left alone until then
  failures integer not null default 0 check (failures >= 0),
  retry_at timestamptz not null default 'epoch',
  created_at timestamptz not null
);
create unique index webhook_endpoints_of_settings on webhook_endpoints ((url is null)) where url is null;

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  -- the order in which they are sent first
  sequence bigint generated always as identity,
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  event text not null,
  -- never a key, an e-mail address or a secret
  data jsonb not null,
  payment_id uuid,
  happened_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default 'epoch',
  give_up_at timestamptz not null,
  delivered_at timestamptz,
  given_up_at timestamptz,
  -- a status of HTTP, or a word such as timeout
  last_answer text
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at)
  where delivered_at is null and given_up_at is null;
create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, happened_at desc);
create index webhook_deliveries_old on webhook_deliveries (happened_at);

create function queue_webhooks(event_name text, event_data jsonb, payment uuid, at timestamptz) returns void
language plpgsql as $$
begin
  insert into webhook_deliveries (endpoint_id, event, data, payment_id, happened_at, give_up_at)
  select e.id, event_name, event_data, payment, at, at + interval '24 hours'
  from webhook_endpoints e where e.is_active and event_name = any (e.events);
  if found then perform pg_notify('keyhold', 'webhooks'); end if;
end $$;

create function queue_order_webhooks() returns trigger language plpgsql as $$
declare
  event_name text;
  p payments;
begin
  event_name := case new.kind
    when 'created' then 'order.created'
    when 'delivered' then 'order.delivered'
    when 'refund_asked' then 'order.refund_requested'
    when 'refund_verified' then 'order.refunded'
    when 'status' then case new.facts ->> 'to'
      when 'confirmed' then 'order.confirmed'
      when 'review' then 'order.review'
    end
  end;
  if event_name is null or not exists (select from webhook_endpoints where is_active) then return null; end if;
  select * into p from payments where id = new.payment_id;
  perform queue_webhooks(
    event_name,
    jsonb_build_object(
      'orderId', p.id, 'status', p.status, 'flags', p.flags, 'edition', p.edition, 'quantity', p.quantity,
      'priceUsdCents', p.price_usd_cents, 'network', p.crypto_network, 'language', p.language,
      'createdAt', p.created_at, 'confirmedAt', p.confirmed_at, 'deliveredAt', p.delivered_at)
      || case when new.facts ? 'refundId' then
           jsonb_build_object('refundId', new.facts -> 'refundId', 'refundedCopies', new.facts -> 'quantity')
         else '{}' end,
    p.id, new.at);
  return null;
end $$;
create trigger webhooks_of_orders after insert on payment_events
  for each row execute function queue_order_webhooks();

create function queue_alert_webhooks() returns trigger language plpgsql as $$
begin
  perform queue_webhooks(
    case when new.closed_at is null
      then case new.kind when 'stock-low' then 'stock.low' else 'alert.raised' end
      else case new.kind when 'stock-low' then 'stock.restored' else 'alert.closed' end
    end,
    jsonb_build_object(
      'alertId', new.id, 'kind', new.kind, 'subject', new.subject, 'facts', new.facts,
      'raisedAt', new.raised_at, 'closedAt', new.closed_at, 'isClosedByStaff', new.is_closed_by_staff),
    null, coalesce(new.closed_at, new.raised_at));
  return null;
end $$;
create trigger webhooks_of_raised_alerts after insert on alerts
  for each row execute function queue_alert_webhooks();
create trigger webhooks_of_closed_alerts after update of closed_at on alerts
  for each row when (old.closed_at is null and new.closed_at is not null) execute function queue_alert_webhooks();
