-- When a transfer arrived, as far as a watched mempool shows it.
alter table transfers
  -- the last complete list of the mempool without it, before seen_at; null: the chain has none, or it was not watched
  add column unseen_until timestamptz,
  -- outputs of the transaction that this row sums; 1 for all but a transaction that pays one address very often
  add column outputs integer not null default 1 check (outputs > 0);
alter table cursors
  -- when the reader last listed the whole mempool; null: it never did
  add column mempool_listed_at timestamptz;
