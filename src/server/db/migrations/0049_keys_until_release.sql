-- Keys of an edition may be held until its release: paid orders wait, and are handed their keys once staff release them.
alter table editions
  -- null: keys leave as soon as an order is confirmed
  add column keys_held_since timestamptz,
  -- the last release, and how many orders waited for it then
  add column keys_released_at timestamptz,
  add column keys_released_orders integer,
  add constraint editions_release_counted check ((keys_released_at is null) = (keys_released_orders is null));

alter table payments
  -- confirmed while the keys of its edition are held; never beside awaiting_keys_since, which means out of stock
  add column awaiting_release_since timestamptz;
create index payments_awaiting_release on payments (edition, confirmed_at)
  where awaiting_release_since is not null and delivered_at is null;

-- The row lock makes a switch wait for the hand-outs under way: once it has returned, no key leaves.
create function refuse_held_delivery() returns trigger language plpgsql as $$
declare
  held_since timestamptz;
begin
  select keys_held_since into held_since from editions where id = new.edition for share;
  if held_since is not null then
    raise exception 'the keys of edition % are held until release', new.edition using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger refuse_held_delivery before update of delivered_at on payments
  for each row when (old.delivered_at is null and new.delivered_at is not null) execute function refuse_held_delivery();
