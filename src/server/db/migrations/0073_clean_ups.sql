-- What is cleaned up again and again, once among all processes: the leader does what is due. A name without a row is due.
create table clean_ups (
  name text primary key,
  -- when it is done next; while one is done, when another process may begin it
  due_at timestamptz not null,
  -- how often it was begun since it last succeeded
  attempts int not null check (attempts >= 0)
);

-- pg-boss did this before. A process of an earlier release that still runs beside this one needs its tables.
do $$
begin
  if exists (select from pg_namespace where nspname = 'pgboss' and pg_has_role(nspowner, 'usage'))
    and not exists (
      select from pg_stat_activity where datname = current_database() and application_name = 'keyhold jobs'
    )
  then
    drop schema pgboss cascade;
  end if;
end $$;
