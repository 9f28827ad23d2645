import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SHOP_FONTS } from '#web/credits/shop-fonts.ts'

test('every typeface that comes with a licence in its folder is named on the credits page', () => {
  const files = ['src/web/fonts', 'src/server/captcha/fonts'].flatMap((folder) => readdirSync(folder))
  const licensed = files.flatMap((file) => /^LICENSE-(\w+)\.txt$/.exec(file)?.[1] ?? [])
  const named = SHOP_FONTS.map(({ name }) => name.replaceAll(' ', ''))
  expect(licensed.length).toBeGreaterThan(3)
  expect(licensed.filter((name) => !named.includes(name))).toEqual([])
})
