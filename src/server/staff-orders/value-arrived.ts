import type { PaymentPolicy } from '#server/payments/policy.ts'
import { decimalsOf, SOLD_ASSETS, type SoldAsset } from '#shared/assets.ts'
import type { Currency } from '#shared/currency.ts'
import { valueInCents, type Rate } from '#shared/money.ts'
import type { ValuedMoney } from '#shared/arrived-money.ts'
import type { ArrivedSum } from './read-arrived.ts'

/** Values what came at the rate of when it came and at the current one, for whoever decides about it. */
export async function valueArrived(
  arrived: readonly ArrivedSum[],
  { rates, currency }: { readonly rates: PaymentPolicy['rates']; readonly currency: Currency },
): Promise<ValuedMoney[]> {
  return Promise.all(
    arrived.map(async ({ chain, asset, amount, sum, seenAt }) => {
      const worthAt = async (rateOf: (sold: SoldAsset) => Promise<Rate | null>) => {
        const sold = SOLD_ASSETS.find((one) => one === asset)
        const rate = sold === undefined ? null : await rateOf(sold)
        return rate === null ? null : Number(valueInCents(sum, currency, rate, decimalsOf(chain, asset)))
      }
      return {
        chain,
        asset,
        amount,
        seenAt: seenAt.toISOString(),
        thenCents: await worthAt((sold) => rates.near(sold, seenAt, currency)),
        nowCents: await worthAt(async (sold) => (await rates.current(sold, currency))?.rate ?? null),
      }
    }),
  )
}
