import { registerAccounts } from '#server/accounts/register-accounts.ts'
import { createBackupWorker } from '#server/backups/backup-worker.ts'
import { describeBackups } from '#server/backups/describe-backups.ts'
import { readDatabaseId } from '#server/backups/read-database-id.ts'
import { requireRouteRule } from '#server/accounts/public-calls.ts'
import { createAddressPoolWorker } from '#server/address-pool/address-pool-worker.ts'
import { docsRoutes } from '#server/api-docs/routes.ts'
import { registerCaptcha } from '#server/captcha/register-captcha.ts'
import { registerBulletins } from '#server/bulletins/register-bulletins.ts'
import { registerChainWatcher } from '#server/chain-watcher/register-chain-watcher.ts'
import { registerCounters } from '#server/counters/register-counters.ts'
import { createCleanUpWorker } from '#server/db/clean-up-worker.ts'
import { addEditions } from '#server/db/fill-reference-tables.ts'
import { registerDemo } from '#server/demo/register-demo.ts'
import { discountRoutes } from '#server/discounts/routes.ts'
import { raiseAlert } from '#server/alerts/raise-alert.ts'
import { registerAlerts } from '#server/alerts/register-alerts.ts'
import { editionFileRoutes } from '#server/edition-files/routes.ts'
import { createSettingsCheck } from '#server/diagnostics/check-settings.ts'
import type { App } from '#server/http/app.ts'
import type { Health, NotFoundPage } from '#server/http/create-app.ts'
import type { Feature } from '#server/http/feature.ts'
import { firstDayRoutes } from '#server/first-day/routes.ts'
import { registerGameChanges } from '#server/game-changes/register-game-changes.ts'
import { registerKeyRelease } from '#server/key-release/register-key-release.ts'
import { registerKeys } from '#server/keys/register-keys.ts'
import { registerLive } from '#server/live/register-live.ts'
import { registerMail } from '#server/mail/register-mail.ts'
import { createHeartbeatWorker } from '#server/monitoring/heartbeat-worker.ts'
import { registerMonitoring } from '#server/monitoring/register-monitoring.ts'
import { canSell } from '#server/monitoring/sales-health.ts'
import { registerOrderPage } from '#server/order-page/register-order-page.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import { registerPayments } from '#server/payments/register-payments.ts'
import { countOpenUnpaid } from '#server/payments/unpaid-orders.ts'
import { sendNotice } from '#server/plain-pages/notice-routes.ts'
import { registerPlainPages } from '#server/plain-pages/register-plain-pages.ts'
import { createPayoutWorker } from '#server/payouts/payout-worker.ts'
import { createFreezeChecks, createFreezeWorker } from '#server/refunds/freeze-checks.ts'
import { registerPrices } from '#server/prices/register-prices.ts'
import { createMarkWorker } from '#server/recovery/mark-worker.ts'
import { registerExternalOrders } from '#server/external-orders/register-external-orders.ts'
import { readApiRoutes } from '#server/read-api/routes.ts'
import { recoveryRoutes } from '#server/recovery/routes.ts'
import { createLimits } from '#server/rate-limits/rate-limits.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { registerWithdrawal } from '#server/withdrawal/register-withdrawal.ts'
import { readCommit, readRelease } from '#server/runtime/release.ts'
import { registerSite } from '#server/site/register-site.ts'
import { registerStaffOrders } from '#server/staff-orders/register-staff-orders.ts'
import { supportRoutes } from '#server/support/routes.ts'
import { addressRoutes } from '#server/sweep/address-routes.ts'
import type { ChainId } from '#shared/chains.ts'
import { registerWaitingList } from '#server/waiting-list/register-waiting-list.ts'
import { registerWebhooks } from '#server/webhooks/register-webhooks.ts'
import { cleanUpsOf } from './clean-ups.ts'
import { mailSettingsFor } from './mail-settings-for.ts'
import { openChains } from './open-chains.ts'
import { openFunds, xpubsOf } from './open-funds.ts'
import { shareDeps, type ShopDeps } from './share-deps.ts'

