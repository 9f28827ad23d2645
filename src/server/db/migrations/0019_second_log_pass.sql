-- The last block whose token logs were read a second time; null until the first pass.
alter table cursors add column rechecked_height integer;

-- −2: a token's balance, which must not have the key of the coin's balance (−1) that is read at the same block
alter table transfers
  drop constraint transfers_output_index_check,
  add constraint transfers_output_index_check check (output_index >= -2);
