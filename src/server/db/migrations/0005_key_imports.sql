-- Key imports: read and judged first, written when a person says so.
create table key_imports (
  id uuid primary key default gen_random_uuid(),
  -- null: the command line
  actor_id uuid references users (id),
  created_at timestamptz not null,
  status text not null default 'reading' check (status in ('reading', 'checked', 'running', 'done')),
  lines integer not null default 0,
  good integer not null default 0,
  duplicates integer not null default 0,
  bad integer not null default 0,
  -- for the progress bar while it runs; how many it was at its end
  added integer not null default 0,
  finished_at timestamptz
);
create index key_imports_age on key_imports (created_at);

-- Its lines until they are written or a day has passed. Unlogged: a crash of the database asks for the file again.
create unlogged table key_import_lines (
  import_id uuid not null references key_imports (id) on delete cascade,
  line_no integer not null,
  -- null: not understood
  game_key text,
  game_edition text,
  is_duplicate boolean not null default false,
  primary key (import_id, line_no)
);
