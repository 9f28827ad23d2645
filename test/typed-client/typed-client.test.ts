import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiToken } from '#server/accounts/api-tokens.ts'
import type { TokenScope } from '#shared/tokens-api.ts'
import { makePerson } from '#test/account-fixture.ts'
import { TEST_SECRET_TEXT } from '#test/installation-secret.ts'
import { serveShop, type ServedShop } from '#test/served-shop.ts'
import { railOpen } from '#test/shop-client.ts'
import { until } from '#test/until.ts'
import { useTestDatabase } from '#test/use-test-database.ts'

// Types are generated from the documents that the shop serves; the program beside this file is compiled with them and buys.
const CODE = 'ABC123'
const TSC = createRequire(import.meta.url).resolve('typescript/lib/tsc.js')
const PROGRAM = readFileSync(join(import.meta.dirname, 'buy-a-copy.ts.txt'), 'utf8')

interface Program {
  buyACopy(
    url: string,
    captchaCode: string,
    untilTrue: (condition: () => Promise<boolean>) => Promise<void>,
  ): Promise<{
    readonly id: string
    readonly transactionHash: string | null
    readonly keys: readonly string[]
  }>
  findOrder(url: string, token: string, email: string): Promise<object>
}

const database = useTestDatabase()
let shop: ServedShop
let folder: string
beforeAll(async () => {
  shop = await serveShop({
    DATABASE_URL: database.url,
    KEYHOLD_SECRET: TEST_SECRET_TEXT,
    KEYHOLD_DATA: '/nonexistent',
    KEYHOLD_LIMITS: 'off',
    KEYHOLD_CAPTCHA_CODE: CODE,
  })
  // in the repository, where the program finds openapi-fetch
  mkdirSync('.cache', { recursive: true })
  folder = mkdtempSync(join('.cache', 'typed-client-'))
  await generate('shop.ts', '/openapi.json')
  await generate('programs.ts', '/api/v1/openapi.json')
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, exactOptionalPropertyTypes: true },
    ...{ target: 'es2024', module: 'nodenext', allowImportingTsExtensions: true, types: ['node'] },
  }
  writeFileSync(join(folder, 'buy-a-copy.ts'), PROGRAM)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
})
afterAll(async () => {
  await shop.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function generate(file: string, document: string): Promise<void> {
  const described = (await (await fetch(shop.url + document)).json()) as OpenAPI3
  writeFileSync(join(folder, file), astToString(await openapiTypescript(described)))
}

/** Compiles the program, and a changed copy of it. @returns what the compiler says. */
async function compile(changed = ''): Promise<string> {
  const copy = join(folder, 'changed.ts')
  writeFileSync(copy, changed)
  // this process goes on: it would not hear that the shop ends connections
  const compiler = spawn(process.execPath, [TSC, '-p', folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = await text(compiler.stdout)
  rmSync(copy)
  return said
}

test('a client generated from the documents compiles, and does not where a call is given something else', async () => {
  expect(await compile()).toBe('')
  expect(await compile(PROGRAM.replace('quantity: 1,', "quantity: 'one',"))).toMatch(
    /^\S+changed\.ts\S+ error TS2322: Type 'string' is not assignable to type 'number'/,
  )
  expect(await compile(PROGRAM.replace("'/data/rails'", "'/data/railways'"))).toMatch(
    /changed\.ts\S+ error TS2554/,
  )
})

test('it buys a copy, and a program with a token finds the order', async () => {
  await railOpen(shop.url, 'bitcoin')
  const { buyACopy, findOrder } = (await import(join(process.cwd(), folder, 'buy-a-copy.ts'))) as Program
  const bought = await buyACopy(shop.url, CODE, (condition) => until(condition, { what: 'the purchase' }))
  expect(bought.transactionHash).toMatch(/^[0-9a-f]{64}$/)
  expect(bought.keys).toEqual([expect.stringMatching(/^DEMO/)])

  const find = async (scope: TokenScope) => findOrder(shop.url, await tokenWith(scope), 'program@example.com')
  expect(await find('orders:read')).toEqual({
    status: 200,
    orders: [{ id: bought.id, status: 'confirmed', quantity: 1 }],
  })
  expect(await find('stock:read')).toEqual({ status: 403, code: 'FORBIDDEN' })
})

async function tokenWith(scope: TokenScope): Promise<string> {
  const id = await makePerson(database.db, `${scope.replace(':', '-')}@example.com`, 'owner')
  const scopes = scope === 'orders:read' ? [scope, 'orders:emails' as const] : [scope]
  return createApiToken(
    database.db,
    { action: 'create', label: 'a program', scopes, days: 1 },
    { actorId: id, now: new Date() },
  )
}
