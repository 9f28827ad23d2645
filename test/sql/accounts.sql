-- The statements of a module and their plans, written by npm run sql.

-- src/server/accounts/api-tokens.ts
insert into api_tokens (label, scopes, token_hash, created_by, created_at, expires_at)
values ($1, $2, $3, $4, $5, $6)
returning id;

-- src/server/accounts/api-tokens.ts
update api_tokens
set revoked_at = $1
where id = $2 and revoked_at is null;

-- src/server/accounts/api-tokens.ts findApiToken
select t.id, t.scopes, t.last_used_at
from api_tokens as t
inner join users as u on u.id = t.created_by
inner join user_roles as r on r.user_id = u.id
where t.token_hash = $1 and t.revoked_at is null and t.expires_at > $2 and u.disabled_at is null and r.role = $3;

-- src/server/accounts/api-tokens.ts findApiToken
update api_tokens
set last_used_at = $1
where id = $2;

-- src/server/accounts/api-tokens.ts listApiTokens
select t.id, t.label, t.scopes, u.email, t.created_at, t.expires_at, t.last_used_at, t.revoked_at, u.disabled_at,
  r.role
from api_tokens as t
inner join users as u on u.id = t.created_by
left join user_roles as r on r.user_id = u.id
order by t.created_at desc, t.id
limit 50;

-- src/server/accounts/auth-options.ts isDisabled
select disabled_at
from users
where id = $1;

-- src/server/accounts/check-passkey.ts
update user_passkeys
set last_used_at = $1
where credential_id = $2;

-- src/server/accounts/complete-sign-in.ts endPresentedSession
delete from user_sessions
where id = $1;

-- src/server/accounts/complete-sign-in.ts noteConfirmation
update user_sessions
set confirmed_at = $1
where id = $2;

-- src/server/accounts/complete-sign-in.ts startGrace
update users
set grace_session = $1
where id = $2 and grace_session is null;

-- src/server/accounts/create-account.ts
insert into user_roles (user_id, role, granted_at)
values ($1, $2, $3);

-- src/server/accounts/create-account.ts
insert into users (email, created_at, updated_at)
values ($1, $2, $3)
on conflict (email) do nothing
returning id;

-- src/server/accounts/find-actor.ts findActor
select u.id, u.email, u.two_factor_enabled, u.grace_session, u.language, r.role, s.id as session_id,
  s.expires_at, s.created_at, s.confirmed_at
from user_sessions as s
inner join users as u on u.id = s.user_id
left join user_roles as r on r.user_id = u.id
where s.token = $1 and s.expires_at > $2 and s.created_at > $3 and u.disabled_at is null;

-- src/server/accounts/find-actor.ts findPendingUser
select u.id
from user_verifications as v
inner join users as u on u.id::text = v.value
where v.identifier = $1;

-- src/server/accounts/hash-session-tokens.ts consumeOne
delete from user_verifications
where user_verifications.id in (select user_verifications.id from user_verifications where user_verifications.id
  = $1 limit 50)
returning *;

