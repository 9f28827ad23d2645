import { expect, test } from 'vitest'
import { hashMailbox } from './hash-mailbox.ts'

test.each([
  ['ada@example.com', 'Ada@Example.com', true],
  ['ada@example.com', ' ada@example.com ', true],
  ['ada@example.com', 'ada+1@example.com', true],
  ['ada@example.com', 'ada+a+b@example.com', true],
  ['adabuyer@gmail.com', 'a.da.buyer+39@googlemail.com', true],
  ['ada@example.com', 'ada@example.org', false],
  ['ada@example.com', 'adam@example.com', false],
  ['ada@example.com', 'ada@sub.example.com', false],
  ['ada@example.com', 'ada@exa.mple.com', false],
])('%s and %s are one mailbox: %s', (one, other, isSame) => {
  expect(hashMailbox(one) === hashMailbox(other)).toBe(isSame)
  expect(hashMailbox(other)).toMatch(/^[0-9a-f]{32}$/)
})
