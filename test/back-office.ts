import { USD } from '#shared/currency.ts'
import { alertRoutes } from '#server/alerts/routes.ts'
import { claimPayment } from '#server/chain-watcher/claim-payment.ts'
import { claimRoutes } from '#server/staff-orders/claim-routes.ts'
import type { StaffOrdersDeps } from '#server/staff-orders/staff-orders-deps.ts'
import { decisionRoutes } from '#server/staff-orders/decision-routes.ts'
import { externalOrderRoutes } from '#server/staff-orders/external-order-routes.ts'
import { exportRoutes } from '#server/keys/export-routes.ts'
import { keyRoutes } from '#server/keys/routes.ts'
import { overviewRoutes } from '#server/monitoring/overview-routes.ts'
import { readShopState } from '#server/monitoring/read-shop-state.ts'
import { orderExportRoutes } from '#server/staff-orders/export-routes.ts'
import { manyOrdersRoutes } from '#server/staff-orders/many-orders-routes.ts'
import { orderRoutes } from '#server/staff-orders/order-routes.ts'
import { refundRoutes } from '#server/staff-orders/refund-routes.ts'
import { reportRoutes } from '#server/staff-orders/report-routes.ts'
import { addressRoutes } from '#server/sweep/address-routes.ts'
import type { CreatePaymentDeps } from '#server/payments/insert-order.ts'
import { ROLES, type Role } from '#shared/permissions.ts'
import type { SettingsCheckReply } from '#shared/reports-api.ts'
import {
  accountFixture,
  makePerson,
  openBrowser,
  type AccountFixture,
  type Browser,
} from './account-fixture.ts'
import { EDITION_IDS, testEditions } from './editions.ts'
import { lookAtRefunds, noFreezeChecks, REFUND_TERMS, simChainOf } from './refund-fixture.ts'
import { TEST_CIPHER } from './installation-secret.ts'
import { HEALTHY_MACHINE } from './machine-state.ts'

export interface BackOffice {
  readonly fixture: AccountFixture
  /** Each role's browser, signed in. */
  readonly as: Readonly<Record<Role, Browser>>
}

const UNCHECKED: Omit<SettingsCheckReply, 'success'> = {
  checkedAt: '2026-11-20T12:00:00.000Z',
  rails: [],
  chains: [],
  frozen: [],
  mail: { kind: 'kept', message: null, unsent: 0, oldestUnsentAt: null },
  database: { version: '18', sizeBytes: 0, connections: 1 },
  backups: {
    isScheduled: false,
    isEncrypted: false,
    lastAt: null,
    isOld: false,
    verifiedAt: null,
    failure: null,
    checkFailure: null,
  },
  wallets: [],
}

/** Everything the back office asks about orders, and one person of each role. Sign-in reads the system's time, orders the clock of `orders`. */
export async function backOffice(orders: CreatePaymentDeps): Promise<BackOffice> {
  const fixture = await accountFixture(orders.db, {
    addRoutes: (app, { access }) => {
      const shop = {
        ...orders,
        ...REFUND_TERMS,
        access,
        editionIds: EDITION_IDS,
        currency: USD,
        keyCipher: TEST_CIPHER,
        freezeChecks: noFreezeChecks,
        lookNow: () => lookAtRefunds(orders, simChainOf(orders)),
        claimPayment: (...claim: Parameters<StaffOrdersDeps['claimPayment']>) =>
          claimPayment({ ...orders, readers: [simChainOf(orders).reader] }, ...claim),
        checkSettings: () => Promise.resolve(UNCHECKED),
      }
      alertRoutes(app, shop)
      orderRoutes(app, shop)
      decisionRoutes(app, shop)
      manyOrdersRoutes(app, shop)
      claimRoutes(app, shop)
      refundRoutes(app, shop)
      externalOrderRoutes(app, shop)
      orderExportRoutes(app, shop)
      keyRoutes(app, shop)
      exportRoutes(app, shop)
      const xpubs = Object.values(orders.wallets).filter((xpub) => xpub !== null)
      addressRoutes(app, { ...shop, xpubs, funds: new Map() })
      reportRoutes(app, shop)
      overviewRoutes(app, {
        ...shop,
        shopState: () =>
          readShopState({
            ...{ ...shop, editions: testEditions(), machineState: () => HEALTHY_MACHINE },
            currenciesWithoutRate: () => Promise.resolve([]),
          }),
        readBackups: () => Promise.resolve(UNCHECKED.backups),
      })
    },
  })
  const browsers: [Role, Browser][] = []
  for (const role of ROLES) {
    await makePerson(orders.db, `${role}@example.com`, role)
    const browser = openBrowser(fixture.app)
    await browser.signIn(`${role}@example.com`)
    browsers.push([role, browser])
  }
  return { fixture, as: Object.fromEntries(browsers) as Record<Role, Browser> }
}
