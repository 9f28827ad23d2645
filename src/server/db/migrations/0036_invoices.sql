-- Invoices are numbered without a gap within a year, in the order in which deliveries are committed.
create table invoice_years (
  year integer primary key,
  last_number integer not null check (last_number > 0)
);
alter table payments
  -- of the UTC year of delivered_at; set once, at the end of the transaction that delivers
  add column invoice_year integer,
  add column invoice_number integer check (invoice_number > 0),
  add constraint payments_invoice_is_whole check ((invoice_year is null) = (invoice_number is null)),
  add constraint payments_invoice_once unique (invoice_year, invoice_number);

-- orders that were delivered before invoices had numbers
with numbered as (
  select id, extract(year from delivered_at at time zone 'utc')::integer as year,
    row_number() over (partition by extract(year from delivered_at at time zone 'utc') order by delivered_at, id) as number
  from payments where delivered_at is not null
)
update payments p set invoice_year = n.year, invoice_number = n.number from numbered n where n.id = p.id;
insert into invoice_years (year, last_number)
  select invoice_year, max(invoice_number) from payments where invoice_year is not null group by invoice_year;

-- The year's row is locked until the commit: a delivery that is rolled back leaves no gap. Deferred to the end of the
-- transaction, so that deliveries wait for one another as briefly as possible.
create function number_invoice() returns trigger language plpgsql as $$
declare
  the_year integer := extract(year from new.delivered_at at time zone 'utc');
  the_number integer;
begin
  perform from payments where id = new.id and invoice_number is null and delivered_at is not null;
  if not found then
    return null;
  end if;
  insert into invoice_years as y (year, last_number) values (the_year, 1)
    on conflict (year) do update set last_number = y.last_number + 1 returning last_number into the_number;
  update payments set invoice_year = the_year, invoice_number = the_number where id = new.id;
  return null;
end $$;
create constraint trigger number_invoice after update of delivered_at on payments
  deferrable initially deferred for each row
  when (new.delivered_at is not null and old.delivered_at is null) execute function number_invoice();

create function keep_invoice_number() returns trigger language plpgsql as $$
begin
  raise exception 'the invoice number of order % cannot change', old.id using errcode = 'restrict_violation';
end $$;
create trigger keep_invoice_number before update of invoice_year, invoice_number on payments for each row
  when (old.invoice_number is not null
    and (new.invoice_year, new.invoice_number) is distinct from (old.invoice_year, old.invoice_number))
  execute function keep_invoice_number();

-- Where a buyer lives, as evidence for VAT. Only where the shop asks; the buyer may leave it out.
create table vat_evidence (
  payment_id uuid primary key references payments (id) on delete cascade,
  declared_country text not null check (declared_country ~ '^[A-Z]{2}$'),
  declared_at timestamptz not null,
  -- of the network the declaration came from, as the reverse proxy reports it; null: unknown
  network_country text check (network_country ~ '^[A-Z]{2}$')
);
