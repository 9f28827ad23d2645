-- Events that staff must know about. One row for each event while it is open: a second report of it changes nothing.
create table alerts (
  id uuid primary key default gen_random_uuid(),
  -- a key of ALERT_KINDS; no list here, so that a new kind needs no migration
  kind text not null check (kind ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- what it is about: an order's id, a chain, or the shop
  subject text not null check (length(subject) between 1 and 100),
  -- never a key, an e-mail address or a secret
  facts jsonb not null default '{}',
  raised_at timestamptz not null,
  closed_at timestamptz,
  -- when its mail was queued; null: not yet, or no address is set
  mailed_at timestamptz
);
create unique index alerts_open on alerts (kind, subject) where closed_at is null;
create index alerts_to_mail on alerts (raised_at) where closed_at is null and mailed_at is null;
