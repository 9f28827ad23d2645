-- What a refund owes in the coin itself is money that came: in a block and not lost, and not owed by another refund that a
-- payout was recorded for. The code asks for settled money, which is stricter; this holds whatever the code does.
create function bound_refunded_rest() returns trigger language plpgsql as $$
declare
  came numeric;
  paid numeric;
begin
  if new.rest_atoms = 0 or new.status = 'withdrawn' then return null; end if;
  perform from payments where id = new.payment_id for no key update;
  select coalesce(sum(atoms), 0) into came from transfers
    where payment_id = new.payment_id and chain = new.chain and asset = new.asset
      and lost_at is null and block_height is not null;
  select coalesce(sum(rest_atoms), 0) into paid from refunds
    where payment_id = new.payment_id and chain = new.chain and asset = new.asset and id <> new.id
      and status in ('recorded', 'mismatch', 'verified');
  if new.rest_atoms + paid > came then
    raise exception 'order %: % atoms to refund, % refunded, % came', new.payment_id, new.rest_atoms, paid, came
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger bound_refunded_rest after insert or update of rest_atoms on refunds
  for each row execute function bound_refunded_rest();
