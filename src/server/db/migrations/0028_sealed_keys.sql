-- exclusive: the earlier release reads and writes keys as text
-- Game keys are encrypted with a key derived from the installation's secret. SQL has no secret, so the text of existing keys
-- moves to a table of its own, which the next start empties in batches before the shop takes orders.

-- Secrets that keys are sealed with, by id. A lost one is not among those that the serving process was given.
create table key_secrets (
  id text primary key check (id ~ '^[0-9a-f]{16}$'),
  is_lost boolean not null default false
);
-- What keys are searched with, sealed with the current secret; null: derived from the current secret itself
alter table installation add column sealed_lookup_key bytea;

create table plain_keys (
  id uuid primary key references game_keys (id) on delete cascade,
  game_key text not null
);
insert into plain_keys select id, game_key from game_keys;
-- rows only leave it
alter table plain_keys add constraint plain_keys_take_no_more check (false) not valid;

drop index keys_by_last_group;
alter table game_keys
  drop column game_key,
  -- version (1) || nonce (12) || ciphertext || tag (16), bound to the row's id and edition
  add column sealed_key bytea,
  add column sealed_with text references key_secrets (id),
  -- HMACs of the whole key and of its last group
  add column key_hash bytea,
  add column last_group_hash bytea,
  -- of keys whose text is in plain_keys; no other key may lack what is sealed
  add column awaits_sealing boolean not null default true,
  add constraint keys_are_sealed check (
    num_nonnulls(sealed_key, sealed_with, key_hash, last_group_hash) = case when awaits_sealing then 0 else 4 end
  ),
  add constraint keys_have_sizes check (length(sealed_key) > 29 and length(key_hash) = 16 and length(last_group_hash) = 16),
  add constraint keys_once unique (key_hash);
alter table game_keys alter column awaits_sealing set default false;
create index keys_by_last_group on game_keys (last_group_hash);
-- whether unsold keys of an edition are sealed with a secret that is lost
create index keys_unsold_by_secret on game_keys (sealed_with, game_edition) where payment_id is null and retired_at is null;

create or replace function keep_handed_keys() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.payment_id is not null then
      raise exception 'key % is handed out and cannot be deleted', old.id using errcode = 'restrict_violation';
    end if;
    if old.held_for is not null and old.held_until > now() then
      raise exception 'key % is held for an order and cannot be deleted', old.id using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  -- sealing changes nothing that is sealed
  if old.key_hash is not null and (new.key_hash, new.last_group_hash) is distinct from (old.key_hash, old.last_group_hash)
    or old.payment_id is not null and
      (new.payment_id, new.line_no, new.quantity, new.handed_at, new.game_edition)
        is distinct from (old.payment_id, old.line_no, old.quantity, old.handed_at, old.game_edition) then
    raise exception 'key % is handed out and cannot change', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- imports that were not committed hold keys as text
truncate key_import_lines;
delete from key_imports where status <> 'done';
alter table key_import_lines
  drop column game_key,
  -- the id that the key has in game_keys once it is committed
  add column key_id uuid,
  add column sealed_key bytea,
  add column sealed_with text references key_secrets (id),
  -- null: the line was not understood
  add column key_hash bytea,
  add column last_group_hash bytea,
  add constraint key_import_lines_are_whole check (
    num_nonnulls(key_id, sealed_key, sealed_with, key_hash, last_group_hash, game_edition) in (0, 6)
  );

-- a mail that waits reads the keys of its order when it is sent
alter table mails drop constraint mails_sent_without_keys;
update mails set facts = facts - 'keys' where facts ? 'keys';
alter table mails add constraint mails_without_keys check (not facts ? 'keys');
