import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { planRelease, ReleaseRefusedError } from '../scripts/release/plan-release.ts'
import { layersOf, writeImage } from '../scripts/release/write-image.ts'
import { writeTar } from '../scripts/release/write-tar.ts'

// npm run proof:set-up and npm run proof:image make a whole release and use its files; here are the rules of one.

const TIME = 1_700_000_000
const CHANGELOG =
  '# Changelog\n\n## Unreleased\n\n### For operators\n\n- **More.**\n\n## 0.1.0\n\nThe first.\n'
const STATE = { version: '0.1.0', tags: ['v0.1.0', 'other'], isClean: true, changelog: CHANGELOG }

describe('a release', () => {
  test('moves what is unreleased below its version', () => {
    expect(planRelease('1.0.0', '2026-11-24', STATE)).toBe(
      '# Changelog\n\n## Unreleased\n\n## 1.0.0, 2026-11-24\n\n### For operators\n\n- **More.**\n\n## 0.1.0\n\nThe first.\n',
    )
    const only = '# Changelog\n\n## Unreleased\n\nAll.\n'
    expect(planRelease('0.2.0', '2026-11-24', { ...STATE, changelog: only })).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.2.0, 2026-11-24\n\nAll.\n',
    )
    // the repository's own can be cut
    const own = readFileSync('CHANGELOG.md', 'utf8')
    expect(planRelease('9.0.0', '2026-11-24', { ...STATE, changelog: own })).toMatch(
      /^## 9\.0\.0, 2026-11-24$/m,
    )
  })

  test.each([
    ['1.0', {}, 'expected a version such as 1.0.0'],
    ['0.1.0', {}, 'expected a version above 0.1.0'],
    ['1.9.0', { tags: ['v1.10.0'] }, 'expected a version above 1.10.0'],
    ['1.0.0', { isClean: false }, 'changes that are not committed'],
    ['1.0.0', { changelog: CHANGELOG.replace(/###[^#]+/, '') }, 'nothing to release'],
  ])('%s is refused with %o', (version, state, reason) => {
    const plan = () => planRelease(version, '2026-11-24', { ...STATE, ...state })
    expect(plan).toThrow(ReleaseRefusedError)
    expect(plan).toThrow(reason)
  })
})

describe('the files of a release', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keyhold-release-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true })
  })

  /** The same content as another machine has it: written in another order, at another time, with another owner's rights. */
  function contentAt(name: string, isOther: boolean): string {
    const root = join(folder, name)
    mkdirSync(join(root, 'keyhold-1.0.0/docs'), { recursive: true })
    for (const file of isOther ? ['b', 'a', 'docs/c'] : ['docs/c', 'a', 'b']) {
      const path = join(root, 'keyhold-1.0.0', file)
      writeFileSync(path, file)
      utimesSync(path, isOther ? 1 : 2, isOther ? 1 : 2)
    }
    chmodSync(join(root, 'keyhold-1.0.0/a'), 0o755)
    symlinkSync('../a', join(root, 'keyhold-1.0.0/docs/link'))
    return root
  }

  test('are the same bytes on another machine', async () => {
    const write = async (name: string, isOther: boolean) => {
      const content = { folder: contentAt(name, isOther), names: ['keyhold-1.0.0'], time: TIME }
      const written = await writeTar(join(folder, `${name}.tar.gz`), content, true)
      const bytes = readFileSync(join(folder, `${name}.tar.gz`))
      expect(written).toEqual({
        bytes: bytes.length,
        digest: createHash('sha256').update(bytes).digest('hex'),
        plainDigest: createHash('sha256').update(gunzipSync(bytes)).digest('hex'),
      })
      return written
    }
    expect(await write('one', false)).toEqual(await write('other', true))
    expect(execFileSync('tar', ['-tvf', join(folder, 'one.tar.gz')], { encoding: 'utf8' })).toMatch(
      /^-rwxr-xr-x 0\/0 +1 2023-11-14 22:13 keyhold-1.0.0\/a$/m,
    )
  })

  test('have an image whose parts are named by their hashes, for each architecture', async () => {
    const base = contentAt('base', false)
    const root = contentAt('work', false)
    for (const architecture of ['x64', 'arm64'] as const) {
      const path = join(folder, `${architecture}.oci.tar`)
      const data = join(folder, `volume-${architecture}`)
      const layers = layersOf(base, { release: { folder: root, name: 'keyhold-1.0.0' }, data, time: TIME })
      await writeImage(path, join(folder, `image-${architecture}`), {
        architecture,
        version: '1.0.0',
        commit: 'c0ffee',
        time: TIME,
        layers,
      })
      const out = join(folder, `out-${architecture}`)
      mkdirSync(out)
      execFileSync('tar', ['-xf', path, '-C', out])
      const blob = (digest: string) => {
        const bytes = readFileSync(join(out, 'blobs', digest.replace(':', '/')))
        expect(`sha256:${createHash('sha256').update(bytes).digest('hex')}`).toBe(digest)
        return bytes
      }
      const json = (bytes: Buffer) => JSON.parse(bytes.toString()) as never
      const index = json(readFileSync(join(out, 'index.json'))) as {
        manifests: [{ digest: string; platform: object }]
      }
      const manifest = json(blob(index.manifests[0].digest)) as {
        config: { digest: string }
        layers: { digest: string; size: number }[]
      }
      const config = json(blob(manifest.config.digest)) as {
        architecture: string
        config: object
        rootfs: { diff_ids: string[] }
      }
      expect(config.architecture).toBe(architecture === 'x64' ? 'amd64' : 'arm64')
      expect(config.config).toMatchObject({ User: '10001:10001', Cmd: ['serve'], StopSignal: 'SIGTERM' })
      const plain = manifest.layers.map(({ digest, size }) => {
        const bytes = blob(digest)
        expect(bytes.length).toBe(size)
        return gunzipSync(bytes)
      })
      expect(plain.map((bytes) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`)).toEqual(
        config.rootfs.diff_ids,
      )
      const names = (bytes: Buffer | undefined) =>
        execFileSync('tar', ['-tv'], { input: bytes ?? '', encoding: 'utf8' })
          .trim()
          .split('\n')
          .map((line) => line.replace(/ +\d+ 2023-11-14 22:13 /, ' '))
      // no documents, and the data belong to the shop
      expect(names(plain[1])).toEqual([
        'drwxr-xr-x 0/0 keyhold/',
        '-rwxr-xr-x 0/0 keyhold/a',
        '-rw-r--r-- 0/0 keyhold/b',
      ])
      expect(names(plain[2])).toEqual(['drwx------ 10001/10001 data/'])
    }
  })
})
