import { beforeAll, expect, test } from 'vitest'
import { systemClock } from '#server/runtime/clock.ts'
import { createLog } from '#server/runtime/log.ts'
import { openGameFolder } from '#server/site/load-game.ts'
import type { GameContent } from '#shared/game-changes.ts'
import type { GameContentReply } from '#shared/game-changes-api.ts'
import { ROLES } from '#shared/permissions.ts'
import {
  accountFixture,
  makePerson,
  openBrowser,
  PASSWORD,
  type AccountFixtureOptions,
} from '#test/account-fixture.ts'
import { useAccountFixture } from '#test/use-accounts.ts'
import { useSite } from '#test/use-site.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { createGameOnSale, type GameOnSale } from './game-on-sale.ts'
import { gameChangesRoutes } from './routes.ts'

const PATH = '/functions/game-content'
const database = useTestDatabase()
const settings = { supportEmail: null, launchAt: null }
let gameOnSale: GameOnSale

beforeAll(() => {
  const folder = openGameFolder('game')
  const log = createLog({ level: 'silent' })
  gameOnSale = createGameOnSale({ db: database.db, log, folder, settings })
})
const built = useSite({ clock: systemClock }, () => gameOnSale.current())

const addRoutes: AccountFixtureOptions['addRoutes'] = (app, { access }) => {
  const { site } = built
  const onChanged = async () => {
    await gameOnSale.refresh()
    await site.refresh()
  }
  const { db } = database
  gameChangesRoutes(app, { db, clock: systemClock, access, gameOnSale, settings, site, onChanged })
}
const fixture = useAccountFixture(database, { addRoutes })

const landing = () => built.site.page('landing', 'en')

let signedIn: ReturnType<typeof fixture.signedIn> | null = null

async function contentAt(price: number, question: string) {
  signedIn ??= fixture.signedIn('owner')
  const owner = await signedIn
  const { content, version } = (await owner.ask('GET', PATH)).json<GameContentReply>()
  const [standard, english] = [content.editions['standard'], content.texts.en]
  if (standard === undefined || english === undefined) throw new Error('expected the game sold by default')
  const questions = { title: 'Questions', items: [{ question, answer: 'So.' }] }
  const wanted: GameContent = {
    ...content,
    editions: { ...content.editions, standard: { ...standard, priceCents: price } },
    texts: { ...content.texts, en: { ...english, questions } },
  }
  return { owner, version, content: wanted }
}

test('owners alone see and change what the game folder says', async () => {
  const { content } = await contentAt(100, 'Whose?')
  for (const role of ROLES.filter((one) => one !== 'owner')) {
    const browser = await fixture.signedIn(role)
    for (const path of ['', '/versions', '/file?file=game.json', '/preview'])
      expect((await browser.ask('GET', `${PATH}${path}`)).statusCode, `${role} ${path}`).toBe(403)
    const answer = await browser.ask('POST', PATH, { action: 'save', basedOn: 0, content })
    expect(answer.statusCode).toBe(403)
  }
  const nobody = await fixture.app.inject({ method: 'GET', url: `${PATH}/preview` })
  expect(nobody.statusCode).toBe(401)
  expect(gameOnSale.newest().version).toBe(0)
})

