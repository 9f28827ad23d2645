import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  expect,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { openDatabase, type Db } from '#server/db/database.ts'
import { serveShop } from '#test/served-shop.ts'
import { copyTemplate } from './global-setup.ts'
import { collectPageErrors, type PageErrors } from './page-errors.ts'
import { startMailServer, type MailServer } from '#test/mail-server.ts'
import { TEST_SECRET_TEXT } from '#test/installation-secret.ts'

/** The real shop, as `npm start` runs it, on a free port with its own data folder. */
export interface ServedShop {
  readonly url: string
  /** Its database, for assertions. */
  readonly db: Db
}

interface ShopOptions {
  /** Settings in addition to the demo's defaults. */
  readonly shopSettings: Readonly<Record<string, string>>
}

interface WorkerParts {
  readonly mailServer: MailServer
  readonly shop: ServedShop
}

interface TestParts {
  readonly baseURL: string
  readonly pageErrors: PageErrors
  /** Opens a page of the shop as another browser, until the test is over. */
  readonly openPage: OpenPage
}

export type OpenPage = (options?: BrowserContextOptions) => Promise<Page>

/** The time limit for worker fixtures such as the shop; only a hang reaches it. */
export const STARTED_WITHIN_MS = 300_000
/** The fixed captcha code of test shops. */
export const CAPTCHA_CODE = 'ABC123'

/**
 * Tests with their own shop and mail server, shared by the tests of a worker. Pages are opened relative to the shop; a
 * console error on any of them fails the test.
 */
export const test = base.extend<TestParts, ShopOptions & WorkerParts>({
  shopSettings: [{}, { scope: 'worker', option: true }],
  mailServer: [
    async ({}, use) => {
      const server = await startMailServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ shopSettings, mailServer }, use) => {
      const dataFolder = mkdtempSync(join(tmpdir(), 'keyhold-e2e-'))
      copyTemplate(dataFolder)
      const served = await serveShop({
        KEYHOLD_DATA: dataFolder,
        KEYHOLD_SECRET: TEST_SECRET_TEXT,
        // only the demo accepts a known captcha
        ...(shopSettings.KEYHOLD_PROFILE === 'production' ? {} : { KEYHOLD_CAPTCHA_CODE: CAPTCHA_CODE }),
        KEYHOLD_SMTP_URL: mailServer.url,
        KEYHOLD_MAIL_FROM: 'Keyhold <keys@shop.example>',
        ...shopSettings,
      })
      try {
        const database = openDatabase(databaseUrl(dataFolder), { max: 1 })
        await use({ url: served.url, db: database.db })
        await database.close()
      } finally {
        await served.stop()
        rmSync(dataFolder, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: STARTED_WITHIN_MS },
  ],
  baseURL: async ({ shop }, use) => {
    await use(shop.url)
  },
  pageErrors: [
    async ({ context }, use) => {
      const pageErrors = collectPageErrors()
      pageErrors.watch(context)
      await use(pageErrors)
      expect(pageErrors.messages, 'errors on the console').toEqual([])
    },
    { auto: true },
  ],
  openPage: async ({ browser, baseURL, pageErrors }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext({ baseURL, ...options })
      contexts.push(context)
      // without scripts the browser notes refused forms and its own viewers only
      if (options?.javaScriptEnabled !== false) pageErrors.watch(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

export { expect }

/** The embedded database of a data folder. */
function databaseUrl(dataFolder: string): string {
  const { password, port } = JSON.parse(readFileSync(join(dataFolder, 'postgres.json'), 'utf8')) as {
    password: string
    port: number
  }
  return `postgres://keyhold:${password}@127.0.0.1:${String(port)}/keyhold`
}
