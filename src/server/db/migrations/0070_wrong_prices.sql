-- A wrong price that was published: an announcement to those who ordered at it and have no keys yet, with their refunds.
alter table bulletins
  -- {"from", "to", "rightCents"}
  add column prices jsonb,
  drop constraint bulletins_kind_check,
  add constraint bulletins_kind_check check (kind in ('release', 'delay', 'cancellation', 'wrong-price')),
  add constraint bulletins_wrong_price_has_prices check ((kind = 'wrong-price') = (prices is not null));

create or replace function keep_started_bulletin() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (new.id, new.kind, new.editions, new.texts, new.prices, new.started_at, new.started_by)
      is distinct from (old.id, old.kind, old.editions, old.texts, old.prices, old.started_at, old.started_by) then
    raise exception 'bulletin % was sent and cannot change', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
