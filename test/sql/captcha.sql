-- The statements of a module and their plans, written by npm run sql.

-- src/server/captcha/check-captcha.ts checkCaptcha
with tried as (insert into captchas (id, tries, used_at, expires_at) values ($1, 1, $2::timestamptz, $3) on
  conflict (id) do update set tries = captchas.tries + 1, used_at = excluded.used_at where captchas.used_at is
  null and captchas.tries < $4 returning id), passed as (insert into captcha_passes (token_hash, expires_at)
  select $5::bytea, $6::timestamptz from tried where $7)
select
from tried;

-- src/server/captcha/create-captcha.ts sweepCaptchas
delete from captcha_passes
where expires_at <= $1;
--   Delete on captcha_passes
--     ->  Bitmap Heap Scan on captcha_passes
--           Recheck Cond: (expires_at <= $1)
--           ->  Bitmap Index Scan on captcha_passes_expiry
--                 Index Cond: (expires_at <= $1)

-- src/server/captcha/create-captcha.ts sweepCaptchas
delete from captchas
where expires_at <= $1;
--   Delete on captchas
--     ->  Bitmap Heap Scan on captchas
--           Recheck Cond: (expires_at <= $1)
--           ->  Bitmap Index Scan on captchas_expiry
--                 Index Cond: (expires_at <= $1)

-- src/server/captcha/create-captcha.ts sweepCaptchas
delete from used_proofs
where expires_at <= $1;
--   Delete on used_proofs
--     ->  Bitmap Heap Scan on used_proofs
--           Recheck Cond: (expires_at <= $1)
--           ->  Bitmap Index Scan on used_proofs_expiry
--                 Index Cond: (expires_at <= $1)

-- src/server/captcha/passes.ts dropPass
delete from captcha_passes
where token_hash = $1 and spent_by is null;
--   Delete on captcha_passes
--     ->  Index Scan using captcha_passes_pkey on captcha_passes
--           Index Cond: (token_hash = $1)
--           Filter: (spent_by IS NULL)

-- src/server/captcha/passes.ts hasPass
select expires_at
from captcha_passes
where token_hash = $1 and spent_by is null and expires_at > $2;
--   Index Scan using captcha_passes_pkey on captcha_passes
--     Index Cond: (token_hash = $1)
--     Filter: ((spent_by IS NULL) AND (expires_at > $2))

-- src/server/captcha/passes.ts issuePass
insert into captcha_passes (token_hash, expires_at)
values ($1, $2);

-- src/server/captcha/passes.ts lockPass
select expires_at
from captcha_passes
where token_hash = $1 and spent_by is null and expires_at > $2
for update;
--   LockRows
--     ->  Index Scan using captcha_passes_pkey on captcha_passes
--           Index Cond: (token_hash = $1)
--           Filter: ((spent_by IS NULL) AND (expires_at > $2))

-- src/server/captcha/proof-of-work.ts
insert into used_proofs (signature, expires_at)
values ($1, $2)
on conflict do nothing;