-- src/server/accounts/hash-session-tokens.ts create
insert into user_passkeys (name, public_key, user_id, credential_id, counter, device_type, backed_up, transports,
  created_at, aaguid, id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
returning *;

-- src/server/accounts/hash-session-tokens.ts create
insert into user_second_factors (secret, backup_codes, user_id, verified, failed_verification_count, id)
values ($1, $2, $3, $4, $5, $6)
returning *;

-- src/server/accounts/hash-session-tokens.ts create
insert into user_sessions (expires_at, token, created_at, updated_at, ip_address, user_agent, user_id, id)
values ($1, $2, $3, $4, $5, $6, $7, $8)
returning *;

-- src/server/accounts/hash-session-tokens.ts create
insert into user_verifications (identifier, value, expires_at, created_at, updated_at, id)
values ($1, $2, $3, $4, $5, $6)
returning *;

-- src/server/accounts/hash-session-tokens.ts delete
delete from user_sessions
where user_sessions.token = $1;

-- src/server/accounts/hash-session-tokens.ts deleteMany
delete from user_sessions
where user_sessions.user_id = $1;

-- src/server/accounts/hash-session-tokens.ts deleteMany
delete from user_verifications
where user_verifications.expires_at < $1;

-- src/server/accounts/hash-session-tokens.ts deleteMany
delete from user_verifications
where user_verifications.identifier = $1;

-- src/server/accounts/hash-session-tokens.ts findMany
select "primary".*
from (select * from user_credentials where user_credentials.user_id = $1 limit 50) as "primary";

-- src/server/accounts/hash-session-tokens.ts findMany
select "primary".*
from (select * from user_passkeys where user_passkeys.user_id = $1 limit 50) as "primary";

-- src/server/accounts/hash-session-tokens.ts findMany
select "primary".*
from (select * from user_sessions where user_sessions.token = $1 limit 50) as "primary";

-- src/server/accounts/hash-session-tokens.ts findMany
select "primary".*
from (select * from user_sessions where user_sessions.user_id = $1 limit 50) as "primary";

-- src/server/accounts/hash-session-tokens.ts findMany
select "primary".*
from (select * from user_verifications where user_verifications.expires_at < $1 limit 50) as "primary";

-- src/server/accounts/hash-session-tokens.ts findMany
select "primary".*
from (select * from user_verifications where user_verifications.identifier = $1 order by created_at desc limit
  50) as "primary"
order by created_at desc;

-- src/server/accounts/hash-session-tokens.ts findOne
select "primary".*
from (select * from user_credentials where (user_credentials.user_id = $1 and user_credentials.provider_id = $2
  and user_credentials.account_id = $3)) as "primary";

-- src/server/accounts/hash-session-tokens.ts findOne
select "primary".*
from (select * from user_credentials where user_credentials.user_id = $1 limit 50) as "primary";

-- src/server/accounts/hash-session-tokens.ts findOne
select "primary".*
from (select * from user_passkeys where user_passkeys.credential_id = $1) as "primary";

-- src/server/accounts/hash-session-tokens.ts findOne
select "primary".*
from (select * from user_second_factors where user_second_factors.user_id = $1) as "primary";

-- src/server/accounts/hash-session-tokens.ts findOne
select "primary".*
from (select * from user_sessions where user_sessions.token = $1) as "primary";

-- src/server/accounts/hash-session-tokens.ts findOne
select "primary".*
from (select * from users where users.email = $1) as "primary";

-- src/server/accounts/hash-session-tokens.ts findOne
select "primary".*
from (select * from users where users.id = $1) as "primary";

-- src/server/accounts/hash-session-tokens.ts incrementOne
update user_second_factors
set backup_codes = $1
where (user_second_factors.id = $2 and user_second_factors.backup_codes = $3) and user_second_factors.id in
  (select user_second_factors.id from user_second_factors where (user_second_factors.id = $4 and
  user_second_factors.backup_codes = $5) limit 50)
returning *;

-- src/server/accounts/hash-session-tokens.ts incrementOne
update user_second_factors
set failed_verification_count = failed_verification_count + $1
where user_second_factors.id = $2 and user_second_factors.id in (select user_second_factors.id from
  user_second_factors where user_second_factors.id = $3 limit 50)
returning *;

-- src/server/accounts/hash-session-tokens.ts update
update user_credentials
set password = $1, updated_at = $2
where user_credentials.id = $3
returning *;

-- src/server/accounts/hash-session-tokens.ts update
update user_passkeys
set counter = $1
where user_passkeys.id = $2
returning *;

-- src/server/accounts/hash-session-tokens.ts update
update user_second_factors
set failed_verification_count = $1, locked_until = $2
where user_second_factors.id = $3
returning *;

-- src/server/accounts/hash-session-tokens.ts update
update user_second_factors
set secret = $1, backup_codes = $2, verified = $3
where user_second_factors.id = $4
returning *;

-- src/server/accounts/hash-session-tokens.ts update
update user_second_factors
set verified = $1
where user_second_factors.id = $2
returning *;

-- src/server/accounts/hash-session-tokens.ts update
update user_sessions
set expires_at = $1, updated_at = $2
where user_sessions.token = $3
returning *;

-- src/server/accounts/hash-session-tokens.ts update
update users
set updated_at = $1, two_factor_enabled = $2
where users.id = $3
returning *;

-- src/server/accounts/passkey-recovery.ts forgetAuthenticator
update user_second_factors
set secret = $1, verified = $2
where user_id = $3;

-- src/server/accounts/passkey-recovery.ts writeRecoveryCodes
delete from user_second_factors
where user_id = $1;

-- src/server/accounts/passkey-recovery.ts writeRecoveryCodes
insert into user_second_factors (user_id, secret, backup_codes, verified)
values ($1, $2, $3, $4);

-- src/server/accounts/passkey-routes.ts
delete from user_sessions
where user_id = $1 and id != $2;

-- src/server/accounts/passkey-routes.ts
update user_passkeys
set name = $1
where id = $2 and user_id = $3
returning id;

-- src/server/accounts/passkeys.ts countPasskeys
select count(*) as count
from user_passkeys
where user_id = $1;

-- src/server/accounts/passkeys.ts findPasskeyOwner
select u.id, u.email
from user_passkeys as p
inner join users as u on u.id = p.user_id
where p.credential_id = $1 and u.disabled_at is null;

-- src/server/accounts/passkeys.ts hasAuthenticator
select id
from user_second_factors
where user_id = $1 and verified is not false;

-- src/server/accounts/passkeys.ts listPasskeys
select id, name, device_type, created_at, last_used_at
from user_passkeys
where user_id = $1
order by created_at, id;

-- src/server/accounts/passkeys.ts readRecoveryCodes
select backup_codes
from user_second_factors
where user_id = $1;

-- src/server/accounts/passkeys.ts removePasskey
delete from user_passkeys
where id = $1 and user_id = $2
returning id;

-- src/server/accounts/passkeys.ts removePasskey
delete from user_second_factors
where user_id = $1;

-- src/server/accounts/passkeys.ts removePasskey
select id
from users
where id = $1
for update;

-- src/server/accounts/passkeys.ts restoreRecoveryCodes
update user_second_factors
set backup_codes = $1
where user_id = $2;

-- src/server/accounts/password-links.ts createPasswordLink
delete from password_links
where user_id = $1;

-- src/server/accounts/password-links.ts createPasswordLink
insert into password_links (token_hash, user_id, expires_at)
values ($1, $2, $3);

-- src/server/accounts/password-links.ts findPasswordLink
select u.email
from password_links as l
inner join users as u on u.id = l.user_id
where l.token_hash = $1 and l.used_at is null and l.expires_at > $2 and u.disabled_at is null;

-- src/server/accounts/password-links.ts redeemPasswordLink
update password_links
set used_at = $1
where token_hash = $2 and used_at is null and expires_at > $3 and user_id in (select id from users where
  disabled_at is null)
returning user_id;

-- src/server/accounts/people.ts
delete from user_roles
where user_id = $1;

-- src/server/accounts/people.ts
delete from user_sessions
where user_id = $1;

-- src/server/accounts/people.ts
insert into user_roles (user_id, role, granted_at)
values ($1, $2, $3);

-- src/server/accounts/people.ts
select id
from users
where id = $1;

-- src/server/accounts/people.ts
select pg_advisory_xact_lock(hashtext('keyhold people'));

-- src/server/accounts/people.ts
update users
set disabled_at = $1, updated_at = $2
where id = $3;

-- src/server/accounts/people.ts isLastOwner
select r.user_id
from user_roles as r
inner join users as u on u.id = r.user_id
where r.role = $1 and u.disabled_at is null;

-- src/server/accounts/people.ts listPeople
select u.id, u.email, r.role, u.disabled_at, u.two_factor_enabled, u.created_at, exists (select from
  user_credentials c where c.user_id = u.id and c.password is not null) as has_password, (select a.at from audit
  a where a.actor_id = u.id and a.action = 'sign-in' order by a.id desc limit 1) as last_sign_in_at
from users u
left join user_roles r on r.user_id = u.id
order by u.email;
--   Sort
--     Sort Key: u.email
--     ->  Nested Loop Left Join
--           Join Filter: (r.user_id = u.id)
--           ->  Seq Scan on users u
--           ->  Seq Scan on user_roles r
--           SubPlan 1
--             ->  Seq Scan on user_credentials c
--                   Filter: ((password IS NOT NULL) AND (user_id = u.id))
--           SubPlan 3
--             ->  Limit
--                   ->  Index Scan Backward using audit_of_action on audit a
--                         Index Cond: (action = 'sign-in'::text)
--                         Filter: (actor_id = u.id)

-- src/server/accounts/people.ts resetAccount
delete from user_credentials
where user_id = $1;

-- src/server/accounts/people.ts resetAccount
delete from user_passkeys
where user_id = $1;

-- src/server/accounts/people.ts resetAccount
delete from user_second_factors
where user_id = $1;

-- src/server/accounts/people.ts resetAccount
delete from user_sessions
where user_id = $1;

-- src/server/accounts/people.ts resetAccount
delete from user_verifications
where value = $1;

-- src/server/accounts/people.ts resetAccount
select id
from users
where id = $1;

-- src/server/accounts/people.ts resetAccount
select pg_advisory_xact_lock(hashtext('keyhold people'));

-- src/server/accounts/people.ts resetAccount
update users
set two_factor_enabled = $1, grace_session = $2
where id = $3;

-- src/server/accounts/reseal-second-factors.ts resealSecondFactors
delete from user_sessions;

-- src/server/accounts/reseal-second-factors.ts resealSecondFactors
select id, secret
from user_second_factors
for update;

-- src/server/accounts/reseal-second-factors.ts resealSecondFactors
update user_second_factors
set secret = $1, backup_codes = $2
where id = $3;

-- src/server/accounts/sign-in-attempts.ts count
insert into sign_in_failures as f (key, failures, tried_at)
values ($1, 1, $2)
on conflict (key) do update
set failures = case when f.tried_at < $3::timestamptz - $4::interval then 1 else f.failures + 1 end, tried_at =
  greatest(f.tried_at, $5)
where f.failures < $6 or f.tried_at + (case when f.failures < 10 then 0 else least(power(2, least(f.failures -
  10, 20)), 300) end * interval '1 second') <= $7
returning failures;

-- src/server/accounts/sign-in-attempts.ts count
insert into sign_in_failures as f (key, failures, tried_at)
values ($1, 1, $2)
on conflict (key) do update
set failures = case when f.tried_at < $3::timestamptz - $4::interval then 1 else f.failures + 1 end, tried_at =
  greatest(f.tried_at, $5)
where f.failures < $6 or f.tried_at + (case when f.failures < 20 then 0 else least(power(2, least(f.failures -
  20, 20)), 60) end * interval '1 second') <= $7
returning failures;

-- src/server/accounts/sign-in-attempts.ts count
insert into sign_in_failures as f (key, failures, tried_at)
values ($1, 1, $2)
on conflict (key) do update
set failures = case when f.tried_at < $3::timestamptz - $4::interval then 1 else f.failures + 1 end, tried_at =
  greatest(f.tried_at, $5)
where f.failures < $6 or f.tried_at + (case when f.failures < 5 then 0 else least(power(2, least(f.failures - 5,
  20)), 300) end * interval '1 second') <= $7
returning failures;

-- src/server/accounts/sign-in-attempts.ts count
select extract(epoch from tried_at + (case when failures < 10 then 0 else least(power(2, least(failures - 10,
  20)), 300) end * interval '1 second') - $1::timestamptz)::float8 as left_s
from sign_in_failures
where key = $2;
--   Index Scan using sign_in_failures_pkey on sign_in_failures
--     Index Cond: (key = $2)

-- src/server/accounts/sign-in-attempts.ts count
select extract(epoch from tried_at + (case when failures < 20 then 0 else least(power(2, least(failures - 20,
  20)), 60) end * interval '1 second') - $1::timestamptz)::float8 as left_s
from sign_in_failures
where key = $2;
--   Index Scan using sign_in_failures_pkey on sign_in_failures
--     Index Cond: (key = $2)

-- src/server/accounts/sign-in-attempts.ts count
select extract(epoch from tried_at + (case when failures < 5 then 0 else least(power(2, least(failures - 5, 20)),
  300) end * interval '1 second') - $1::timestamptz)::float8 as left_s
from sign_in_failures
where key = $2;
--   Index Scan using sign_in_failures_pkey on sign_in_failures
--     Index Cond: (key = $2)

-- src/server/accounts/sign-in-attempts.ts countFailures
select failures
from sign_in_failures
where key = $1;
--   Index Scan using sign_in_failures_pkey on sign_in_failures
--     Index Cond: (key = $1)

-- src/server/accounts/sign-in-attempts.ts forgetFailures
delete from sign_in_failures
where key in ($1);
--   Delete on sign_in_failures
--     ->  Index Scan using sign_in_failures_pkey on sign_in_failures
--           Index Cond: (key = $1)

-- src/server/accounts/sign-in-attempts.ts hasFailures
select key
from sign_in_failures
where failures >= $1 and tried_at > $2
limit 50;
--   Limit
--     ->  Seq Scan on sign_in_failures
--           Filter: ((failures >= $1) AND (tried_at > $2))

-- src/server/accounts/sign-in-attempts.ts sweepAccounts
delete from password_links
where expires_at < $1;

-- src/server/accounts/sign-in-attempts.ts sweepAccounts
delete from sign_in_failures
where tried_at < $1;
--   Delete on sign_in_failures
--     ->  Bitmap Heap Scan on sign_in_failures
--           Recheck Cond: (tried_at < $1)
--           ->  Bitmap Index Scan on sign_in_failures_age
--                 Index Cond: (tried_at < $1)

-- src/server/accounts/sign-in-attempts.ts sweepAccounts
delete from used_codes
where used_at < $1;

-- src/server/accounts/sign-in-attempts.ts sweepAccounts
delete from user_sessions
where expires_at < $1;

-- src/server/accounts/sign-in-attempts.ts sweepAccounts
delete from user_verifications
where expires_at < $1;

-- src/server/accounts/sign-in-routes.ts findUserId
select id
from users
where email = $1;

-- src/server/accounts/sign-in-routes.ts finishSecondFactor
delete from user_sessions
where user_id = $1 and id != $2;

-- src/server/accounts/sign-in-routes.ts useCode
insert into used_codes as u (user_id, code_hash, used_at)
values ($1, $2, $3)
on conflict (user_id, code_hash) do update
set used_at = excluded.used_at
where u.used_at < excluded.used_at - $4::interval
returning 1;

-- src/server/accounts/user-routes.ts
delete from user_sessions
where user_id = $1 and id = $2;

-- src/server/accounts/user-routes.ts
insert into user_roles (user_id, role, granted_at)
values ($1, $2, $3)
on conflict do nothing
returning user_id;

-- src/server/accounts/user-routes.ts
select id, created_at, expires_at, ip_address, user_agent
from user_sessions
where user_id = $1 and expires_at > $2
order by created_at desc;

-- src/server/accounts/user-routes.ts storeLanguage
update users
set language = $1
where id = $2;

-- src/server/accounts/write-password.ts writePassword
delete from user_sessions
where user_id = $1;

-- src/server/accounts/write-password.ts writePassword
insert into user_credentials (account_id, provider_id, user_id, password, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6)
on conflict (provider_id, account_id) do update
set password = $7, updated_at = $8;
