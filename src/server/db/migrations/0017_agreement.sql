-- Two nodes are asked about every order, and what is handed out on the word of one is limited.

alter table payments
  -- since when the order is covered and deep enough, and only the agreement of two nodes is missing
  add column unagreed_since timestamptz,
  -- since when the order waits because the limit for a single node is reached
  add column limited_since timestamptz,
  -- its keys were handed out although two nodes had not agreed about its money and nobody accepted it by hand
  add column is_on_one_node boolean not null default false;

create index payments_on_one_node on payments (delivered_at) where is_on_one_node;
create index payments_held_back on payments (id) where limited_since is not null or unagreed_since is not null;
