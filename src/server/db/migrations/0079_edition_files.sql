-- Editions can contain files. The link of an order is derived from the installation's secret and the number of the link, so
-- that no secret is stored; an order without a row has its first link.
create table file_links (
  payment_id uuid primary key references payments (id) on delete cascade,
  -- a link that staff replaced is never valid again
  number integer not null default 1 check (number > 0),
  -- null: the link works
  revoked_at timestamptz
);

-- Downloads that began with the first byte, by the link they came from.
create table file_downloads (
  payment_id uuid not null references payments (id) on delete cascade,
  link_number integer not null check (link_number > 0),
  file text not null check (file ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  started integer not null check (started > 0),
  last_at timestamptz not null,
  primary key (payment_id, link_number, file)
);
