-- exclusive: the earlier release would mail links without a secret
-- The second secret of an order is derived from the installation's secret; the database keeps a hash of the one in its
-- mails so far, and mails keep neither it nor, once sent, the keys.
alter table payments disable trigger user;
alter table payments add column order_secret_hash bytea, add column check_code text;
update payments set
  order_secret_hash = sha256(convert_to(order_secret, 'UTF8')),
  -- on the invoice; it belongs to the file that a buyer may have
  check_code = upper(left(encode(sha256(convert_to('invoice ' || id || ' ' || order_secret, 'UTF8')), 'hex'), 20));
alter table payments alter column order_secret_hash set not null, alter column check_code set not null,
  add constraint payments_secret_is_hashed check (length(order_secret_hash) = 32),
  drop column order_secret;
alter table payments enable trigger user;

update mails set facts = case when sent_at is null then facts - 'orderSecret' else facts - 'orderSecret' - 'keys' end
  where facts ? 'orderSecret' or facts ? 'keys';
alter table mails add constraint mails_sent_without_keys check (sent_at is null or not facts ? 'keys');
