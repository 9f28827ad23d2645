import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  ['numbers and nothing', ['a', 1, null, 2n], 'a,1,,2'],
  [
    'what CSV itself reads',
    ['a "quoted" word', 'two\nlines', 'a,b'],
    '"a ""quoted"" word","two\nlines","a,b"',
  ],
  [
    'what a spreadsheet would run',
    ['=1+1', '+a@example.com', '-5', '@x', 'a=b'],
    "'=1+1,'+a@example.com,'-5,'@x,a=b",
  ],
] as const)('%s is written so that it comes back as it was', (_what, cells, line) => {
  expect(csvLine(cells)).toBe(line)
})
