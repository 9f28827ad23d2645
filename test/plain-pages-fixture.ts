import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { plainPageRoutes } from '#server/plain-pages/routes.ts'
import type { App } from '#server/http/app.ts'
import { createLimits, type Limits } from '#server/rate-limits/rate-limits.ts'
import { createLog } from '#server/runtime/log.ts'
import type { Site } from '#server/site/open-site.ts'
import type { StockMode } from '#shared/editions.ts'
import type { ChainId } from '#shared/chains.ts'
import { appWith } from './app-with.ts'
import { orderPageDeps } from './order-page-fixture.ts'
import { orderDeps } from './order-fixture.ts'
import { PAY_CHAINS } from './pay-chains.ts'

interface FormSetting {
  readonly stock?: StockMode
  readonly limits?: number | 'off' | Limits
  readonly isSoldOut?: boolean
  /** Told of every look at a chain. */
  readonly onLook?: (chain: ChainId) => void
}

/** The plain pages alone, on a database; the picture always shows AB12CD. */
export function formApp(
  db: Db,
  clock: Clock,
  site: Site,
  { stock = 'backorder', limits = 'off', isSoldOut = false, onLook }: FormSetting = {},
): Promise<App> {
  const isMade = typeof limits === 'object'
  const ofBuyers = isMade ? limits : createLimits(db, clock, { factor: limits })
  const deps = { ...orderDeps(db, clock, { stock }), limits: ofBuyers }
  const orderPage = orderPageDeps(db, clock, { limits: isMade ? 'off' : limits })
  return appWith((app) => {
    plainPageRoutes(app, {
      ...deps,
      site,
      log: createLog({ level: 'silent' }),
      origin: { publicUrl: 'https://shop.example', isDemo: false },
      chains: PAY_CHAINS,
      isSecure: false,
      pinnedCode: 'AB12CD',
      readEditions: () =>
        Promise.resolve([{ id: 'standard', stock, sold_out: isSoldOut, keys_on_release: false }]),
      editionName: (edition) => (edition === 'standard' ? 'Standard Edition' : 'Supporter Edition'),
      orderPage,
      withdrawal: { ...orderPage, supportEmail: 'studio@example.com' },
      readStatus: () =>
        Promise.resolve({
          shop: 'selling',
          rails: [{ network: 'bitcoin', available: true, reason: null, simulated: false }],
          isMailDelayed: false,
          readAt: clock().toISOString(),
        }),
      lookNow: (chain) => {
        onLook?.(chain)
        return Promise.resolve()
      },
    })
  })
}

/** Who reads in English, from a page of the shop. */
const HEADERS = {
  'accept-language': 'en',
  origin: 'https://shop.example',
  'content-type': 'application/x-www-form-urlencoded',
}

export type FormApp = Pick<App, 'inject'>

export function post(
  app: FormApp,
  url: string,
  fields: Readonly<Record<string, string>> | string,
  headers: Readonly<Record<string, string>> = {},
) {
  const payload = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString()
  return app.inject({ method: 'POST', url, headers: { ...HEADERS, ...headers }, payload })
}

export function get(app: FormApp, url: string, headers: Readonly<Record<string, string>> = {}) {
  return app.inject({ method: 'GET', url, headers: { 'accept-language': 'en', ...headers } })
}

/** What the hidden fields of a page's form say. */
export function hiddenIn(html: string): Record<string, string> {
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]))
}

/** The Cookie header of who was given these. */
export function cookiesOf(reply: { readonly headers: object }): string {
  const given = [(reply.headers as { 'set-cookie'?: string | string[] })['set-cookie'] ?? []].flat()
  return given.map((one) => one.split(';')[0] ?? '').join('; ')
}
