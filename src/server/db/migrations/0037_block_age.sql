-- Whether the shop had passed a transfer's block when its order was made. "older": the block's time says so too; it is what
-- an earlier owner of the address received. "doubtful": it does not, so a person decides.
alter table transfers
  add column block_age text not null default 'newer' check (block_age in ('newer', 'older', 'doubtful'));
