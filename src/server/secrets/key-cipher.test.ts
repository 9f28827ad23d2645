import { expect, test } from 'vitest'
import { createKeyCipher, UnreadableKeyError } from './key-cipher.ts'

const secret = Buffer.alloc(32, 1)
const other = Buffer.alloc(32, 2)
const KEY = 'ABCD-EFGH-JKLM-NPQR'
const PLACE = { id: 'a5c3fdb2-16a4-4f0b-9d20-c7a0a4e6e001', game_edition: 'standard' }

const cipher = createKeyCipher({ secret })
const sealed = () => ({ ...PLACE, ...cipher.seal(KEY, PLACE) })

test('a key is read as it was sealed, and no two ciphertexts of it are alike', () => {
  const [one, two] = [sealed(), sealed()]
  expect(cipher.open(one)).toBe(KEY)
  expect(createKeyCipher({ secret }).open(two)).toBe(KEY)
  expect(one.sealed_key).not.toEqual(two.sealed_key)
  // version, nonce, ciphertext and tag
  expect(one.sealed_key).toHaveLength(1 + 12 + KEY.length + 16)
  expect(one.key_hash).toEqual(two.key_hash)
  expect(one.key_hash).toEqual(cipher.hashKey(KEY))
  expect(one.last_group_hash).toEqual(cipher.hashLastGroup('NPQR'))
})

test('a hash of a key is not one of its last group, nor of another installation', () => {
  expect(cipher.hashKey('NPQR')).not.toEqual(cipher.hashLastGroup('NPQR'))
  expect(cipher.hashKey(KEY)).not.toEqual(createKeyCipher({ secret: other }).hashKey(KEY))
})

test.each([
  ['another row', { id: 'a5c3fdb2-16a4-4f0b-9d20-c7a0a4e6e002' }],
  ['another edition', { game_edition: 'supporter' }],
])('a ciphertext that was moved to %s is not read', (_what, change) => {
  expect(() => cipher.open({ ...sealed(), ...change })).toThrow(UnreadableKeyError)
})

test('no ciphertext with a changed, missing or added byte is read', () => {
  const row = sealed()
  for (let at = 0; at < row.sealed_key.length; at++) {
    const changed = Buffer.from(row.sealed_key)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => cipher.open({ ...row, sealed_key: changed })).toThrow('damaged')
  }
  for (const sealed_key of [row.sealed_key.subarray(0, -1), Buffer.concat([row.sealed_key, Buffer.of(0)])])
    expect(() => cipher.open({ ...row, sealed_key })).toThrow('damaged')
  expect(() => cipher.open({ ...row, sealed_key: Buffer.alloc(0) })).toThrow('damaged')
})

test('keys of an earlier secret are read while it is known, and its id is named once it is not', () => {
  const row = sealed()
  const next = createKeyCipher({
    secret: other,
    earlier: [secret],
    sealedLookupKey: cipher.sealLookupKey(other),
  })
  expect(next.open(row)).toBe(KEY)
  // searches and the constraint that keys are unique go on across the change
  expect(next.hashKey(KEY)).toEqual(row.key_hash)
  expect(next.secretId).not.toBe(cipher.secretId)
  expect(new Set(next.readableIds)).toEqual(new Set([next.secretId, cipher.secretId]))
  const later = createKeyCipher({ secret: other, sealedLookupKey: cipher.sealLookupKey(other) })
  expect(() => later.open(row)).toThrow(
    `${PLACE.id} cannot be read: its secret, with the id ${cipher.secretId}`,
  )
  expect(later.open({ ...row, ...next.seal(KEY, PLACE) })).toBe(KEY)
  expect(() => createKeyCipher({ secret, sealedLookupKey: cipher.sealLookupKey(other) })).toThrow()
})
