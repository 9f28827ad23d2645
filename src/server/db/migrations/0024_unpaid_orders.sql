-- The network of an IPv6 client, hashed: one subscriber may have 65,536 of the networks that client_hash names.
alter table payments add column network_hash text;

-- Orders never paid are counted by client and by network.
create index payments_unpaid_of_client on payments (client_hash, created_at)
  where status in ('pending', 'expired') and client_hash is not null;
create index payments_unpaid_of_network on payments (network_hash, created_at)
  where status in ('pending', 'expired') and network_hash is not null;
