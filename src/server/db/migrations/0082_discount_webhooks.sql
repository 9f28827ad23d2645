-- Webhooks name the discount of an order.
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
      'priceUsdCents', p.price_usd_cents,
      'discountCode', (select code from discount_codes where id = p.discount_code_id),
      'discountCents', p.discount_cents,
      'network', p.crypto_network, 'language', p.language,
      'createdAt', p.created_at, 'confirmedAt', p.confirmed_at, 'deliveredAt', p.delivered_at)
      || case when new.facts ? 'refundId' then
           jsonb_build_object('refundId', new.facts -> 'refundId', 'refundedCopies', new.facts -> 'quantity')
         else '{}' end,
    p.id, new.at);
  return null;
end $$;
