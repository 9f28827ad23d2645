import { quotingOf, SOLD_ASSETS, type SoldAsset } from '#shared/assets.ts'
import { parseRate, type Rate } from '#shared/money.ts'

/** The demo's rates: 60,000 dollars for a bitcoin, 3,000 for an ether, one for a dollar coin. */
export const TEST_RATES = Object.fromEntries(
  SOLD_ASSETS.map((asset) => [asset, parseRate(quotingOf(asset).demoRate)]),
) as Record<SoldAsset, Rate>
