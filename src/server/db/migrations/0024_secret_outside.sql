-- The installation's secret is kept outside the database, which remembers only which one it belongs to.
alter table installation alter column secret drop not null;
-- an HMAC of a constant, by which the secret is recognised
alter table installation add column secret_id text check (secret_id ~ '^[0-9a-f]{16}$');
alter table installation add constraint installation_has_a_secret check (num_nonnulls(secret, secret_id) = 1);
