-- The nodes of a chain that contradict what is configured, by their position: 'ethereum node 2'. They are not read.
alter table chain_states add column left_out text[] not null default '{}';
