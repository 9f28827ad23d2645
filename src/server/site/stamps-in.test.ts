import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stampsIn } from './stamps-in.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'

test('the paths of all sizes of a picture change with any of them; other pictures keep theirs', () => {
  const folder = temporaryFolder()
  for (const name of ['gate-480.avif', 'gate-960.webp', 'gate-hall-480.avif']) {
    writeFileSync(join(folder, name), name)
  }
  const before = stampsIn(folder)
  expect(before('gate-480.avif')).toMatch(/^[\w-]{5}$/)
  expect(before('gate-960.webp')).toBe(before('gate-480.avif'))
  expect(before('gate-hall-480.avif')).not.toBe(before('gate-480.avif'))
  writeFileSync(join(folder, 'gate-960.webp'), 'rendered anew')
  const after = stampsIn(folder)
  expect(after('gate-480.avif')).not.toBe(before('gate-480.avif'))
  expect(after('gate-hall-480.avif')).toBe(before('gate-hall-480.avif'))
})
