-- A rare flag is found by an index of the flags, where the list of all flagged orders would be read to its end.
create index payments_by_flag on payments using gin (flags) where flags <> '{}';
