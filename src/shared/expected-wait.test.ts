import { expect, test } from 'vitest'
import { expectedWaitS } from './expected-wait.ts'
import type { NetworkId } from './rails.ts'

test.each<[NetworkId, number, number, number, boolean, number | null]>([
  // network, price in dollars, required, confirmations, simulated; seconds
  ['bitcoin', 63.99, 1, 0, false, 600],
  ['bitcoin', 500, 2, 1, false, 600],
  ['ethereum', 63.99, 12, 0, false, 144],
  ['ethereum', 63.99, 12, 5, false, 84],
  ['ethereum', 63.99, 12, 12, false, null],
  // final after two to three epochs, although 32 confirmations are shown
  ['erc20', 2000, 32, 32, false, 960 - 384],
  ['trc20', 63.99, 19, 0, false, 57],
  ['bep20', 63.99, 3, 0, false, 2],
  // a shop that asks for more than the table
  ['trc20', 63.99, 40, 0, false, 120],
  ['bitcoin', 63.99, 1, 0, true, 1],
])(
  '%s for $%d, %d needed, %d there, simulated %s: %s s',
  (network, priceUSD, required, have, isSimulated, s) => {
    const payment = {
      cryptoNetwork: network,
      priceUSD,
      requiredConfirmations: required,
      blockchainConfirmations: have,
      isSimulated,
    }
    expect(expectedWaitS(payment)).toBe(s)
  },
)
