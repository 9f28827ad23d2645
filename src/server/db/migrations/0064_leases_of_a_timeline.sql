-- A lease is of one timeline: a standby that is promoted may lack the newest lease, and give its number a second time.

create function current_timeline() returns integer
language sql stable as $$
  select ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int
$$;

-- null: of a release before this one; the next leader fills it
alter table leases add column timeline integer;

-- by a trigger, since a release before this one begins leases, too
create function set_timeline_of_lease() returns trigger
language plpgsql as $$
begin
  new.timeline := current_timeline();
  return new;
end
$$;
create trigger timeline_of_leases before insert or update of epoch on leases
  for each row execute function set_timeline_of_lease();

create or replace function enter_lease(wanted_role text, wanted_epoch integer) returns void
language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('keyhold lease ' || wanted_role), wanted_epoch);
  perform from leases where role = wanted_role and epoch = wanted_epoch
    and (timeline is null or timeline = current_timeline());
  if not found then
    raise exception 'the lease % of the role % has ended', wanted_epoch, wanted_role using errcode = 'KH001';
  end if;
end
$$;
