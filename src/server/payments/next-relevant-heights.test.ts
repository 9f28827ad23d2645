import { expect, test } from 'vitest'
import type { LoadedEvidence } from './load-evidence.ts'
import { nextRelevantHeights } from './next-relevant-heights.ts'
import type { PaymentRecord } from './payment-record.ts'

// An order in bitcoin; the chain is read up to block 100, of which those up to 95 are final.
const ORDER = { crypto_network: 'bitcoin', disagree_since: null } as PaymentRecord
const VIEW = { headHeight: 100, finalizedHeight: 95, watchedUntil: new Date(0) }
const WAITS = { awaitsAgreement: false, isOverLimit: false }
type Transfer = readonly [chain: string, height: number | null]

function evidence(transfers: readonly Transfer[], view: LoadedEvidence['view'] = VIEW): LoadedEvidence {
  const rows = transfers.map(([chain, height], index) => [String(index), { chain, block_height: height }])
  return { transfers: new Map(rows as never), view } as unknown as LoadedEvidence
}

test.each<[transfers: Transfer[], depth: number | 'finalized', head: number | null, final: number | null]>([
  [[['bitcoin', 100]], 3, 102, 100],
  [[['bitcoin', 98]], 3, null, 98],
  [[['bitcoin', 99]], 3, 101, 99],
  [[['bitcoin', 95]], 3, null, null],
  [[['bitcoin', 96]], 3, null, 96],
  [
    [
      ['bitcoin', 100],
      ['bitcoin', 99],
    ],
    3,
    101,
    99,
  ],
  [
    [
      ['bitcoin', 100],
      ['bitcoin', 90],
    ],
    3,
    102,
    100,
  ],
  [[['bitcoin', 100]], 'finalized', null, 100],
  [[['bitcoin', 90]], 'finalized', null, null],
  // not known: at every block
  [[], 3, null, null],
  [[['bitcoin', null]], 3, null, null],
  [
    [
      ['bitcoin', 100],
      ['bitcoin', null],
    ],
    3,
    null,
    null,
  ],
  [[['ethereum', 100]], 3, null, null],
  [
    [
      ['bitcoin', 100],
      ['ethereum', 100],
    ],
    3,
    null,
    null,
  ],
])(
  'money of %j that needs a depth of %s is looked at from block %s, and final from %s',
  (transfers, depth, head, final) => {
    expect(nextRelevantHeights(ORDER, evidence(transfers), depth, WAITS)).toEqual({
      ripe_at_head: head,
      ripe_at_final: final,
    })
  },
)

test.each<
  [what: string, order: Partial<PaymentRecord>, waits: Partial<typeof WAITS>, view: LoadedEvidence['view']]
>([
  ['nodes differ about', { disagree_since: new Date(0) }, {}, VIEW],
  ['waits for the agreement of nodes', {}, { awaitsAgreement: true }, VIEW],
  ['waits for the limit of a single node', {}, { isOverLimit: true }, VIEW],
  ['of a chain that was never read', {}, {}, null],
])('an order that %s is looked at at every block', (_what, order, waits, view) => {
  const loaded = evidence([['bitcoin', 100]], view)
  expect(nextRelevantHeights({ ...ORDER, ...order }, loaded, 3, { ...WAITS, ...waits })).toEqual({
    ripe_at_head: null,
    ripe_at_final: null,
  })
})
