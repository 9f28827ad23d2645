import { expect, test } from 'vitest'
import { tronAddress } from '#server/chain/addresses/tron-address.ts'
import { atoms } from '#shared/money.ts'
import { writeTronTransaction } from './write-tron-transaction.ts'

// Source: developers.tron.network, "wallet/broadcasttransaction", whose example is quoted with its id by GetBlock
const RAW =
  '0a025e4b220847c9dc89341b300d40f8fed3a2a72e5a66080112620a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e' +
  '5472616e73666572436f6e747261637412310a1541608f8da72479edc7dd921e4c30bb7e7cddbe722e121541e9d79cc47518930bc322d9bf7cdd' +
  'd260a0260a8d18e8077093afd0a2a72e'

test('a transfer of TRX has the bytes and the id of the published example', () => {
  const { transaction, signingHash } = writeTronTransaction(
    {
      from: tronAddress('0x608f8da72479edc7dd921e4c30bb7e7cddbe722e'),
      to: tronAddress('0xe9d79cc47518930bc322d9bf7cddd260a0260a8d'),
      asset: 'TRX',
      atoms: atoms(1000n),
    },
    {
      fee: { limit: 0n, perUnit: 0n, priorityPerUnit: 0n, extra: 0n },
      contract: null,
      reference: {
        height: 0x15e4b,
        hash: `0x${'0'.repeat(16)}47c9dc89341b300d${'0'.repeat(32)}`,
        parentHash: '',
        at: new Date(0),
      },
      now: new Date(1591089567635),
      validUntil: new Date(1591089627000),
    },
  )
  expect(transaction).toMatchObject({
    raw_data_hex: RAW,
    txID: '77ddfa7093cc5f745c0d3a54abb89ef070f983343c05e0f89e5a52f3e5401299',
    raw_data: { ref_block_bytes: '5e4b', ref_block_hash: '47c9dc89341b300d', expiration: 1591089627000 },
  })
  expect(signingHash).toBe(transaction['txID'])
})
