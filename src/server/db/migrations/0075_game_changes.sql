-- What owners change of the game on sale, over its folder: prices, dates, questions, announcement, redeeming. A version
-- has everything that differs from the folder, and never changes; the newest one counts.
create table game_changes (
  version integer primary key,
  -- versions have no gap, and of two made from the same one only the first is stored
  based_on integer references game_changes (version),
  made_at timestamptz not null,
  made_by uuid not null references users (id),
  -- the version that it puts back; 0 is the folder alone
  restores integer,
  changes jsonb not null check (jsonb_typeof(changes) = 'object'),
  check (version = coalesce(based_on, 0) + 1),
  check (restores between 0 and version - 1)
);

create function keep_game_changes() returns trigger language plpgsql as $$
begin
  raise exception 'version % of the game cannot change', old.version using errcode = 'restrict_violation';
end $$;
create trigger keep_game_changes before update or delete on game_changes
  for each row execute function keep_game_changes();

-- What an owner has typed and not saved: a preview shows it.
create table game_drafts (
  user_id uuid primary key references users (id) on delete cascade,
  -- the version it was begun with
  based_on integer not null check (based_on >= 0),
  content jsonb not null,
  saved_at timestamptz not null
);
