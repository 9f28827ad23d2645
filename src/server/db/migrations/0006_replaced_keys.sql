-- A sold key that does not work is retired, and another takes its place in the order.
alter table game_keys add column replaced_by uuid unique references game_keys (id);
alter table game_keys add constraint keys_replaced_is_retired check (
  replaced_by is null or (payment_id is not null and retired_at is not null)
);
-- a line of an order has one key that counts
alter table game_keys drop constraint keys_line_once;
create unique index keys_line_once on game_keys (payment_id, line_no) where replaced_by is null;
create index keys_of_order on game_keys (payment_id) where payment_id is not null;
