-- An order is updated at every block until it is final, and nothing that is indexed changes then. With room on its page such an
-- update leaves the table's indexes alone; without it each one writes to them all. Pages that exist are not rewritten.
alter table payments set (fillfactor = 60);
