-- What a studio tells the buyers of editions: a release, a delay, a cancellation. Sent once to every order.
create table bulletins (
  -- made by the page that writes it: saved twice, it is one
  id uuid primary key,
  kind text not null check (kind in ('release', 'delay', 'cancellation')),
  editions text[] not null check (cardinality(editions) > 0),
  -- by language: {"subject", "body"}; English stands in for languages that have none
  texts jsonb not null check (texts ? 'en'),
  created_at timestamptz not null,
  -- set in the transaction that lists its orders
  started_at timestamptz,
  started_by uuid references users (id),
  -- staff stopped it; what is queued by then is sent
  stopped_at timestamptz,
  -- every order of its list was dealt with
  completed_at timestamptz,
  check ((started_at is null) = (started_by is null)),
  check (started_at is not null or (stopped_at is null and completed_at is null))
);
create index bulletins_under_way on bulletins (started_at)
  where started_at is not null and completed_at is null and stopped_at is null;

-- what buyers have read stays as it was written
create function keep_started_bulletin() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.id, new.kind, new.editions, new.texts, new.started_at, new.started_by)
      is distinct from (old.id, old.kind, old.editions, old.texts, old.started_at, old.started_by) then
    raise exception 'bulletin % was sent and cannot change', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_started_bulletin before update or delete on bulletins
  for each row when (old.started_at is not null) execute function keep_started_bulletin();

-- The orders a bulletin goes to: each at most once.
create table bulletin_orders (
  bulletin_id uuid not null references bulletins (id),
  payment_id uuid not null references payments (id),
  -- left out: refunded or erased since the list was made
  mail text check (mail in ('queued', 'left-out')),
  -- of a cancellation, after the mail
  refund text check (refund in ('requested', 'already', 'refused')),
  -- why it was refused: a code of the refunds
  refusal text,
  done_at timestamptz,
  primary key (bulletin_id, payment_id),
  check (mail is not null or done_at is null),
  check (refund is null or mail = 'queued'),
  check ((refusal is not null) = (refund is not null and refund = 'refused'))
);
create index bulletin_orders_of on bulletin_orders (payment_id);
create index bulletin_orders_open on bulletin_orders (bulletin_id, payment_id) where done_at is null;
