-- What a transaction of the leader passes first, in one statement. The function is volatile: its second query sees what was
-- committed before the lock was granted.
create function enter_lease(wanted_role text, wanted_epoch integer) returns void
language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('keyhold lease ' || wanted_role), wanted_epoch);
  perform from leases where role = wanted_role and epoch = wanted_epoch;
  if not found then
    raise exception 'the lease % of the role % has ended', wanted_epoch, wanted_role using errcode = 'KH001';
  end if;
end
$$;
