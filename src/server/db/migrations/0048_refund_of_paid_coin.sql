-- What the copies of a refund were paid with, in atoms of its coin, as it was when the refund was quoted: within the legal
-- withdrawal period at least this is owed. Null outside the period, and where no copies are given back.
alter table refunds
  add column paid_atoms numeric(78, 0) check (paid_atoms >= 0),
  add constraint refunds_quote_covers_paid_coin
    check (owed_atoms is null or paid_atoms is null or owed_atoms >= paid_atoms + rest_atoms);
