-- Who is told once when an edition that was sold out can be ordered again. An entry ends with its mail.
create table waiting_list (
  id uuid primary key,
  edition text not null references editions (id),
  email text not null check (email <> ''),
  language text not null,
  -- SHA-256 of what its links contain, which is derived from the id
  token_hash bytea not null unique,
  -- when the confirmation was last asked for
  asked_at timestamptz not null,
  -- when the mailbox's owner confirmed; without it, nobody is told, and the entry is deleted
  confirmed_at timestamptz
);
create unique index waiting_list_mailboxes on waiting_list (edition, lower(email));
create index waiting_list_by_email on waiting_list (lower(email));
create index waiting_list_confirmed on waiting_list (edition, confirmed_at, id) where confirmed_at is not null;
create index waiting_list_unconfirmed on waiting_list (asked_at) where confirmed_at is null;

-- How many entries of an edition were told together, so that a few copies are not announced to thousands.
create table waiting_list_rounds (
  edition text not null references editions (id),
  told_at timestamptz not null,
  told integer not null check (told > 0)
);
create index waiting_list_rounds_by_time on waiting_list_rounds (edition, told_at);
