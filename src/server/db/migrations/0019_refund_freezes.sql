-- What the issuer of a refund's token last said about its address; null: nobody can freeze it, or it was not asked yet.
-- The number orders refunds that were requested at the same time: the older one owes the overpaid rest.
alter table refunds
  add column freeze_state text check (freeze_state in ('frozen', 'clear', 'unknown')),
  add column freeze_checked_at timestamptz,
  add column request_no bigint generated always as identity;
