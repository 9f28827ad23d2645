-- The statements of a module and their plans, written by npm run sql.

-- src/server/audit/list-audit.ts listAudit
select a.id, a.at, a.actor_id, u.email, a.action, a.subject_kind, a.subject_id, s.email as subject_email, a.facts
from audit a
left join users u on u.id = a.actor_id
left join users s on a.subject_kind = 'user' and s.id::text = a.subject_id
where (a.action = $1 or a.action like $2)
order by a.id desc
limit 50;
--   Limit
--     ->  Nested Loop Left Join
--           Join Filter: ((a.subject_kind = 'user'::text) AND ((s.id)::text = a.subject_id))
--           ->  Nested Loop Left Join
--                 Join Filter: (u.id = a.actor_id)
--                 ->  Index Scan Backward using audit_pkey on audit a
--                       Filter: ((action = $1) OR (action ~~ $2))
--                 ->  Seq Scan on users u
--           ->  Seq Scan on users s

-- src/server/audit/list-audit.ts listAudit
select a.id, a.at, a.actor_id, u.email, a.action, a.subject_kind, a.subject_id, s.email as subject_email, a.facts
from audit a
left join users u on u.id = a.actor_id
left join users s on a.subject_kind = 'user' and s.id::text = a.subject_id
where a.id < $1::bigint
order by a.id desc
limit 50;
--   Limit
--     ->  Nested Loop Left Join
--           Join Filter: ((a.subject_kind = 'user'::text) AND ((s.id)::text = a.subject_id))
--           ->  Nested Loop Left Join
--                 Join Filter: (u.id = a.actor_id)
--                 ->  Index Scan Backward using audit_pkey on audit a
--                       Index Cond: (id < $1)
--                 ->  Seq Scan on users u
--           ->  Seq Scan on users s

-- src/server/audit/list-audit.ts listAudit
select a.id, a.at, a.actor_id, u.email, a.action, a.subject_kind, a.subject_id, s.email as subject_email, a.facts
from audit a
left join users u on u.id = a.actor_id
left join users s on a.subject_kind = 'user' and s.id::text = a.subject_id
where true
order by a.id desc
limit 50;
--   Limit
--     ->  Nested Loop Left Join
--           Join Filter: ((a.subject_kind = 'user'::text) AND ((s.id)::text = a.subject_id))
--           ->  Nested Loop Left Join
--                 Join Filter: (u.id = a.actor_id)
--                 ->  Index Scan Backward using audit_pkey on audit a
--                 ->  Seq Scan on users u
--           ->  Seq Scan on users s

-- src/server/audit/list-audit.ts listAudit
select a.id, a.at, a.actor_id, u.email, a.action, a.subject_kind, a.subject_id, s.email as subject_email, a.facts
from audit a
left join users u on u.id = a.actor_id
left join users s on a.subject_kind = 'user' and s.id::text = a.subject_id
where u.email like $1
order by a.id desc
limit 50;
--   Limit
--     ->  Nested Loop Left Join
--           Join Filter: ((a.subject_kind = 'user'::text) AND ((s.id)::text = a.subject_id))
--           ->  Nested Loop
--                 Join Filter: (a.actor_id = u.id)
--                 ->  Index Scan Backward using audit_pkey on audit a
--                 ->  Seq Scan on users u
--                       Filter: (email ~~ $1)
--           ->  Seq Scan on users s

-- src/server/audit/record-audit.ts recordAudit
insert into audit (at, actor_id, action, subject_kind, subject_id, facts)
values ($1, $2, $3, $4, $5, $6);
