-- Backups that were written, and restores that were tried in a scratch database: what staff are shown, and what is due.
create table backup_runs (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('backup', 'restore_check')),
  -- a daily one by the leader, or a command
  is_scheduled boolean not null,
  started_at timestamptz not null,
  finished_at timestamptz not null check (finished_at >= started_at),
  -- the file's name, without its folder
  file text not null,
  bytes bigint check (bytes >= 0),
  -- a word, such as ENOSPC; null: it succeeded
  failure text check (failure <> '')
);
create index backup_runs_newest on backup_runs (kind, finished_at desc);

-- The release that applied a migration, so that an older one can name the one that is needed.
alter table migrations add column release text;
