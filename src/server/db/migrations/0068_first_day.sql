-- What owners have done of the list that a new shop begins with, beside what is read from the shop itself.
create table first_day (
  only_row boolean primary key default true check (only_row),
  mails_read_at timestamptz,
  -- the list is done, or an owner has closed it
  closed_at timestamptz
);
-- a shop that has sold is past its first day
insert into first_day (closed_at)
select case when exists (select from payments where confirmed_at is not null) then now() end;
