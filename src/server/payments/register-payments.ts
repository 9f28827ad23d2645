import { createAddressQueue } from '#server/address-pool/address-queue.ts'
import type { Access } from '#server/accounts/require-access.ts'
import type { Feature } from '#server/http/feature.ts'
import { replaceRoutes } from './replace-routes.ts'
import { programOrderRoutes, type ProgramOrderDeps } from './program-routes.ts'
import { paymentRoutes, type PaymentDeps } from './routes.ts'

interface PaymentsFeatureDeps extends Omit<
  PaymentDeps,
  'wallets' | 'outputNetworks' | 'chains' | 'windowS' | 'addresses'
> {
  readonly access: Access
  readonly publicUrl: ProgramOrderDeps['publicUrl']
  readonly languages: ProgramOrderDeps['languages']
  readonly settings: Pick<PaymentDeps, 'wallets' | 'outputNetworks' | 'chains'> & {
    readonly paymentWindowS: number
  }
}

interface Payments extends Feature {
  /** What an order is made from, for the forms that make one without script. */
  readonly checkout: PaymentDeps
}

/** Orders and their payments. */
export function registerPayments(deps: PaymentsFeatureDeps): Payments {
  const { wallets, outputNetworks, chains, paymentWindowS: windowS } = deps.settings
  const checkout = {
    ...deps,
    wallets,
    outputNetworks,
    chains,
    windowS,
    addresses: createAddressQueue(deps.db, deps.limits.aside),
  }
  return {
    checkout,
    addRoutes: (app) => {
      paymentRoutes(app, checkout)
      programOrderRoutes(app, checkout)
      replaceRoutes(app, deps)
    },
  }
}
