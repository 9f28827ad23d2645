-- The addresses of a block are looked up as nodes write them. Where the case of an address is only its checksum, computing it for
-- each of them cost more than reading the block.
create index payments_address_in_lower_case on payments (lower(payment_address)) where wallet = 'evm';
create index skipped_addresses_in_lower_case on skipped_addresses (lower(address)) where wallet = 'evm';
