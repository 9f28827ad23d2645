import { restrictTo, type Access } from '#server/accounts/require-access.ts'
import type { DbDeps } from '#server/db/db-deps.ts'
import { CallError, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import type { Site } from '#server/site/open-site.ts'
import { languageFor, sendUncached } from '#server/site/routes.ts'
import { withSettings, type GameSettings } from '#server/site/with-settings.ts'
import {
  GameChangeReply,
  GameChangeRequest,
  GameContentReply,
  GameFileQuery,
  GamePreviewQuery,
  GameVersionsQuery,
  GameVersionsReply,
} from '#shared/game-changes-api.ts'
import { changedFiles } from './apply-changes.ts'
import { discardDraft, saveDraft, saveGame, undoGame, wantedGame, type GameChange } from './change-game.ts'
import { gameContentOf } from './game-content-of.ts'
import type { GameOnSale } from './game-on-sale.ts'
import { listVersions, readDraft } from './list-versions.ts'

export interface GameChangesDeps extends DbDeps {
  readonly access: Access
  readonly gameOnSale: GameOnSale
  readonly settings: GameSettings
  readonly site: Pick<Site, 'preview' | 'policy' | 'languages'>
  /** Reads the newest version, and renders the pages with it. */
  readonly onChanged: () => Promise<void>
}

/** The content in seven languages. */
const BODY_LIMIT_BYTES = 512 * 1024
const PATH = '/functions/game-content'

/** The calls by which owners change what the game folder says, and see before and after. */
export function gameChangesRoutes(app: App, deps: GameChangesDeps): void {
  readRoutes(app, deps)
  changeRoute(app, deps)
  previewRoute(app, deps)
}

function readRoutes(app: App, { db, access, gameOnSale, settings }: GameChangesDeps): void {
  const rule = restrictTo(access, 'game.change')
  app.get(PATH, { ...rule, ...callOf(GameContentReply, {}) }, async (request) => {
    const { userId } = await access.requirePermission(request, 'game.change')
    await gameOnSale.refresh()
    const newest = gameOnSale.newest()
    return {
      success: true as const,
      version: newest.version,
      content: gameContentOf(newest.sold),
      folder: gameContentOf(gameOnSale.folder),
      draft: await readDraft(db, gameOnSale, userId),
      isReleaseSet: settings.launchAt !== null,
      unapplied: [...newest.unapplied],
      files: [...changedFiles(gameOnSale.folder, newest).keys()],
    }
  })
  app.get(
    `${PATH}/versions`,
    { ...rule, ...callOf(GameVersionsReply, { querystring: GameVersionsQuery }) },
    async (request) => ({
      success: true as const,
      ...(await listVersions(db, gameOnSale.folder, request.query.before ?? null)),
    }),
  )
  app.get(`${PATH}/file`, { ...rule, schema: { querystring: GameFileQuery } }, async (request, reply) => {
    await gameOnSale.refresh()
    const { file } = request.query
    const text = changedFiles(gameOnSale.folder, gameOnSale.newest()).get(file)
    if (text === undefined) throw new CallError(404, 'NOT_FOUND', 'nothing in this file was changed')
    return reply
      .header('content-disposition', `attachment; filename="${file.split('/').at(-1) ?? file}"`)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(text)
  })
}

function changeRoute(app: App, { db, clock, access, gameOnSale, onChanged }: GameChangesDeps): void {
  app.post(
    PATH,
    {
      ...restrictTo(access, 'game.change'),
      ...callOf(GameChangeReply, { body: GameChangeRequest }),
      bodyLimit: BODY_LIMIT_BYTES,
    },
    async (request) => {
      const actor = await access.requirePermission(request, 'game.change')
      const { body } = request
      const context = { folder: gameOnSale.folder, actorId: actor.userId, now: clock() }
      if (body.action === 'discard') await discardDraft(db, actor.userId)
      if (body.action === 'draft') {
        const wanted = wantedGame(gameOnSale.folder, body.content)
        if (wanted.kind === 'invalid') throw invalidGame(wanted.faults)
        await saveDraft(db, body, context)
      }
      if (body.action === 'discard' || body.action === 'draft')
        return { success: true as const, version: gameOnSale.newest().version }
      // a price decides what keys are sold for
      access.requireConfirmed(actor)
      const change = await (body.action === 'save'
        ? saveGame(db, body, context)
        : undoGame(db, body, context))
      const version = versionOf(change, body.basedOn)
      await onChanged()
      return { success: true as const, version }
    },
  )
}

/** @throws {CallError} if the change was refused. */
function versionOf(change: GameChange, basedOn: number): number {
  switch (change.kind) {
    case 'saved':
      return change.version
    case 'same':
      return basedOn
    case 'stale':
      throw new CallError(
        409,
        'GAME_CHANGED',
        'somebody else has saved since this page was read; read it again',
      )
    case 'not-found':
      throw new CallError(404, 'NOT_FOUND', 'there is no such earlier version')
    case 'invalid':
      throw invalidGame(change.faults)
  }
}

function invalidGame(faults: readonly string[]): CallError {
  return new CallError(400, 'GAME_INVALID', `the game would have faults: ${faults.join('; ')}`)
}

/** The landing page with what its reader has typed, for nobody else. */
function previewRoute(app: App, { db, access, gameOnSale, settings, site }: GameChangesDeps): void {
  app.get(
    `${PATH}/preview`,
    { ...restrictTo(access, 'game.change'), schema: { querystring: GamePreviewQuery } },
    async (request, reply) => {
      const { userId } = await access.requirePermission(request, 'game.change')
      await gameOnSale.refresh()
      const draft = await readDraft(db, gameOnSale, userId)
      const wanted = draft === null ? null : wantedGame(gameOnSale.folder, draft.content)
      const sold = wanted?.kind === 'changes' ? wanted.sold : gameOnSale.newest().sold
      const { language } = languageFor(site, request, request.query.lang ?? null)
      const html = await site.preview(withSettings(sold, settings), language)
      return sendUncached(site, reply, { name: 'landing', status: 200, language, html })
    },
  )
}
