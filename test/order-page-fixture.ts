import type { OrderPageDeps } from '#server/order-page/order-page-deps.ts'
import { openEditionFiles } from '#server/edition-files/edition-files.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { createLimits } from '#server/rate-limits/rate-limits.ts'
import { forEachChain } from '#shared/chains.ts'
import { orderDeps } from './order-fixture.ts'
import { noFreezeChecks } from './refund-fixture.ts'
import { TEST_CIPHER, TEST_SECRET } from './installation-secret.ts'
import { LANGUAGES } from '#shared/languages.ts'
import { networksAll } from '#shared/address-form.ts'

const SIMULATED = { chainId: null, isSimulated: true }

/** What answers a buyer, as the demo is set; the game came out on the 20th of November 2026. */
export function orderPageDeps(
  db: Db,
  clock: Clock,
  { limits = 'off', ...changes }: Partial<Omit<OrderPageDeps, 'limits'>> & { limits?: number | 'off' } = {},
): OrderPageDeps {
  const { policy } = orderDeps(db, clock)
  return {
    db,
    secret: TEST_SECRET,
    keyCipher: TEST_CIPHER,
    editionFiles: openEditionFiles([], () => []),
    recordHandOut: () => Promise.resolve(),
    clock,
    limits: createLimits(db, clock, { factor: limits }),
    terms: {
      releaseAt: () => new Date('2026-11-20T00:00:00Z'),
      outputNetworks: networksAll('regtest'),
      policy,
    },
    freezeChecks: noFreezeChecks,
    explorers: {
      chains: forEachChain(() => SIMULATED),
      outputNetworks: networksAll('regtest'),
    },
    policy,
    gameTitle: 'Ashen Dominion',
    languages: LANGUAGES,
    editionName: (edition) => (edition === 'standard' ? 'Standard Edition' : 'Supporter Edition'),
    // the site words it; here its facts stand as they are
    formatInvoice: (facts, language) => `${language}\n${JSON.stringify(facts, null, 1)}\n`,
    vat: { asksCountry: false, countryHeader: null },
    isSecure: false,
    origin: { publicUrl: 'https://shop.example', isDemo: false },
    ...changes,
  }
}
