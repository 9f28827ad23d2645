-- Which process has a role. The leader renews its lease; each new leader gets the next epoch, and what a process writes
-- under an older epoch is rolled back.
create table leases (
  role text primary key,
  epoch integer not null check (epoch > 0),
  beat_at timestamptz not null
);
