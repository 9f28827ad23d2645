import { expect, test } from 'vitest'
import { readQuantity } from './read-quantity.ts'

test.each([
  ['1', 1],
  ['100', 100],
  ['007', 7],
  ['0', null],
  ['101', null],
  ['', null],
  ['-3', null],
  ['2.5', null],
  ['1e1', null],
  ['٣', null],
])('a typed %j counts as %j', (text, quantity) => expect(readQuantity(text)).toBe(quantity))