test('a preview shows a draft to its owner alone, and is neither kept nor found', async () => {
  const { owner, version, content } = await contentAt(1234, 'Is this a draft?')
  const before = landing().etag
  expect((await owner.ask('POST', PATH, { action: 'draft', basedOn: version, content })).statusCode).toBe(200)
  const preview = await owner.ask('GET', `${PATH}/preview?lang=en`)
  expect(preview.body).toContain('Is this a draft?')
  expect(preview.body).toContain('$12.34')
  expect(preview.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  expect(preview.headers['content-security-policy']).toContain("default-src 'none'")
  expect(landing().etag).toBe(before)
  expect((await owner.ask('GET', PATH)).json<GameContentReply>().draft?.content).toEqual(content)
  await owner.ask('POST', PATH, { action: 'discard' })
  expect((await owner.ask('GET', `${PATH}/preview?lang=en`)).body).not.toContain('Is this a draft?')
})

test('what is saved is on the page with a new ETag, can be exported, and is undone', async () => {
  const { owner, version, content } = await contentAt(4321, 'Is this saved?')
  const before = landing()
  const saved = await owner.ask('POST', PATH, { action: 'save', basedOn: version, content })
  expect(saved.json()).toEqual({ success: true, version: version + 1 })
  expect(landing().plain.toString()).toContain('Is this saved?')
  expect(landing().plain.toString()).toContain('$43.21')
  expect(landing().etag).not.toBe(before.etag)
  const stale = await owner.ask('POST', PATH, { action: 'save', basedOn: version, content })
  expect([stale.statusCode, stale.json<{ code: string }>().code]).toEqual([409, 'GAME_CHANGED'])
  const { files } = (await owner.ask('GET', PATH)).json<GameContentReply>()
  expect(files).toEqual(['game.json', 'texts/en.json'])
  const file = await owner.ask('GET', `${PATH}/file?file=texts/en.json`)
  expect(file.headers['content-disposition']).toBe('attachment; filename="en.json"')
  expect(file.json<{ questions: object }>().questions).toEqual(content.texts.en?.questions)
  expect((await owner.ask('GET', `${PATH}/file?file=texts/de.json`)).statusCode).toBe(404)
  const undone = await owner.ask('POST', PATH, { action: 'undo', basedOn: version + 1, to: version })
  expect(undone.json()).toEqual({ success: true, version: version + 2 })
  expect(landing().plain.toString()).not.toContain('Is this saved?')
  const { versions } = (await owner.ask('GET', `${PATH}/versions`)).json<{ versions: readonly object[] }>()
  expect(versions).toMatchObject([{ restores: version }, { restores: null }])
})

test('what is no game is refused with a code', async () => {
  const { owner, version, content } = await contentAt(100, 'Valid?')
  const post = async (of: object) => {
    const answer = await owner.ask('POST', PATH, { action: 'save', basedOn: version, content: of })
    return [answer.statusCode, answer.json<{ code: string }>().code]
  }
  const { standard, ...others } = content.editions
  expect(await post({ ...content, editions: others })).toEqual([400, 'GAME_INVALID'])
  expect(
    await post({ ...content, editions: { ...others, standard: { ...standard, priceCents: 0 } } }),
  ).toEqual([400, 'BAD_REQUEST'])
  expect(await post({ ...content, title: 'Another game' })).toEqual([400, 'BAD_REQUEST'])
  expect(gameOnSale.newest().version).toBe(version)
})

test('in production a save needs the password again after a quarter of an hour, a preview does not', async () => {
  const { version, content } = await contentAt(2222, 'Confirmed?')
  const strict = await accountFixture(database.db, { isStrict: true, addRoutes })
  const id = await makePerson(database.db, 'strict@example.com', 'owner')
  const browser = openBrowser(strict.app)
  await browser.signIn('strict@example.com')
  await database.db
    .updateTable('user_sessions')
    .set({ created_at: new Date(Date.now() - 16 * 60_000) })
    .where('user_id', '=', id)
    .execute()
  const post = async (action: object) => {
    const answer = await browser.ask('POST', PATH, { basedOn: version, ...action })
    return answer.json<{ code?: string }>().code ?? answer.statusCode
  }
  expect(await post({ action: 'draft', content })).toBe(200)
  expect(await post({ action: 'save', content })).toBe('CONFIRM_REQUIRED')
  expect(await post({ action: 'undo', to: 0 })).toBe('CONFIRM_REQUIRED')
  expect(gameOnSale.newest().version).toBe(version)
  await browser.ask('POST', '/auth/confirm', { password: PASSWORD })
  expect(await post({ action: 'undo', to: 0 })).toBe(200)
  await strict.app.close()
})
