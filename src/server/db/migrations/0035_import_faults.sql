-- Why lines of a list of keys were not understood, until the list is added or a day has passed. Unlogged like the lines.
create unlogged table key_import_faults (
  import_id uuid not null references key_imports (id) on delete cascade,
  line_no integer not null,
  fault text not null check (fault in ('encoding', 'columns', 'edition-unknown', 'edition-missing', 'characters', 'length')),
  primary key (import_id, line_no)
);

-- Publishers' keys have many forms: without hyphens, with a space, redeem addresses. The reader of lists knows them.
alter table game_keys drop constraint if exists game_keys_game_key_check;
