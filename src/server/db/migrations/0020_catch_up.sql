-- While blocks that were missed are read: where that began, and the head it reads to.
alter table chain_states
  add column catch_up_from integer,
  add column catch_up_to integer,
  add check ((catch_up_from is null) = (catch_up_to is null));
