-- A refund of copies that were invoiced corrects the invoice, and has a number of its own, without a gap within a year.
create table correction_years (
  year integer primary key,
  last_number integer not null check (last_number > 0)
);
-- apart from the refund, since a verified one cannot change
create table corrections (
  refund_id uuid primary key references refunds (id) on delete cascade,
  -- the UTC year of verified_at
  year integer not null,
  number integer not null check (number > 0),
  constraint corrections_once unique (year, number)
);

-- refunds that were paid before corrections had numbers
insert into corrections (refund_id, year, number)
  select r.id, extract(year from r.verified_at at time zone 'utc')::integer,
    row_number() over (partition by extract(year from r.verified_at at time zone 'utc') order by r.verified_at, r.id)
  from refunds r join payments p on p.id = r.payment_id
  where r.verified_at is not null and r.quantity > 0 and p.invoice_number is not null;
insert into correction_years (year, last_number) select year, max(number) from corrections group by year;

-- as for invoices: the year's row is locked until the commit, so that a refund that is rolled back leaves no gap
create function number_correction() returns trigger language plpgsql as $$
declare
  the_year integer := extract(year from new.verified_at at time zone 'utc');
  the_number integer;
begin
  -- money beside the price of copies, and an order without an invoice, correct nothing
  perform from refunds r join payments p on p.id = r.payment_id left join corrections c on c.refund_id = r.id
    where r.id = new.id and c.refund_id is null and r.verified_at is not null and r.quantity > 0
      and p.delivered_at is not null;
  if not found then
    return null;
  end if;
  insert into correction_years as y (year, last_number) values (the_year, 1)
    on conflict (year) do update set last_number = y.last_number + 1 returning last_number into the_number;
  insert into corrections (refund_id, year, number) values (new.id, the_year, the_number);
  return null;
end $$;
create constraint trigger number_correction after update of verified_at on refunds
  deferrable initially deferred for each row
  when (new.verified_at is not null and old.verified_at is null) execute function number_correction();

create function keep_correction() returns trigger language plpgsql as $$
begin
  raise exception 'the number of the correction by refund % cannot change', old.refund_id using errcode = 'restrict_violation';
end $$;
create trigger keep_correction before update on corrections for each row execute function keep_correction();
