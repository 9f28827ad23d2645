-- One message when an event is over, and a hold-down for causes that come and go.
alter table alerts
  -- when the mail that it is over was queued
  add column over_mailed_at timestamptz,
  -- closed by a person, who needs no mail that it is over
  add column is_closed_by_staff boolean not null default false;

-- nobody is told now of what was over before
update alerts set over_mailed_at = closed_at where closed_at is not null;

create index alerts_to_mail_over on alerts (closed_at)
  where closed_at is not null and mailed_at is not null and over_mailed_at is null and not is_closed_by_staff;

-- Causes of alerts as they are seen, kept across restarts: an alert is raised when its cause has lasted, and closed when it
-- has been gone for a while.
create table alert_signals (
  kind text not null check (kind ~ '^[a-z][a-z0-9-]{0,39}$'),
  subject text not null check (length(subject) between 1 and 100),
  since timestamptz not null,
  gone_since timestamptz,
  -- staff were told; a person may have closed the alert since
  is_raised boolean not null default false,
  primary key (kind, subject)
);
