-- What the process that reads a chain reports about it, for /health and the check of the settings.
create table chain_states (
  chain text primary key references chains (id),
  -- the reads that nodes refuse and that settling does not need; orders that depend on them stay open
  refused_read text,
  refused_since timestamptz,
  check ((refused_read is null) = (refused_since is null))
);
