import { expect, test } from 'vitest'
import { mutatePieces } from './sql-mutators.ts'

test.each<[pieces: readonly string[], mutants: readonly string[]]>([
  [
    ['select a from b where c = ', ' and d is null'],
    [
      'select a from b where c <> ? and d is null',
      'select a from b where (true or c = ?) and d is null',
      'select a from b where c = ? and d is not null',
      'select a from b where c = ? or d is null',
      'select a from b where c = ? and true',
    ],
  ],
  [['update a set b = 1, c = 2'], []],
  [['where a between 1 and 2'], []],
  [
    ['where id = any(', '::uuid[])'],
    ['where id <> any(?::uuid[])', 'where (true or id = any(?::uuid[]))'],
  ],
  [
    ["on a < b.c or d <> 'e'"],
    [
      "on a <= b.c or d <> 'e'",
      "on a < b.c or d = 'e'",
      "on a < b.c and d <> 'e'",
      "on true or d <> 'e'",
      'on a < b.c or true',
    ],
  ],
  [['where not exists (select from a)'], ['where exists (select from a)']],
])('the conditions of %j are changed one at a time', (pieces, mutants) => {
  expect([...mutatePieces(pieces)].map((mutant) => mutant.join('?'))).toEqual(mutants)
})
