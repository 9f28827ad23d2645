import { expect, test } from 'vitest'
import { atoms, type Rate } from '#shared/money.ts'
import { planAccounts, planOutputs, type AccountCosts } from './sweep-plan.ts'

const output = (sats: bigint) => ({ address: 'a', txHash: 'f'.repeat(64), index: 0, atoms: atoms(sats) })
const COSTS = { feeRate: 10_000n, inputVbytes: 68n, frameVbytes: 44n }

test.each([
  // outputs, transactions, moved, fee, left
  [[680n], 0, 0n, 0n, 1],
  [[681n, 100_000n], 1, 100_681n - 1_800n, 1_800n, 0],
  [[1_120n + 546n], 0, 0n, 0n, 1], // what would arrive is too small for nodes to relay
  [[1_120n + 547n], 1, 547n, 1_120n, 0],
])('outputs of %s satoshis at 10 a byte', (amounts, transactions, moved, fee, left) => {
  const positions = amounts.map((one, index) => ({
    ...{ address: 'a', index, orderId: null, left: null, outputs: [output(one)] },
  }))
  const plan = planOutputs(positions, COSTS)
  expect(plan.batches).toHaveLength(transactions)
  expect(plan.left).toHaveLength(left)
  expect([plan.batches[0]?.atoms ?? 0n, plan.batches[0]?.fee ?? 0n]).toEqual([moved, fee])
})

test('many outputs are moved by several transactions, and each pays for itself', () => {
  const positions = [
    {
      address: 'a',
      index: 0,
      orderId: null,
      left: null,
      outputs: Array.from({ length: 801 }, () => output(9_000n)),
    },
  ]
  const { batches } = planOutputs(positions, COSTS)
  expect(batches.map(({ outputs }) => outputs.length)).toEqual([400, 400, 1])
  for (const { outputs, atoms: arrives, fee } of batches)
    expect(arrives + fee).toBe(outputs.reduce((sum, one) => sum + one.atoms, 0n))
})

const fee = { limit: 60_000n, perUnit: 10n ** 10n, priorityPerUnit: 1n, extra: 0n }
const TOKEN: AccountCosts = {
  fee,
  fundingFee: { ...fee, limit: 21_000n },
  assetDecimals: 6,
  coinDecimals: 18,
  dust: atoms(100_000n),
  rates: { asset: 100_000_000n as Rate, coin: 300_000_000_000n as Rate },
}
const account = (held: bigint, coin: bigint) => ({
  ...{ address: 'a', index: 0, orderId: null, left: null, nonce: 0, atoms: atoms(held), coin: atoms(coin) },
})

test.each([
  // USDT, wei there, gas to send (null: left); a transfer costs 0.0006 ETH (1.80 USD), sending gas 0.00021 ETH (0.63 USD)
  [5_000_000n, 0n, 600_000_000_000_000n],
  [5_000_000n, 100_000_000_000_000n, 500_000_000_000_000n],
  [5_000_000n, 600_000_000_000_000n, 0n],
  [5_000_000n, 600_000_000_000_001n, 0n],
  [2_430_000n, 0n, null],
  [2_440_000n, 0n, 600_000_000_000_000n],
  [1_820_000n, 600_000_000_000_000n, 0n],
])('%s atoms of USDT beside %s wei', (held, coin, missing) => {
  const { moves, left } = planAccounts([account(held, coin)], TOKEN)
  expect(moves.map(({ coinMissing }) => coinMissing)).toEqual(missing === null ? [] : [missing])
  expect(left.map(({ reason }) => reason)).toEqual(missing === null ? ['dust'] : [])
})

test('without a rate of the coin only dust is left', () => {
  const unknown = { ...TOKEN, rates: { asset: null, coin: null } }
  expect(planAccounts([account(100_000n, 0n)], unknown).moves).toHaveLength(1)
  expect(planAccounts([account(99_999n, 0n)], unknown).left).toMatchObject([{ reason: 'dust' }])
})

test('a known reason wins over any amount', () => {
  const held = { ...account(5_000_000n, 0n), left: 'frozen' as const }
  expect(planAccounts([held], TOKEN)).toMatchObject({ moves: [], left: [{ reason: 'frozen' }] })
})

test.each([
  // wei there, wei moved (null: left); a transfer costs 0.0006 ETH, and what is left must be more than that
  [1_200_000_000_000_000n, null],
  [1_200_000_000_000_001n, 600_000_000_000_001n],
  [600_000_000_000_000n, null],
  [1n, null],
])('%s wei of the coin itself', (held, moved) => {
  const { moves, left } = planAccounts([account(held, held)], { ...TOKEN, fundingFee: null })
  expect(moves.map((one) => [one.atoms, one.coinMissing])).toEqual(moved === null ? [] : [[moved, 0n]])
  expect(left).toEqual(moved === null ? [{ address: 'a', index: 0, atoms: held, reason: 'dust' }] : [])
})

test.each([{ asset: null }, { coin: null }])('a sweep without a rate (%j) leaves only dust', (unknown) => {
  const costs = { ...TOKEN, rates: { ...TOKEN.rates, ...unknown } }
  expect(planAccounts([account(100_000n, 0n)], costs).moves).toHaveLength(1)
  expect(planAccounts([account(99_999n, 0n)], costs).moves).toEqual([])
})

test('what is left is listed with its place and its reason, and an empty address is not listed', () => {
  const frozen = { ...account(7n, 0n), index: 3, left: 'frozen' as const }
  expect(planAccounts([frozen, account(0n, 5n)], TOKEN)).toEqual({
    moves: [],
    left: [{ address: 'a', index: 3, atoms: 7n, reason: 'frozen' }],
  })
  const open = {
    address: 'b',
    index: 4,
    orderId: null,
    left: 'order-open' as const,
    outputs: [output(9_000n)],
  }
  const small = { ...open, index: 5, left: null, outputs: [output(680n), output(800n)] }
  expect(planOutputs([open, small], COSTS)).toEqual({
    batches: [],
    left: [
      { address: 'b', index: 4, atoms: 9_000n, reason: 'order-open' },
      { address: 'b', index: 5, atoms: 680n, reason: 'dust' },
      { address: 'a', index: 5, atoms: 800n, reason: 'dust' },
    ],
  })
})

test('an output that is moved keeps the index of its address', () => {
  const position = { address: 'a', index: 9, orderId: null, left: null, outputs: [output(9_000n)] }
  expect(planOutputs([position], COSTS).batches[0]?.outputs).toEqual([
    { ...output(9_000n), derivationIndex: 9 },
  ])
  expect(planOutputs([], COSTS)).toEqual({ batches: [], left: [] })
})
