import { expect, test } from 'vitest'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { NEW_REFUND, owedMoney, refuseFrozenAddress, refuseUnsettled } from './owed-money.ts'
import type { OrderMoney } from './settled-money.ts'

// An order of two copies of 50 dollars, 100,000 atoms, in bitcoin.
const ORDER = {
  crypto_network: 'bitcoin',
  status: 'confirmed',
  due_atoms: 100_000n,
  quantity: 2,
  unit_price_cents: 50_00,
  discount_cents: 0,
  delivered_at: null,
} as PaymentRecord
const BTC = { chain: 'bitcoin', asset: 'BTC' } as const
const USDT = { chain: 'ethereum', asset: 'USDT' } as const
type Refund = Parameters<typeof owedMoney>[0]

const asked = (quantity: number, coin: Pick<Refund, 'chain' | 'asset'> = BTC): Refund => ({
  ...NEW_REFUND,
  ...coin,
  quantity,
})
const other = (status: string, values: Partial<Refund> = {}): Refund => ({
  ...asked(0),
  id: 'other',
  status,
  ...values,
})
/** Money in bitcoin, which counts as it came unless it was late, and in USDT on Ethereum, which does not count. */
const came = (
  counted: bigint,
  foreign = 0n,
  { isForeignAccepted = false, arrived = counted } = {},
): OrderMoney['money'] => ({
  counted,
  coins: [
    { ...USDT, atoms: foreign },
    { ...BTC, atoms: arrived },
  ],
  hasUnsettled: false,
  isForeignAccepted,
})

