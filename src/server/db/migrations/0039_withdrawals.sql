-- Statements of withdrawal from a contract (Art. 11a of Directive 2011/83/EU), kept as they were made.
create table withdrawals (
  -- made by the page that asks for confirmation: the same statement sent twice is stored once
  id uuid primary key,
  submitted_at timestamptz not null,
  -- null if the invoice id and the e-mail address do not belong together
  payment_id uuid references payments (id),
  invoice_id uuid not null,
  -- null once personal data are erased
  name text,
  email text,
  -- null: the whole order
  copies integer check (copies > 0),
  language text not null,
  time_zone text not null,
  outcome text not null check (outcome in ('closed', 'refund', 'later', 'already', 'staff')),
  check (payment_id is not null or outcome = 'staff')
);
create index withdrawals_of_payment on withdrawals (payment_id) where payment_id is not null;

-- When the buyer withdrew before the order was confirmed: it gets no keys, and money that arrives goes back.
alter table payments
  add column withdrawn_at timestamptz,
  add constraint withdrawn_gets_no_keys check (withdrawn_at is null or delivered_at is null);
create index payments_withdrawn on payments (id) where withdrawn_at is not null and refunded_at is null;
