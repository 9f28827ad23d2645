import { bytesToHex } from '@noble/hashes/utils.js'
import { HDKey } from '@scure/bip32'
import { expect, test } from 'vitest'
import { openReceivingBranch } from './receiving-branch.ts'

const COUNT = 200
const INDEX_MAX = 2 ** 31 - 1

test.each([1, 2, 3])('children of account %i are those of another implementation', (number) => {
  const seed = new Uint8Array(32).fill(number)
  const account = HDKey.fromMasterSeed(seed).derive("m/84'/0'/0'").wipePrivateData()
  const branch = openReceivingBranch(account)
  const theirs = account.deriveChild(0)
  const step = Math.floor(INDEX_MAX / COUNT)
  for (const index of [...Array.from({ length: COUNT }, (_, at) => at * step), INDEX_MAX]) {
    const expected = theirs.deriveChild(index).publicKey ?? new Uint8Array()
    const key = branch.publicKeyAt(index)
    expect(bytesToHex(key.subarray(1, 33))).toBe(bytesToHex(expected.subarray(1)))
    // 0x02 for an even y, 0x03 for an odd one
    expect((key[64] ?? 0) & 1).toBe((expected[0] ?? 0) & 1)
  }
})
