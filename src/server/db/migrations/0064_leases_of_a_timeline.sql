-- A standby that is promoted may lack the newest lease, and would give its number a second time: to another process, while the
-- first one, frozen, still believes in it. The numbers of leases therefore begin with the timeline.

create function current_timeline() returns integer
language sql stable as $$
  select ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int
$$;

-- by a trigger, since a release before this one begins leases, too: timeline less one (11 bits) || number (20 bits)
create function begin_lease_on_timeline() returns trigger
language plpgsql as $$
begin
  new.epoch := greatest(new.epoch, ((current_timeline() - 1) & 2047) << 20 | 1);
  return new;
end
$$;
create trigger leases_of_a_timeline before insert or update of epoch on leases
  for each row execute function begin_lease_on_timeline();
