import { expect, test } from 'vitest'
import { inputsAnswer, outputsAnswer } from './decoded-transaction.ts'

const ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
const script = (fields: object) => ({ type: 'witness_v0_keyhash', ...fields })
const output = (fields: object) => ({
  value: 0.5,
  n: 0,
  scriptPubKey: script({ address: ADDRESS }),
  ...fields,
})

test.each([
  ['an address', output({}), { index: 0, address: ADDRESS, atoms: 50_000_000n }],
  [
    'a list with an address, as of litecoind',
    output({ scriptPubKey: script({ addresses: [ADDRESS] }) }),
    { index: 0, address: ADDRESS, atoms: 50_000_000n },
  ],
  [
    'no address, since its script pays to none',
    output({ scriptPubKey: { type: 'nulldata' } }),
    { index: 0, address: null, atoms: 50_000_000n },
  ],
  [
    'two addresses, of which neither can spend alone',
    output({ scriptPubKey: { type: 'multisig', addresses: [ADDRESS, ADDRESS] } }),
    { index: 0, address: null, atoms: 50_000_000n },
  ],
])('an output with %s is read', (_, given, expected) => {
  expect(outputsAnswer.parse([given])).toEqual([expected])
})

test('what is hidden in an extension block is left out', () => {
  expect(outputsAnswer.parse([{ ismweb: true, output_id: 'ab' }, output({})])).toHaveLength(1)
  expect(inputsAnswer.parse([{ ismweb: true }, { coinbase: '00' }])).toEqual([])
})

test.each([
  ['no object', null],
  ['nothing', {}],
  ['another name for hidden', { ismweb: 'true' }],
  ['no amount', output({ value: undefined })],
  ['an amount as a text', output({ value: '0.5' })],
  ['more than all bitcoin', output({ value: 21_000_001 })],
  ['less than nothing', output({ value: -1 })],
  ['nine decimals', output({ value: 0.000000001 })],
  ['no index', output({ n: undefined })],
  ['the index of another', output({ n: 1 })],
  ['no script', output({ scriptPubKey: undefined })],
  ['no type', output({ scriptPubKey: { address: ADDRESS } })],
  ['no address where the type has one', output({ scriptPubKey: script({}) })],
  [
    'two addresses where the type has one',
    output({ scriptPubKey: script({ addresses: [ADDRESS, ADDRESS] }) }),
  ],
  ['no address but another text', output({ scriptPubKey: script({ address: 'somebody' }) })],
  ['a list with another text', output({ scriptPubKey: script({ addresses: ['somebody'] }) })],
  ['an address that is no text', output({ scriptPubKey: script({ address: null }) })],
])('an output with %s is no output', (_, given) => {
  expect(outputsAnswer.safeParse([given]).success).toBe(false)
})

test.each([
  ['an outpoint', { txid: 'a'.repeat(64), vout: 1 }, [`${'a'.repeat(64)}:1`]],
  ['a short hash', { txid: 'a', vout: 1 }, null],
  ['no index', { txid: 'a'.repeat(64) }, null],
  ['a negative index', { txid: 'a'.repeat(64), vout: -1 }, null],
  ['nothing', {}, null],
])('an input with %s', (_, given, expected) => {
  const read = inputsAnswer.safeParse([given])
  expect(read.success ? read.data : null).toEqual(expected)
})