type Row = [
  what: string,
  refund: Refund,
  others: Refund[],
  money: OrderMoney['money'],
  priceCents: number,
  paidAtoms: bigint,
  restAtoms: bigint,
  order?: Partial<PaymentRecord>,
]
test.each<Row>([
  ['both copies', asked(2), [], came(100_000n), 100_00, 100_000n, 0n],
  ['a copy', asked(1), [], came(100_000n), 50_00, 50_000n, 0n],
  ['what was overpaid', asked(0), [], came(150_000n), 0, 0n, 50_000n],
  ['copies and what was overpaid', asked(2), [], came(150_000n), 100_00, 100_000n, 50_000n],
  [
    'what came late, as it came',
    asked(2),
    [],
    came(100_000n, 0n, { arrived: 200_000n }),
    100_00,
    200_000n,
    0n,
  ],
  [
    'its own price again',
    { ...asked(2), id: 'one', price_cents: 100_00 },
    [{ ...asked(2), id: 'one', price_cents: 100_00 }],
    came(100_000n),
    100_00,
    100_000n,
    0n,
  ],
  ['copies of which a fee is missing', asked(2), [], came(99_600n), 99_60, 99_600n, 0n],
  ['a part of a cent, in the buyer’s favour', asked(1), [], came(99_999n), 50_00, 50_000n, 0n],
  [
    'the other copy',
    asked(1),
    [other('verified', { price_cents: 50_00 })],
    came(100_000n),
    50_00,
    50_000n,
    0n,
  ],
  [
    'the rest of a price',
    asked(2),
    [other('asked', { price_cents: 60_00 })],
    came(100_000n),
    40_00,
    40_000n,
    0n,
  ],
  ['a price owed before', asked(2), [other('asked', { price_cents: 100_00 })], came(100_000n), 0, 0n, 0n],
  [
    'a price of more than came',
    asked(1),
    [other('asked', { price_cents: 101_00 })],
    came(100_000n),
    0,
    0n,
    0n,
  ],
  // of three copies with a discount, what was paid for them
  [
    'a copy with a discount',
    asked(1),
    [],
    came(100_000n),
    33_34,
    33_340n,
    0n,
    { quantity: 3, discount_cents: 50_00 },
  ],
  [
    'the last copy with a discount',
    asked(1),
    [other('verified', { price_cents: 66_68 })],
    came(100_000n),
    33_32,
    33_320n,
    0n,
    { quantity: 3, discount_cents: 50_00 },
  ],
  // what was overpaid, beside another refund of it
  ['first come', asked(0), [other('asked')], came(150_000n), 0, 0n, 0n],
  [
    'the older of two',
    { ...asked(0), id: 'one' },
    [{ ...asked(0), id: 'one' }, other('asked')],
    came(150_000n),
    0,
    0n,
    50_000n,
  ],
  [
    'the younger of two',
    { ...asked(0), id: 'one' },
    [other('asked'), { ...asked(0), id: 'one' }],
    came(150_000n),
    0,
    0n,
    0n,
  ],
  [
    'the older of two, whatever the younger was quoted',
    { ...asked(0), id: 'one' },
    [{ ...asked(0), id: 'one' }, other('asked', { rest_atoms: 20_000n })],
    came(150_000n),
    0,
    0n,
    50_000n,
  ],
  [
    'what an older one asks for in another coin',
    asked(0),
    [other('asked', USDT)],
    came(150_000n),
    0,
    0n,
    50_000n,
  ],
  [
    'a part is paid out',
    asked(0),
    [other('verified', { rest_atoms: 20_000n })],
    came(150_000n),
    0,
    0n,
    30_000n,
  ],
  [
    'a part is on its way',
    asked(0),
    [other('recorded', { rest_atoms: 20_000n })],
    came(150_000n),
    0,
    0n,
    30_000n,
  ],
  [
    'a part did not match',
    asked(0),
    [other('mismatch', { rest_atoms: 20_000n })],
    came(150_000n),
    0,
    0n,
    30_000n,
  ],
  [
    'a part of a younger one did not match',
    { ...asked(0), id: 'one' },
    [{ ...asked(0), id: 'one' }, other('mismatch', { rest_atoms: 20_000n })],
    came(150_000n),
    0,
    0n,
    30_000n,
  ],
  [
    'more is paid out than is left',
    asked(1),
    [other('verified', { rest_atoms: 200_000n })],
    came(150_000n),
    0,
    0n,
    0n,
  ],
  [
    'a part in another coin',
    asked(0),
    [other('verified', { ...USDT, rest_atoms: 9n })],
    came(150_000n),
    0,
    0n,
    50_000n,
  ],
  // money of another coin
  [
    'another coin of the same chain',
    asked(0, { ...USDT, asset: 'ETH' }),
    [],
    came(150_000n),
    0,
    0n,
    0n,
    { crypto_network: 'erc20' },
  ],
  [
    'the same asset on another chain',
    asked(0, { ...USDT, chain: 'tron' }),
    [],
    came(150_000n),
    0,
    0n,
    0n,
    { crypto_network: 'erc20' },
  ],
  ['a foreign coin', asked(0, USDT), [], came(100_000n, 9_000n), 0, 0n, 9_000n],
  [
    'a foreign coin that was accepted',
    asked(2, USDT),
    [],
    came(0n, 9_000n, { isForeignAccepted: true }),
    100_00,
    9_000n,
    0n,
  ],
  [
    'a copy for a foreign coin that was accepted',
    asked(1, USDT),
    [],
    came(0n, 9_000n, { isForeignAccepted: true }),
    50_00,
    4_500n,
    0n,
  ],
  ['a token of the same name', asked(0, { ...USDT, chain: 'tron' }), [], came(100_000n, 9_000n), 0, 0n, 0n],
  [
    'another token of the same chain',
    asked(0, { ...USDT, asset: 'USDC' }),
    [],
    came(100_000n, 9_000n),
    0,
    0n,
    0n,
  ],
  // an order that is not confirmed
  [
    'a part that came late',
    asked(0),
    [],
    came(20_000n, 0n, { arrived: 40_000n }),
    0,
    0n,
    40_000n,
    { status: 'review' },
  ],
  [
    'a foreign coin that was accepted',
    asked(0, USDT),
    [],
    came(0n, 9_000n, { isForeignAccepted: true }),
    0,
    0n,
    9_000n,
    { status: 'review' },
  ],
  ['a part of the price', asked(0), [], came(40_000n), 0, 0n, 40_000n, { status: 'review' }],
  ['a part of the price, not as copies', asked(1), [], came(40_000n), 0, 0n, 0n, { status: 'review' }],
  [
    'money of keys that left',
    asked(0),
    [],
    came(40_000n),
    0,
    0n,
    0n,
    { status: 'review', delivered_at: new Date() },
  ],
  [
    'a foreign coin to an open order',
    asked(0, USDT),
    [],
    came(0n, 9_000n),
    0,
    0n,
    9_000n,
    { status: 'review' },
  ],
])('a refund owes %s', (_what, refund, others, money, priceCents, paidAtoms, restAtoms, order = {}) => {
  const owed = owedMoney(refund, others, { order: { ...ORDER, ...order }, money })
  expect(owed).toEqual({ priceCents, paidAtoms, restAtoms })
})

test('what cannot be owed now is refused with a code of its own', () => {
  expect(refuseUnsettled()).toMatchObject({ kind: 'refused', code: 'REFUND_UNSETTLED' })
  expect(refuseFrozenAddress()).toMatchObject({ kind: 'refused', code: 'REFUND_ADDRESS_FROZEN' })
})
