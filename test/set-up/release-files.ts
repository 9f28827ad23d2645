import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Machine } from './machine.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The files of a release, as its users get them. */
export interface ReleaseFiles {
  readonly version: string
  readonly folder: string
}

/** Makes a release of the last commit, without committing; with `--release FOLDER` takes the files there. */
export function makeRelease(): ReleaseFiles {
  const { values } = parseArgs({ options: { release: { type: 'string' } } })
  const folder = values.release ?? join(ROOT, 'release')
  if (values.release === undefined)
    execFileSync(process.execPath, ['scripts/release.ts', nextVersion(), '--dry-run'], {
      cwd: ROOT,
      stdio: 'inherit',
    })
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8')
  const version = /keyhold-(\d+\.\d+\.\d+)-linux-x64\.tar\.gz/.exec(sums)?.[1] ?? ''
  return { version, folder }
}

/** 1.0.0 at first, as in the documents. */
function nextVersion(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return major === 0 ? '1.0.0' : `${String(major)}.${String(minor)}.${String(patch + 1)}`
}

/** A kind of machine, in the names of tarballs and of images. */
const KINDS = {
  x64: { tarball: 'linux-x64.tar.gz', image: 'amd64.oci.tar' },
  arm64: { tarball: 'linux-arm64.tar.gz', image: 'arm64.oci.tar' },
} as const
const OWN = process.arch === 'arm64' ? 'arm64' : 'x64'

/** Puts a file of a release and SHA256SUMS into a folder of a machine. */
export function placeFile(
  on: Machine,
  { version, folder }: ReleaseFiles,
  kind: 'tarball' | 'image',
  to: string,
  architecture: keyof typeof KINDS = OWN,
): void {
  mkdirSync(on.pathOf(to), { recursive: true })
  for (const file of [`keyhold-${version}-${KINDS[architecture][kind]}`, 'SHA256SUMS'])
    copyFileSync(join(folder, file), join(on.pathOf(to), file))
}

/** Puts the next release into a folder of a machine: the same one with another version and one more migration. */
export function placeNextRelease(
  on: Machine,
  { version, folder }: ReleaseFiles,
  next: string,
  to: string,
): void {
  const work = mkdtempSync(join(tmpdir(), 'keyhold-next-'))
  const kind = KINDS[OWN].tarball
  execFileSync('tar', [
    '--extract',
    '--strip-components=1',
    '-C',
    work,
    '-f',
    join(folder, `keyhold-${version}-${kind}`),
  ])
  const manifest = join(work, 'package.json')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(`"${version}"`, `"${next}"`))
  writeFileSync(
    join(work, 'src/server/db/migrations/9999_next.sql'),
    'alter table editions add column of_next text;\n',
  )
  const target = join(on.pathOf(to), `keyhold-${next}-${kind}`)
  mkdirSync(on.pathOf(to), { recursive: true })
  execFileSync('tar', [
    '--create',
    '--gzip',
    '--transform',
    `s,^\\.,keyhold-${next},S`,
    '-C',
    work,
    '-f',
    target,
    '.',
  ])
  const sums = execFileSync('sha256sum', [basename(target)], { cwd: on.pathOf(to) })
  writeFileSync(join(on.pathOf(to), 'SHA256SUMS'), sums)
  rmSync(work, { recursive: true })
}
