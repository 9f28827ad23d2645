import { expect, test } from 'vitest'
import { createEsplora } from './esplora.ts'

const TXID = '1'.repeat(64)
const HASH = '2'.repeat(64)
const TRANSACTION = {
  txid: TXID,
  vin: [{ txid: '3'.repeat(64), vout: 0, is_coinbase: false }],
  vout: [
    {
      scriptpubkey_address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      scriptpubkey_type: 'v0_p2wpkh',
      value: 5,
    },
  ],
  status: { confirmed: true, block_height: 7, block_hash: HASH },
}

const answering = (body: unknown) =>
  createEsplora({
    chain: 'bitcoin',
    url: 'http://esplora.example',
    gapMs: 0,
    fetch: () => Promise.resolve(new Response(JSON.stringify(body))),
  })

test('a whole answer is read', async () => {
  expect((await answering(TRANSACTION).transaction(TXID))?.confirmed).toEqual({ height: 7, blockHash: HASH })
})

test.each<[string, object]>([
  ['confirmed without a height', { status: { confirmed: true, block_hash: HASH } }],
  ['confirmed without a block', { status: { confirmed: true, block_height: 7, block_hash: null } }],
  ['confirmed below the first block', { status: { ...TRANSACTION.status, block_height: -1 } }],
  ['another transaction', { txid: HASH }],
  [
    'without an amount',
    {
      vout: [
        {
          scriptpubkey_address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
          scriptpubkey_type: 'v0_p2wpkh',
        },
      ],
    },
  ],
  [
    'with a negative amount',
    {
      vout: [
        {
          scriptpubkey_address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
          scriptpubkey_type: 'v0_p2wpkh',
          value: -5,
        },
      ],
    },
  ],
  [
    'with more than all bitcoin',
    {
      vout: [
        {
          scriptpubkey_address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
          scriptpubkey_type: 'v0_p2wpkh',
          value: 2.2e15,
        },
      ],
    },
  ],
  ['without the address of its script', { vout: [{ scriptpubkey_type: 'v0_p2wpkh', value: 5 }] }],
  ['with part of a satoshi', { vout: [{ scriptpubkey_type: 'op_return', value: 0.5 }] }],
])('a transaction that is %s is a failure of the server', async (_what, change) => {
  await expect(answering({ ...TRANSACTION, ...change }).transaction(TXID)).rejects.toMatchObject({
    name: 'NodeFault',
    kind: 'malformed',
  })
})
