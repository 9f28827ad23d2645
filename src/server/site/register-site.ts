import { existsSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { NotFoundPage } from '#server/http/create-app.ts'
import type { Feature } from '#server/http/feature.ts'
import { createRepeater } from '#server/http/repeat-answers.ts'
import type { Language } from '#shared/languages.ts'
import { chooseLanguage } from './choose-language.ts'
import { embedRoutes } from './embed-routes.ts'
import type { GameFolder } from './load-game.ts'
import { openSite, type Site } from './open-site.ts'
import { sendNotFound, siteRoutes } from './routes.ts'
import { securityTxt } from './security-txt.ts'
import type { SiteDeps } from './site-deps.ts'

type SiteSettings = Pick<
  SiteDeps,
  'profile' | 'counters' | 'outputNetworks' | 'rails' | 'chains' | 'chatSrc' | 'embedOrigins'
>

interface SiteFeatureDeps extends Pick<SiteDeps, 'readCounters' | 'readEditions' | 'clock' | 'log'> {
  readonly sold: GameFolder
  /** The game as it is sold now. */
  readonly currentGame: () => GameFolder
  readonly publicUrl: string
  readonly settings: SiteSettings & {
    readonly paymentWindowS: number
    readonly securityContact: string | null
    /** Null if none is set: then `security.txt` names no address of its own. */
    readonly publicUrl: string | null
  }
  /** Whether a request comes from a signed-in member of staff. */
  readonly isSignedIn: Parameters<typeof siteRoutes>[2]
}

interface SiteFeature extends Feature {
  readonly site: Site
  readonly notFoundPage: NotFoundPage
  /** The language of the page that makes a call; its URL may name another one than cookie and browser. */
  readonly languageOf: (headers: IncomingHttpHeaders) => Language
}

const DIST_FOLDER = fileURLToPath(new URL('../../../dist/', import.meta.url))

/** Registers the pages and files of the site. */
export async function registerSite(deps: SiteFeatureDeps): Promise<SiteFeature> {
  if (!existsSync(DIST_FOLDER)) throw new Error('the site is not built yet: npm run build')
  const { sold, settings } = deps
  const site = await openSite(
    {
      ...deps,
      ...sold,
      gameFolder: sold.folder,
      profile: settings.profile,
      counters: settings.counters,
      outputNetworks: settings.outputNetworks,
      rails: settings.rails,
      chains: settings.chains,
      chatSrc: settings.chatSrc,
      embedOrigins: settings.embedOrigins,
      distFolder: DIST_FOLDER,
      windowS: settings.paymentWindowS,
    },
    deps.currentGame,
  )
  return {
    site,
    notFoundPage: (request, reply) => sendNotFound(site, request, reply),
    languageOf: ({ cookie, 'accept-language': acceptLanguage, 'content-language': page }) =>
      chooseLanguage({ query: page ?? null, cookie, acceptLanguage }, sold.game.languages),
    addRoutes: (app) => {
      siteRoutes(app, site, deps.isSignedIn, createRepeater(app, deps))
      embedRoutes(app, site)
      app.get('/.well-known/security.txt', { schema: { hide: true } }, async (_request, reply) => {
        const contact = settings.securityContact ?? sold.game.supportEmail
        const text = securityTxt({ contact, publicUrl: settings.publicUrl }, deps.clock())
        return reply.type('text/plain; charset=utf-8').header('cache-control', 'max-age=86400').send(text)
      })
    },
    workers: [
      {
        name: 'site',
        start: () => Promise.resolve(),
        stop: () => Promise.resolve(void site.close()),
      },
    ],
  }
}
