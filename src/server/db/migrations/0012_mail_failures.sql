-- How the newest try to send a mail failed, for who looks after the shop: the mail itself was refused, the mail server
-- could not be used at all, or the mail could not be worded. Null before the first failure and once it is sent.
alter table mails add column failed_as text check (failed_as in ('refused', 'unreachable', 'unwritable'));
-- what the server answered, such as 450 or 550; null where it did not
alter table mails add column failed_reply integer check (failed_reply between 100 and 999);
