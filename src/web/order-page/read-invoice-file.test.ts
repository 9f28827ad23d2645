import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readInvoiceFile, sha256Of } from './read-invoice-file.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const written = async (body: string) => bytesOf(`${body}SHA-256: ${await sha256Of(bytesOf(body))}\n`)

// Source: FIPS 180-4, SHA-256 example, one block
test('the digest is SHA-256', async () => {
  expect(await sha256Of(bytesOf('abc'))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})

test("any text that ends with the shop's line is found intact, in any language", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 300 }), async (text) => {
      const body = `${text}\n`
      const file = readInvoiceFile(await written(body))
      expect(file).not.toBeNull()
      expect(await sha256Of(file!.body)).toBe(file?.claimed)
    }),
  )
})

test('one changed byte before the line is detected', async () => {
  const place = fc.nat()
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1, maxLength: 200 }), place, async (text, at) => {
      const bytes = await written(`${text}\n`)
      const length = bytesOf(`${text}\n`).length - 1
      bytes[at % length] = (bytes[at % length] ?? 0) ^ 1
      const file = readInvoiceFile(bytes)
      expect(file === null || (await sha256Of(file.body)) !== file.claimed).toBe(true)
    }),
  )
})

test('of two lines the last one counts', () => {
  const [first, second] = ['a'.repeat(64), 'B'.repeat(64)]
  const file = readInvoiceFile(bytesOf(`x\nSHA-256: ${first}\nSHA-256: ${second}\r\n`))
  expect(file?.claimed).toBe('b'.repeat(64))
  expect(new TextDecoder().decode(file?.body)).toBe(`x\nSHA-256: ${first}\n`)
})

test.each([
  '',
  'x',
  `SHA-256: ${'a'.repeat(63)}`,
  `SHA-256: ${'a'.repeat(64)}\nmore`,
  `x SHA-256: ${'a'.repeat(64)}`,
])('"%s" is not an invoice of the shop', (text) => expect(readInvoiceFile(bytesOf(text))).toBeNull())
