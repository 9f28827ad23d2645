-- Pages of an edition that sells only what it has say when it is sold out: whatever adds, hands out, holds, frees or
-- removes keys is announced once it commits. One transaction announces once, however many keys it moves.
create function announce_stock() returns trigger language plpgsql as $$
begin
  perform pg_notify('keyhold', 'stock');
  return null;
end $$;
create trigger announce_stock after insert or update or delete on game_keys
  for each statement execute function announce_stock();
