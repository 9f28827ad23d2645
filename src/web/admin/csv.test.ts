import { expect, test } from 'vitest'
import { csvCell, csvOf } from './csv.ts'

test.each([
  ['AAAA-BBBB', 'AAAA-BBBB'],
  ['a "b", c', '"a ""b"", c"'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['@sum', "'@sum"],
  ['-5', "'-5"],
])('%s is the cell %s', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})

test('a spreadsheet knows the letters and the lines', () => {
  expect(
    csvOf([
      ['المفتاح', 'b'],
      ['1', '2'],
    ]),
  ).toBe('\uFEFFالمفتاح,b\r\n1,2\r\n')
})
