import { once } from 'node:events'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openStoredFile } from './stored-file.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'

test('parts of a file are read again and again, also after another file took its name', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'gate.avif')
  await writeFile(path, 'a picture')
  const file = openStoredFile(path)
  onTestFinished(() => file.close())
  expect(await text(file.stream(0, file.sizeBytes - 1))).toBe('a picture')
  await writeFile(`${path}.new`, 'of another game')
  await rename(`${path}.new`, path)
  expect(await text(file.stream(2, 4))).toBe('pic')
  expect(await text(file.stream(0, file.sizeBytes - 1))).toBe('a picture')
})

test('a reader who leaves takes the file from nobody', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'film.webm')
  await writeFile(path, Buffer.alloc(1_000_000, 'film'))
  const file = openStoredFile(path)
  onTestFinished(() => file.close())
  const left = file.stream(0, file.sizeBytes - 1)
  await once(left, 'readable')
  left.destroy()
  await once(left, 'close')
  expect(await text(file.stream(0, 3))).toBe('film')
})
