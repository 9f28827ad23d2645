-- Listing, searching and counting a million keys.

-- what the back office filters by; a key that was handed out stays used, also when it came back
alter table game_keys add column status text not null generated always as (
  case when payment_id is not null then 'used' when retired_at is not null then 'retired' else 'available' end
) stored;

-- a list without a filter has keys_listed
create index keys_listed_by_edition on game_keys (game_edition, created_at desc, id);
create index keys_listed_by_status on game_keys (status, created_at desc, id);
create index keys_listed_by_both on game_keys (game_edition, status, created_at desc, id);
-- what a buyer reads out: the last group of a key
create index keys_by_last_group on game_keys (split_part(game_key, '-', -1));

-- How many keys there are, as the sum of changes: a counter that is updated would make every hand-out wait for the
-- others. Folded into one row each from time to time.
create table key_counts (
  edition text not null,
  status text not null,
  change bigint not null
);
insert into key_counts select game_edition, status, count(*) from game_keys group by 1, 2;

create function count_keys() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into key_counts select game_edition, status, count(*) from new_keys group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into key_counts select game_edition, status, -count(*) from old_keys group by 1, 2;
  elsif tg_op = 'UPDATE' then
    insert into key_counts
      select game_edition, status, sum(n) from (
        select game_edition, status, 1 as n from new_keys
        union all
        select game_edition, status, -1 from old_keys
      ) changed
      group by 1, 2 having sum(n) <> 0;
  else
    delete from key_counts;
  end if;
  return null;
end $$;
create trigger count_added_keys after insert on game_keys
  referencing new table as new_keys for each statement execute function count_keys();
create trigger count_removed_keys after delete on game_keys
  referencing old table as old_keys for each statement execute function count_keys();
create trigger count_changed_keys after update on game_keys
  referencing old table as old_keys new table as new_keys for each statement execute function count_keys();
create trigger count_no_keys after truncate on game_keys
  for each statement execute function count_keys();
