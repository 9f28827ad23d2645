-- The statements of a module and their plans, written by npm run sql.

-- src/server/game-changes/change-game.ts addVersion
delete from game_drafts
where user_id = $1;

-- src/server/game-changes/change-game.ts addVersion
insert into game_changes (version, based_on, made_at, made_by, restores, changes)
values ($1, $2, $3, $4, $5, $6);

-- src/server/game-changes/change-game.ts discardDraft
delete from game_drafts
where user_id = $1;

-- src/server/game-changes/change-game.ts saveDraft
insert into game_drafts (user_id, based_on, content, saved_at)
values ($1, $2, $3, $4)
on conflict (user_id) do update
set based_on = $5, content = $6, saved_at = $7;

-- src/server/game-changes/list-versions.ts listVersions
select c.version, c.made_at, u.email, c.restores, c.changes
from game_changes as c
inner join users as u on u.id = c.made_by
order by c.version desc
limit 50;

-- src/server/game-changes/list-versions.ts readDraft
select *
from game_drafts
where user_id = $1;

-- src/server/game-changes/stored-changes.ts readChanges
select version, changes
from game_changes
where version = $1;

-- src/server/game-changes/stored-changes.ts readNewestChanges
select version, changes
from game_changes
order by version desc
limit 50;
