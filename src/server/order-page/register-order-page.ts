import type { Feature } from '#server/http/feature.ts'
import type { ExplorerSettings, OrderPageDeps } from './order-page-deps.ts'
import { buyerRoutes } from './routes.ts'

interface OrderPageFeatureDeps extends Omit<OrderPageDeps, 'terms' | 'explorers' | 'gameTitle'> {
  readonly game: { readonly title: string; readonly releaseAt: Date }
  readonly settings: ExplorerSettings
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
    terms: { releaseAt: game.releaseAt, bitcoinNetwork: settings.bitcoinNetwork, policy: deps.policy },
    explorers: settings,
  }
  return {
    orderPage,
    addRoutes: (app) => {
      buyerRoutes(app, orderPage)
    },
  }
}