/** The composed shop. */
export interface Shop {
  readonly notFoundPage: NotFoundPage
  addRoutes(app: App): void
  /** Started in this order, stopped in reverse. */
  readonly workers: readonly BackgroundWorker[]
  /** Closes the browsers' open connections, so that the server can close. */
  closeConnections(): Promise<void>
  /** In addition to the database's; the shop is ready while all of them are ok. */
  readonly health: () => Promise<Health['parts']>
}

/** Composes the shop: each feature registers itself and gets what it needs of the others. */
export async function compose(deps: ShopDeps): Promise<Shop> {
  const base = shareDeps(deps)
  const { settings, game, publicUrl, db } = base
  await addEditions(db, base.editionIds)
  await base.gameOnSale.refresh()
  // features that need each other: the later one is used only once the shop serves
  const lookNow = (chain: ChainId) => chainWatcher.lookNow(chain)
  const onStockChanged = () => {
    live.notify('editions')
    return pages.site.refresh()
  }

  const limits = createLimits(db, base.clock, { factor: settings.limitFactor })
  const accounts = registerAccounts({
    ...base,
    limits,
    issuer: game.title,
    onManyFailures: (tx, userId, at) =>
      raiseAlert(tx, { kind: 'sign-ins-failed', subject: 'shop', facts: { userId }, at }),
  })
  const { access } = accounts
  const captcha = registerCaptcha({
    ...base,
    limits,
    unpaidOrdersOf: (client) => countOpenUnpaid(base, client),
  })
  const live = registerLive(base)
  const keys = registerKeys({ ...base, limits, access, onStockChanged })
  const { readEditions } = keys
  const counters = registerCounters({ ...base, limits })
  const mailSettings = mailSettingsFor(() => base.gameOnSale.current(), publicUrl, base)
  const { editionName } = mailSettings
  const mail = registerMail({ ...base, mailSettings, isMailStopped: deps.demo?.faults.isMailStopped ?? null })
  const pages = await registerSite({
    ...base,
    readCounters: () => counters.read(),
    readEditions,
    sold: base.gameOnSale.current(),
    currentGame: () => base.gameOnSale.current(),
    isSignedIn: async (request) => (await access.actorOf(request)) !== null,
  })
  const { site, languageOf } = pages
  const demo = await registerDemo({ ...base, mailSettings, lookNow })
  const prices = registerPrices(base)
  const chains = openChains({ ...base, simChains: demo.simChains })
  const policy: PaymentPolicy = {
    confirmations: settings.confirmations,
    quorumCents: settings.quorumCents,
    singleNodeCents: settings.singleNodeCents,
    endpointCount: chains.endpointCount,
    rates: prices.rates,
    currency: base.currency,
  }
  const { guard, record } = deps.database
  const addressPool = createAddressPoolWorker({
    ...base,
    onReserved: async () => {
      await guard.refresh(db)
      await guard.mark.save()
      await record.reserved()
    },
    wallets: settings.wallets,
    readers: chains.readers,
  })
  const funds = openFunds(settings, base)
  const freezeChecks = createFreezeChecks({ ...base, readers: chains.readers })
  const chainWatcher = registerChainWatcher({
    ...base,
    isDiskFull: base.machine.isDiskFull,
    policy,
    readers: chains.readers,
    alongside: [
      ...prices.leaderWorkers,
      ...demo.leaderWorkers,
      addressPool,
      createFreezeWorker({ ...base, checks: freezeChecks }),
      createPayoutWorker({ ...base, policy, funds, readers: chains.nodeReaders }),
      createBackupWorker(await backupDepsOf(deps)),
      createCleanUpWorker({ ...base, cleanUps: cleanUpsOf(base) }),
      createHeartbeatWorker({
        ...base,
        url: settings.heartbeatUrl,
        canSell: async () => canSell(await monitoring.shopState()),
      }),
    ],
  })
  const { railStates } = chainWatcher
  const release = { version: await readRelease(), commit: await readCommit() }
  const readBackups = () => describeBackups(db, settings.backups, base.clock())
  const monitoring = registerMonitoring({
    ...base,
    limits,
    access,
    railStates,
    currenciesWithoutRate: prices.currenciesWithoutRate,
    machineState: base.machine.state,
    tallies: chains.tallies,
    pools: { shop: deps.database.pool },
    release,
    readBackups,
  })
  const payments = registerPayments({ ...base, limits, access, policy, languageOf, railStates, lookNow })
  const { checkout } = payments
  const order = registerOrderPage({
    ...base,
    limits,
    policy,
    freezeChecks,
    editionName,
    formatInvoice: site.invoiceText,
  })
  const withdrawal = registerWithdrawal({ ...base, limits, policy, freezeChecks })
  const plainPages = registerPlainPages({
    ...base,
    ...checkout,
    site,
    readEditions,
    editionName,
    orderPage: order.orderPage,
    withdrawal: withdrawal.withdrawal,
    readStatus: monitoring.readStatus,
    setup: deps.firstRun ?? null,
  })
  const checkSettings = createSettingsCheck({
    ...base,
    readers: chains.nodeReaders,
    railStates,
    tallies: chains.tallies,
    transport: mail.transport,
  })
  const staffOrders = registerStaffOrders({
    claimPayment: chainWatcher.claimPayment,
    ...base,
    access,
    policy,
    lookNow,
    freezeChecks,
    checkSettings,
  })
  const alerts = registerAlerts({ ...base, access })

  // in the order in which their workers start
  const features = [
    pages,
    captcha,
    accounts,
    keys,
    { workers: [createMarkWorker({ ...base, guard })] },
    chainWatcher,
    staffOrders,
    featureOf(addressRoutes, { ...base, access, xpubs: xpubsOf(settings), funds }),
    featureOf(recoveryRoutes, { ...base, access }),
    counters,
    payments,
    featureOf(supportRoutes, { ...base, limits, supportEmail: game.supportEmail, languageOf }),
    order,
    featureOf(editionFileRoutes, {
      ...{ ...base, limits, access },
      sendNotice: (...answer) => sendNotice({ ...base, site }, ...answer),
    }),
    withdrawal,
    plainPages,
    demo,
    ...(settings.hasApiDocs
      ? [featureOf(docsRoutes, { ...base, site, title: game.title, version: release.version })]
      : []),
    live,
    monitoring,
    registerGameChanges({ ...base, access, site, refreshPages: () => site.refresh() }),
    featureOf(discountRoutes, { ...base, access }),
    registerBulletins({ ...base, access, policy, mailSettings, freezeChecks }),
    registerKeyRelease({ ...base, access, policy }),
    featureOf(firstDayRoutes, { ...base, access, mailSettings, ...monitoring, readBackups }),
    registerWaitingList(base),
    registerWebhooks({ ...base, access, chat: { ...mailSettings, language: settings.alertLanguage } }),
    registerExternalOrders({ ...base, limits }),
    featureOf(readApiRoutes, { ...base, limits }),
    alerts,
    mail,
  ]
  return { ...shopOf(features), notFoundPage: pages.notFoundPage, closeConnections: () => live.stop() }
}

/** A feature that consists of routes. */
function featureOf<Deps>(addRoutes: (app: App, deps: Deps) => void, deps: Deps): Feature {
  return { addRoutes: (app) => addRoutes(app, deps) }
}

async function backupDepsOf({ database, settings, clock, log }: ShopDeps) {
  const { db, ownerUrl } = database
  const { backups } = settings
  return { db, ownerUrl, databaseId: await readDatabaseId(db), backups, secrets: settings, clock, log }
}

function shopOf(features: readonly Feature[]): Pick<Shop, 'addRoutes' | 'workers' | 'health'> {
  return {
    addRoutes: (app) => {
      app.addHook('onRoute', requireRouteRule)
      for (const feature of features) feature.addRoutes?.(app)
    },
    workers: features.flatMap(({ workers = [] }) => workers),
    health: async () => {
      const parts = await Promise.all(features.map(async ({ health }) => (await health?.()) ?? {}))
      return Object.fromEntries(parts.flatMap((part) => Object.entries(part)))
    },
  }
}
