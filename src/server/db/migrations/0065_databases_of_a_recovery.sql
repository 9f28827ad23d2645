-- The ids of all states of the database that a recovery covers: that which was lost, and that which it was begun in.
alter table recoveries add column covered_database_ids uuid[] not null default '{}';
