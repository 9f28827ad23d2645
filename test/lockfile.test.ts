import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

interface Lockfile {
  readonly packages: Readonly<
    Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>
  >
}

const LOCKFILES = ['package-lock.json', 'bench/fixtures/next/package-lock.json']

test.each(LOCKFILES)(
  '%s names every optional package, or npm ci refuses it (else: node scripts/complete-lockfile.mjs)',
  async (file) => {
    const { packages } = JSON.parse(await readFile(file, 'utf8')) as Lockfile
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
