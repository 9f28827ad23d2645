import { expect, test } from 'vitest'
import { colorFaults, colorsOf, contrast, DEFAULT_COLORS, Theme } from './game-theme.ts'

test.each([
  // values of the contrast checker of WebAIM, rounded down by it
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.47],
  ['#ff0000', '#000000', 5.25],
  ['#123456', '#123456', 1],
])('the contrast of %s and %s is %f, either way round', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 1)
  expect(contrast(other, one)).toBe(contrast(one, other))
})

test("the shop's own colours can be read on each other", () => {
  expect(colorFaults(DEFAULT_COLORS)).toEqual([])
})

test('a pair that cannot be read is named with its ratio, what is expected and what to do', () => {
  const colors = colorsOf(Theme.parse({ colors: { accent: '#8A1C1C' } }))
  expect(colors.text).toBe(DEFAULT_COLORS.text)
  const faults = colorFaults(colors)
  expect(faults).toContain(
    'accent #8a1c1c on background #070a16: contrast 2.12 : 1, expected 4.5 : 1 or more; make accent lighter or background darker',
  )
  expect(faults).toContain(
    'onAccent #1a1006 on accent #8a1c1c: contrast 2.01 : 1, expected 4.5 : 1 or more; make accent lighter or onAccent darker',
  )
})

test('parts of the interface need 3 : 1', () => {
  const faults = colorFaults({ ...DEFAULT_COLORS, border: '#4a4a4a' })
  expect(faults).toHaveLength(3)
  expect(faults[0]).toContain('expected 3 : 1 or more')
})

test('a light page is refused: pictures and shadows are made for dark ones', () => {
  expect(colorFaults({ ...DEFAULT_COLORS, background: '#ffffff', text: '#000000' })).toEqual([
    expect.stringContaining('choose a dark background and a light text'),
  ])
})

test.each([
  [{ colors: { accent: 'red' } }, 'colors.accent'],
  [{ colors: { colour: '#ff0000' } }, 'colors'],
  [
    { fonts: { title: { name: 'A', author: 'B', licence: 'C', files: [{ file: '../a.woff2' }] } } },
    'fonts.title.files.0.file',
  ],
  [{ fonts: { text: 'serif' } }, 'fonts.text'],
  [
    {
      fonts: {
        text: { name: 'A', author: 'B', licence: 'C', files: [{ file: 'a.woff2', unicodeRange: 'U+20};}' }] },
      },
    },
    'fonts.text.files.0.unicodeRange',
  ],
])('%j is refused, by the path to it', (theme, path) => {
  const issues = Theme.safeParse(theme).error?.issues.map((issue) => issue.path.join('.'))
  expect(issues).toEqual([path])
})
