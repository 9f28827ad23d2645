-- A search of keys by the start of an e-mail reads orders with keys only: before a release most orders have none.
create index payments_email_delivered on payments (lower(user_email) text_pattern_ops) where delivered_at is not null;
-- Orders with a flag and a status are counted from the index alone.
drop index payments_flagged;
create index payments_flagged on payments (created_at desc, id desc) include (status, flags) where flags <> '{}';
