import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog } from '#server/runtime/log.ts'
import { diskLevelOf, readDiskSpace } from './disk-space.ts'
import { createDiskWatch } from './disk-watch.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'

const MIB = 1024 * 1024

test.each([
  [64 * MIB - 1, 500_000 * MIB, 'full'],
  [64 * MIB, 500_000 * MIB, 'low'],
  [1024 * MIB - 1, 500_000 * MIB, 'low'],
  [1024 * MIB, 500_000 * MIB, 'ok'],
  // a small disk is low from a tenth of its size on, but never later than twice what is full
  [200 * MIB, 2000 * MIB, 'ok'],
  [199 * MIB, 2000 * MIB, 'low'],
  [128 * MIB, 400 * MIB, 'ok'],
  [127 * MIB, 400 * MIB, 'low'],
  [0, 400 * MIB, 'full'],
] as const)('with %i bytes free of %i a disk is %s', (freeBytes, sizeBytes, level) => {
  expect(diskLevelOf(freeBytes, sizeBytes)).toBe(level)
})

test('a folder that does not exist yet is on the disk of its parent', async () => {
  const folder = temporaryFolder()
  const [data, backups] = await readDiskSpace({ data: folder, backups: join(folder, 'not', 'yet') })
  expect(data?.freeBytes).toBeGreaterThan(0)
  expect(data?.sizeBytes).toBeGreaterThan(data?.freeBytes ?? Infinity)
  expect(backups).toMatchObject({ place: 'backups', device: data?.device, sizeBytes: data?.sizeBytes })
})

test('what a write has shown counts more than the free room, and ends by itself', async () => {
  const refused = { database: false, data: false }
  const logged: string[] = []
  const watch = createDiskWatch({
    isDatabaseFull: () => refused.database,
    isDataRefused: () => refused.data,
    log: createLog({ level: 'warn', write: (line) => logged.push(line) }),
  })
  watch.watch({ data: tmpdir() })
  expect(await watch.look()).toBe(false)
  expect(watch.isFull()).toBe(false)

  refused.database = true
  expect(watch.isFull()).toBe(true)
  // of a database on another machine the free room is not known
  expect(watch.spaces()[0]).toEqual({
    place: 'database',
    level: 'full',
    freeBytes: null,
    sizeBytes: null,
    device: null,
  })
  expect(await watch.look()).toBe(true)
  expect(await watch.look()).toBe(false)
  refused.database = false
  refused.data = true
  expect(watch.spaces()).toMatchObject([{ place: 'data', level: 'full' }])
  expect(watch.isFull()).toBe(true)
  refused.data = false
  expect(await watch.look()).toBe(true)
  expect(watch.isFull()).toBe(false)
  expect(logged.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(['error', 'warn'])
})
