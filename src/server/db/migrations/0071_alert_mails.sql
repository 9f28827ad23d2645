-- Alerts are mailed in the language of their receiver, and the begin and end of an event are one thread.
alter table users
  -- that in which the person last used the back office; null: not known
  add column language text references languages (id);
alter table mails
  -- the message_id of the mail it continues; null: it begins a thread
  add column in_reply_to text;
