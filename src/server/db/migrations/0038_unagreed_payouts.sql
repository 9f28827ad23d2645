-- Since when only the nodes' agreement about a refund's transaction is missing; staff are told after a while.
alter table refund_transactions add column unagreed_since timestamptz;
