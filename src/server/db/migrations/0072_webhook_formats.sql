-- Chats as receivers of webhooks. Their addresses contain what lets anyone post, so they are stored encrypted.
alter table webhook_endpoints
  add column format text not null default 'keyhold' check (format ~ '^[a-z]{1,20}$'),
  -- the whole address; `url` is then only its host
  add column sealed_url bytea;
