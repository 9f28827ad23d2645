-- An order with a refund asked for or paid gets no keys, whatever the code does. The trigger runs with the row locked and
-- reads anew, so a refund that was committed while the hand-out waited is seen.
create function refuse_hand_out_of_refunded() returns trigger language plpgsql as $$
begin
  if exists (select from refunds where payment_id = new.id and status <> 'withdrawn') then
    raise exception 'order % has a refund, it gets no keys', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger refuse_hand_out_of_refunded before update of delivered_at on payments
  for each row when (old.delivered_at is null and new.delivered_at is not null)
  execute function refuse_hand_out_of_refunded();
