import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test as base } from '@playwright/test'

/** The real shop, as `npm start` runs it, on a free port with a data folder of its own. */
export interface ServedShop {
  readonly url: string
}

interface ShopOptions {
  /** Settings beside the demo's defaults. */
  readonly shopSettings: Readonly<Record<string, string>>
}

const READY_WITHIN_MS = 60_000

/** Tests with a shop of their own, shared by the tests of a worker. Pages are opened relative to it. */
export const test = base.extend<{ baseURL: string }, ShopOptions & { shop: ServedShop }>({
  shopSettings: [{}, { scope: 'worker', option: true }],
  shop: [
    async ({ shopSettings }, use) => {
      const dataFolder = mkdtempSync(join(tmpdir(), 'keyhold-e2e-'))
      const child = start({ KEYHOLD_DATA: dataFolder, KEYHOLD_CAPTCHA_CODE: 'ABC123', ...shopSettings })
      try {
        await use({ url: await readyUrl(child) })
      } finally {
        if (child.exitCode === null) {
          child.kill('SIGTERM')
          await once(child, 'exit')
        }
        rmSync(dataFolder, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: READY_WITHIN_MS },
  ],
  baseURL: async ({ shop }, use) => {
    await use(shop.url)
  },
})

export { expect } from '@playwright/test'

function start(settings: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, ['src/server/main.ts', 'serve'], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** The address in the line the shop prints once it serves. */
async function readyUrl(child: ChildProcess): Promise<string> {
  if (child.stdout === null || child.stderr === null)
    throw new Error('expected the pipes of the shop, got none')
  const said: string[] = []
  child.stderr.on('data', (bytes: Buffer) => said.push(bytes.toString()))
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /https?:\/\/[\w.:[\]-]+/.exec(line)?.[0]
    if (url !== undefined) return url
    said.push(line)
  }
  throw new Error(`expected the shop to serve, it ended instead:\n${said.join('\n').slice(-2000)}`)
}
