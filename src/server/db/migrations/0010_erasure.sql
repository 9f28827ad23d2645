-- Personal data goes when it has served: what must be gone with it, and what finds it.

-- an order keeps its e-mail or the time it lost it (payments_personal); with the e-mail all else goes that tells who it was
alter table payments add constraint payments_erased_is_whole check (
  erased_at is null or num_nonnulls(wallet_address, idempotency_key, request_hash, client_hash) = 0
);
-- what the hourly erasure walks along; an order that is erased or paid leaves it
create index payments_to_erase on payments (created_at, id)
  where erased_at is null and status in ('pending', 'expired');

-- A mail keeps its reason and its times; whom it went to and what it said are erased. One not sent yet is deleted instead.
alter table mails add column erased_at timestamptz;
alter table mails add constraint mails_erased_is_whole check (
  erased_at is null or (recipient = '' and reply_to is null and facts = '{}'::jsonb and sent_at is not null)
);
create index mails_to_erase on mails (sent_at) where erased_at is null;
create index mails_by_payment on mails (payment_id) where payment_id is not null;

-- A refund that is proved is over and does not change, but for the words the buyer gave as a reason: those can be erased.
create function keep_verified_refund() returns trigger language plpgsql as $$
begin
  if old.status = 'verified' and (tg_op = 'DELETE' or new.reason <> '' or to_jsonb(new) - 'reason' <> to_jsonb(old) - 'reason') then
    raise exception 'a verified refund cannot change' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
drop trigger keep_verified_refunds on refunds;
create trigger keep_verified_refunds before update or delete on refunds
  for each row execute function keep_verified_refund();
