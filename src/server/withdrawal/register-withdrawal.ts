import type { Feature } from '#server/http/feature.ts'
import type { Log } from '#server/runtime/log.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import type { OutputNetworks } from '#shared/address-form.ts'
import { createWithdrawalWorker } from './refund-withdrawn.ts'
import type { WithdrawalDeps } from './submit-withdrawal.ts'

interface WithdrawalFeatureDeps extends Omit<WithdrawalDeps, 'terms' | 'gameTitle' | 'supportEmail'> {
  readonly game: { readonly title: string; readonly supportEmail: string }
  readonly releaseAt: () => Date
  readonly outputNetworks: OutputNetworks
  readonly policy: PaymentPolicy
  readonly log: Log
}

interface Withdrawal extends Feature {
  /** What `/withdraw` is answered from. */
  readonly withdrawal: WithdrawalDeps
}

/** Withdrawal from a contract: statements, and the refunds they lead to. */
export function registerWithdrawal(deps: WithdrawalFeatureDeps): Withdrawal {
  const { game, outputNetworks, policy } = deps
  const withdrawal: WithdrawalDeps = {
    ...deps,
    terms: { releaseAt: deps.releaseAt, outputNetworks, policy },
    gameTitle: game.title,
    supportEmail: game.supportEmail,
  }
  return { withdrawal, workers: [createWithdrawalWorker({ ...withdrawal, log: deps.log })] }
}
