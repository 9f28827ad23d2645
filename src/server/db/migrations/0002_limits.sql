-- How often a client has called, a row a limit and client. Unlogged: cheap to write, and a crash may forget it.
create unlogged table limits (
  key text primary key,
  used integer not null,
  resets_at timestamptz not null
);
create index limits_resets on limits (resets_at);
