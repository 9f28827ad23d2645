import { existsSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { fileURLToPath } from 'node:url'
import { openAccounts } from '#server/accounts/open-accounts.ts'
import { auditRoutes } from '#server/accounts/audit-routes.ts'
import { authRoutes } from '#server/accounts/auth-routes.ts'
import { peopleRoutes } from '#server/accounts/people-routes.ts'
import { requireRouteRule } from '#server/accounts/public-calls.ts'
import { userRoutes } from '#server/accounts/user-routes.ts'
import type { OrderPageDeps } from '#server/order-page/order-page-deps.ts'
import { buyerRoutes } from '#server/order-page/routes.ts'
import { captchaRoutes } from '#server/captcha/routes.ts'
import type { Health, NotFoundPage } from '#server/http/create-app.ts'
import { createSettingsCheck } from '#server/diagnostics/check-settings.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Settings } from '#server/config/settings.ts'
import { createCounters } from '#server/counters/counters.ts'
import { counterRoutes } from '#server/counters/routes.ts'
import type { Jobs } from '#server/db/jobs.ts'
import { addEditions } from '#server/db/fill-reference-tables.ts'
import type { Listener } from '#server/db/listener.ts'
import { docsRoutes } from '#server/api-docs/routes.ts'
import { demoMailRoutes } from '#server/demo/mail-routes.ts'
import { demoRefundRoutes } from '#server/demo/refund-wallet-routes.ts'
import { demoWalletRoutes } from '#server/demo/wallet-routes.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { createSimWorker } from '#server/demo/sim-worker.ts'
import { plainPageRoutes } from '#server/plain-pages/routes.ts'
import { createLimits } from '#server/rate-limits/rate-limits.ts'
import { exportRoutes } from '#server/keys/export-routes.ts'
import { importRoutes } from '#server/keys/import-routes.ts'
import { keyRoutes } from '#server/keys/routes.ts'
import { readEditionStock } from '#server/keys/read-edition-stock.ts'
import { stockRoutes } from '#server/keys/stock-routes.ts'
import { createStockWatch } from '#server/keys/stock-watch.ts'
import { createLiveWorker } from '#server/live/live-worker.ts'
import type { Log } from '#server/runtime/log.ts'
import { mailSettingOf } from './mail-setting.ts'
import { createMailWorker } from '#server/mail/mail-worker.ts'
import { smtpTransport } from '#server/mail/mail-transport.ts'
import { rawClientOf, type App } from '#server/http/app.ts'
import type { Game } from '#shared/game.ts'
import { CHAINS, type ChainId } from '#shared/chains.ts'
import { openReaders, openTallies } from './open-readers.ts'
import { openSimChains } from './open-sim-chains.ts'
import { decisionRoutes } from '#server/staff-orders/decision-routes.ts'
import { orderExportRoutes } from '#server/staff-orders/export-routes.ts'
import { orderRoutes } from '#server/staff-orders/order-routes.ts'
import { refundRoutes } from '#server/staff-orders/refund-routes.ts'
import { reportRoutes } from '#server/staff-orders/report-routes.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { createChainWatcherWorker } from '#server/chain-watcher/chain-watcher-worker.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import { readRailStates } from '#server/chain-watcher/rail-states.ts'
import { replaceRoutes } from '#server/payments/replace-routes.ts'
import { paymentRoutes } from '#server/payments/routes.ts'
import { scheduleJobs } from './schedule-jobs.ts'
import { createRateWorker } from '#server/prices/rate-worker.ts'
import { fixedRates, liveRates } from '#server/prices/rates.ts'
import type { ShopDatabase } from './shop-database.ts'
import { DEFAULT_GAME_FOLDER } from '#server/site/default-game-folder.ts'
import { openGameFolder } from '#server/site/load-game.ts'
import { chooseLanguage } from '#server/site/choose-language.ts'
import { openSite } from '#server/site/open-site.ts'
import { sendNotFound, siteRoutes } from '#server/site/routes.ts'
import { supportRoutes } from '#server/support/routes.ts'
import { assetsOf } from '#shared/rails.ts'

/** What every feature may be built from. */
export interface ShopDeps {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  readonly database: ShopDatabase
  readonly jobs: Jobs
  readonly listener: Listener
  /** Where buyers reach the shop, without a slash at its end. */
  readonly publicUrl: string
}

/** All features put together. */
export interface Shop {
  readonly notFoundPage: NotFoundPage
  addRoutes(app: App): void
  /** Started in this order, stopped in the opposite one. */
  readonly workers: readonly BackgroundWorker[]
  /** Closes what browsers hold open, so that the server can close. */
  closeConnections(): Promise<void>
  /** Beside the database's own; the shop is ready while all of them are ok. */
  readonly health: () => Promise<Health['parts']>
}

const DIST_FOLDER = fileURLToPath(new URL('../../../dist/', import.meta.url))

/** The one place where the features of the shop meet. */
export async function compose(kernel: ShopDeps): Promise<Shop> {
  const { settings, clock, log, jobs, listener, publicUrl } = kernel
  if (!existsSync(DIST_FOLDER)) throw new Error('the site is not built yet: npm run build')
  const { db, secret } = kernel.database
  const sold = openGameFolder(settings.gameFolder ?? DEFAULT_GAME_FOLDER)
  const game = gameOnSale(sold.game, settings)
  const { texts } = sold
  const editionIds = game.editions.map(({ id }) => id)
  await addEditions(db, editionIds)
  const readEditions = () => readEditionStock(db, game.editions, clock())
  const limits = createLimits(db, clock, { factor: settings.limitFactor })
  const counters = createCounters(db, clock, settings.counters, editionIds)
  const site = await openSite({
    readCounters: () => counters.read(),
    readEditions,
    clock,
    log,
    game,
    texts,
    credits: sold.credits,
    legal: sold.legal,
    gameFolder: sold.folder,
    distFolder: DIST_FOLDER,
    profile: settings.profile,
    publicUrl,
    counters: settings.counters,
    bitcoinNetwork: settings.bitcoinNetwork,
    windowS: settings.paymentWindowS,
    chatSrc: settings.chatSrc,
  })

  const origin = { publicUrl: settings.publicUrl, isDemo: settings.profile === 'demo' }
  const isSecure = publicUrl.startsWith('https:')
  const accounts = openAccounts({ db, clock, log, secret, publicUrl, isSecure, issuer: game.title, origin })
  const live = createLiveWorker({
    db,
    log,
    listener,
    origin,
    clientOf: rawClientOf(settings.trustedProxies),
  })

  const isDemo = settings.profile === 'demo'
  if (isDemo) await seedDemo(db, editionIds)
  const simChains = openSimChains(settings, db, clock)
  const tallies = openTallies(settings, clock)
  const nodeReaders = openReaders(settings, { clock, log, tallies })
  const readers = CHAINS.flatMap((chain) => nodeReaders.get(chain) ?? simChains.get(chain)?.reader ?? [])
  const policy: PaymentPolicy = {
    confirmations: settings.confirmations,
    quorumCents: settings.quorumCents,
    endpointCount: (chain) => readers.find((reader) => reader.chain === chain)?.endpointCount ?? 0,
    rates: settings.rates === 'live' ? liveRates({ db, clock }) : fixedRates(settings.rates, clock),
  }
  const payments = createChainWatcherWorker({
    db,
    url: kernel.database.url,
    clock,
    log,
    listener,
    policy,
    readers,
    alongside: [
      ...(settings.rates === 'live'
        ? [createRateWorker({ db, clock, log, assets: assetsOf(settings.rails) })]
        : []),
      ...(simChains.size > 0 ? [createSimWorker({ chains: [...simChains.values()], log })] : []),
    ],
  })

  const mailSetting = mailSettingOf({ game, texts }, publicUrl)
  const buyer: OrderPageDeps = {
    db,
    clock,
    limits,
    terms: { releaseAt: game.releaseAt, bitcoinNetwork: settings.bitcoinNetwork },
    explorers: { chains: settings.chains, bitcoinNetwork: settings.bitcoinNetwork },
    policy,
    gameTitle: game.title,
    editionName: mailSetting.editionName,
    formatInvoice: site.invoiceText,
    isSecure,
    origin,
  }
  const transport = settings.smtpUrl === null ? null : smtpTransport(settings.smtpUrl, settings.mailFrom)
  const checkSettings = createSettingsCheck({ db, clock, settings, readers: nodeReaders, tallies, transport })
  const mail = createMailWorker({
    db,
    clock,
    log,
    jobs,
    listener,
    transport,
    settings: mailSetting,
  })

  scheduleJobs(jobs, { db, clock, log })

  return {
    notFoundPage: (request, reply) => sendNotFound(site, request, reply),
    addRoutes: (app) => {
      app.addHook('onRoute', requireRouteRule)
      siteRoutes(app, site, async (request) => (await accounts.access.actorOf(request)) !== null)
      captchaRoutes(app, {
        db,
        clock,
        limits,
        secret,
        pinnedCode: settings.captchaCode,
        isSecure,
      })
      const people = { db, clock, limits, isSecure, ...accounts, publicUrl, editionIds }
      authRoutes(app, people)
      userRoutes(app, { ...people, allowsSelfGrant: settings.allowsSelfGrant })
      peopleRoutes(app, people)
      keyRoutes(app, people)
      importRoutes(app, people)
      exportRoutes(app, people)
      replaceRoutes(app, people)
      auditRoutes(app, people)
      const orders = {
        db,
        clock,
        access: accounts.access,
        policy,
        releaseAt: game.releaseAt,
        bitcoinNetwork: settings.bitcoinNetwork,
        lookNow: (chain: ChainId) => payments.lookNow(chain),
      }
      orderRoutes(app, orders)
      decisionRoutes(app, orders)
      refundRoutes(app, orders)
      orderExportRoutes(app, orders)
      reportRoutes(app, { ...orders, editionIds, checkSettings })
      counterRoutes(app, { counters, editionIds, limits })
      stockRoutes(app, { limits, readEditions })
      const checkout = {
        db,
        clock,
        limits,
        policy,
        secret,
        editions: game.editions,
        wallets: settings.wallets,
        bitcoinNetwork: settings.bitcoinNetwork,
        windowS: settings.paymentWindowS,
        isSecure,
        railStates: () => readRailStates(db, settings, clock()),
        // the page says in which language it is read; its address may name another than cookie and browser
        languageOf: ({
          cookie,
          'accept-language': acceptLanguage,
          'content-language': page,
        }: IncomingHttpHeaders) => chooseLanguage({ query: page ?? null, cookie, acceptLanguage }),
        lookNow: (chain: ChainId) => payments.lookNow(chain),
      }
      paymentRoutes(app, checkout)
      supportRoutes(app, { ...checkout, supportEmail: game.supportEmail })
      buyerRoutes(app, buyer)
      plainPageRoutes(app, {
        ...checkout,
        site,
        log,
        origin,
        readEditions,
        pinnedCode: settings.captchaCode,
        editionName: mailSetting.editionName,
        buyer,
      })
      if (isDemo) {
        demoMailRoutes(app, { db, settings: mailSetting })
        const wallet = {
          db,
          simChain: (chain: ChainId) => simChains.get(chain) ?? null,
          nudge: (chain: ChainId) => payments.lookNow(chain),
        }
        demoWalletRoutes(app, wallet)
        demoRefundRoutes(app, wallet)
      }
      docsRoutes(app)
      live.attach(app.server)
    },
    workers: [
      {
        name: 'site',
        start: () => Promise.resolve(),
        stop: () => Promise.resolve(void site.close()),
      },
      createStockWatch({
        db,
        clock,
        log,
        listener,
        editions: game.editions,
        onChanged: () => {
          live.notify('editions')
          return site.refresh()
        },
      }),
      payments,
      mail,
    ],
    closeConnections: () => live.stop(),
    // a rail that is down is told, and makes the shop no less ready: the others sell on
    health: async () => {
      const rails = await readRailStates(db, settings, clock())
      return Object.fromEntries(
        rails.map(({ network, available, reason }) => [
          `rail ${network}`,
          { ok: available, ...(reason === null ? {} : { detail: reason }) },
        ]),
      )
    },
  }
}

/** The game folder's game, with what the settings say otherwise. */
function gameOnSale(game: Game, { supportEmail, launchAt }: Settings): Game {
  return { ...game, supportEmail: supportEmail ?? game.supportEmail, releaseAt: launchAt ?? game.releaseAt }
}
