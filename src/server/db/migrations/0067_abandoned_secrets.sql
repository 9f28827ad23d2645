-- When a lost secret was given up with `secret abandon`: that its keys cannot be read is no fault any more.
alter table key_secrets add column abandoned_at timestamptz;
