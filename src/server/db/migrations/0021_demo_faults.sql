-- The demo's clock may be ahead, so that waiting can be tried out; it never goes back, not even by a restart.
create table demo_clock (
  is_only boolean primary key default true check (is_only),
  ahead_s bigint not null check (ahead_s >= 0)
);

-- Transfers that the first node of a simulated chain has made up: a second node does not know them.
alter table sim_transactions add column is_invented boolean not null default false;
