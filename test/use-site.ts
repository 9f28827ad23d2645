import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { afterAll, beforeAll } from 'vitest'
import type { App } from '#server/http/app.ts'
import { createRepeater } from '#server/http/repeat-answers.ts'
import { createLog } from '#server/runtime/log.ts'
import { embedRoutes } from '#server/site/embed-routes.ts'
import { openGameFolder } from '#server/site/load-game.ts'
import { openSite, type Site } from '#server/site/open-site.ts'
import { sendNotFound, siteRoutes } from '#server/site/routes.ts'
import type { SiteDeps } from '#server/site/site-deps.ts'
import { offeredRails } from '#shared/rails.ts'
import { buildOnce } from './served-shop.ts'
import { SIMULATED_NETWORKS } from './simulated-networks.ts'
import { networksAll } from '#shared/address-form.ts'

/** The site of the game with the files that the build makes, as the demo has it. */
export const SITE_DEPS: SiteDeps = {
  readCounters: () => Promise.resolve([]),
  readEditions: () => Promise.resolve([]),
  clock: () => new Date('2025-10-16T20:58:53Z'),
  log: createLog({ level: 'silent' }),
  ...openGameFolder('game'),
  gameFolder: 'game',
  distFolder: 'dist',
  profile: 'demo',
  publicUrl: null,
  counters: 'true',
  outputNetworks: networksAll('regtest'),
  rails: offeredRails([]),
  chains: SIMULATED_NETWORKS,
  windowS: 900,
  chatSrc: null,
  embedOrigins: [],
}

/** Opens the site before the tests of a file or `describe`, and closes it after them. A cookie signs in. */
export function useSite(changes: Partial<SiteDeps> = {}, onSale?: Parameters<typeof openSite>[1]) {
  let site: Site
  let app: App
  beforeAll(async () => {
    buildOnce(process.cwd())
    const deps = { ...SITE_DEPS, ...changes }
    site = await openSite(deps, onSale)
    app = Fastify().withTypeProvider<ZodTypeProvider>()
    app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
    app.setNotFoundHandler((request, reply) => sendNotFound(site, request, reply))
    const isSignedIn = (cookie: string | undefined) => Promise.resolve(cookie === 'signed-in')
    siteRoutes(app, site, ({ headers }) => isSignedIn(headers.cookie), createRepeater(app, deps))
    embedRoutes(app, site)
  })
  afterAll(async () => {
    site.close()
    await app.close()
  })
  return {
    get site() {
      return site
    },
    /** The styles that a page names in files, and those inside it. */
    cssOf: (html: string) =>
      [...linkedCss(site, html), /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''].join(''),
    get: (url: string, headers: Readonly<Record<string, string>> = {}, method: 'GET' | 'HEAD' = 'GET') =>
      app.inject({ method, url, headers }),
  }
}

function linkedCss({ assets }: Site, html: string): string[] {
  const paths = [...html.matchAll(/<link rel="stylesheet" href="(\/game\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  )
  return paths.map((path) => {
    const content = assets.get(path)
    if (content === undefined || 'file' in content) throw new Error(`expected a style sheet at ${path}`)
    return content.plain.toString()
  })
}
