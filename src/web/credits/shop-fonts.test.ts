import { expect, test } from 'vitest'
import { SHOP_FONTS } from './shop-fonts.ts'

const licences = import.meta.glob(['../fonts/LICENSE-*.txt', '/src/server/captcha/fonts/LICENSE-*.txt'])

test('every font with a licence in its folder is listed on the credits page', () => {
  const licensed = Object.keys(licences).flatMap((file) => /LICENSE-(\w+)\.txt$/.exec(file)?.[1] ?? [])
  const named = SHOP_FONTS.map(({ name }) => name.replaceAll(' ', ''))
  expect(licensed.length).toBeGreaterThan(3)
  expect(licensed.filter((name) => !named.includes(name))).toEqual([])
})

test('no font is listed twice', () => {
  const names = SHOP_FONTS.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})
