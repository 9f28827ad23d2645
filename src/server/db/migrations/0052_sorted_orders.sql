-- The list of orders is sorted by price, by the time of payment (the unpaid ones last) and by status, in both directions.
-- Every index ends with created_at and id in the direction of its first column, so that a page begins by one comparison of
-- rows. The one by status replaces payments_listed_by_status and serves its queries, too: each of them names one status.
create index payments_sorted_by_price on payments (price_usd_cents, created_at, id);
create index payments_sorted_by_payment on payments
  ((coalesce(confirmed_at, timestamptz '1970-01-01 00:00:00+00')), created_at, id);
create index payments_sorted_by_status on payments (status, created_at, id);
drop index payments_listed_by_status;
