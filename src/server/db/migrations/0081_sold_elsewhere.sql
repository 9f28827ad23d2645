-- Keys that sales made elsewhere took have left the stock like retired ones, and are counted and listed by themselves. An earlier
-- release that runs beside this one lists them as retired, and leaves them out of its counts.
create function key_status(status text, external_order_id uuid) returns text language sql immutable as $$
  select case when external_order_id is null then status else 'elsewhere' end
$$;

create or replace function count_keys() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into key_counts
      select game_edition, key_status(status, external_order_id), count(*) from new_keys group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into key_counts
      select game_edition, key_status(status, external_order_id), -count(*) from old_keys group by 1, 2;
  elsif tg_op = 'UPDATE' then
    insert into key_counts
      select game_edition, status, sum(n) from (
        select game_edition, key_status(status, external_order_id) as status, 1 as n from new_keys
        union all
        select game_edition, key_status(status, external_order_id), -1 from old_keys
      ) changed
      group by 1, 2 having sum(n) <> 0;
  else
    delete from key_counts;
  end if;
  return null;
end $$;

-- nothing is counted in the old way after this
lock table game_keys in share row exclusive mode;
insert into key_counts
  select game_edition, s.status, s.sign * count(*)
  from game_keys, (values ('elsewhere', 1), ('retired', -1)) as s (status, sign)
  where external_order_id is not null group by game_edition, s.status, s.sign;

create index keys_listed_elsewhere on game_keys (created_at desc, id) where external_order_id is not null;
create index keys_listed_elsewhere_by_edition on game_keys (game_edition, created_at desc, id)
  where external_order_id is not null;
create index keys_listed_retired on game_keys (created_at desc, id)
  where status = 'retired' and external_order_id is null;
create index keys_listed_retired_by_edition on game_keys (game_edition, created_at desc, id)
  where status = 'retired' and external_order_id is null;

-- the list of such sales has a filter by state and a search
create index external_orders_refunded on external_orders (created_at desc, id desc) where refunded_at is not null;
create index external_orders_by_reference on external_orders (lower(reference) text_pattern_ops);
