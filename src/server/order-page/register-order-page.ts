import type { Feature } from '#server/http/feature.ts'
import type { ExplorerSettings, OrderPageDeps } from './order-page-deps.ts'
import { buyerRoutes } from './routes.ts'

interface OrderPageFeatureDeps extends Omit<OrderPageDeps, 'terms' | 'explorers' | 'gameTitle' | 'vat'> {
  readonly game: { readonly title: string }
  readonly releaseAt: () => Date
  readonly settings: ExplorerSettings & {
    readonly asksCountry: boolean
    readonly countryHeader: string | null
    readonly trustedProxies: readonly string[]
  }
}

interface OrderPage extends Feature {
  /** What an order's page is answered from, for the one without script. */
  readonly orderPage: OrderPageDeps
}

/** An order's page, for its buyer. */
export function registerOrderPage(deps: OrderPageFeatureDeps): OrderPage {
  const { game, settings } = deps
  const orderPage: OrderPageDeps = {
    ...deps,
    gameTitle: game.title,
    terms: { releaseAt: deps.releaseAt, outputNetworks: settings.outputNetworks, policy: deps.policy },
    explorers: settings,
    vat: {
      asksCountry: settings.asksCountry,
      // without a proxy that is trusted anyone could set the header
      countryHeader: settings.trustedProxies.length > 0 ? settings.countryHeader : null,
    },
  }
  return {
    orderPage,
    addRoutes: (app) => {
      buyerRoutes(app, orderPage)
    },
  }
}
