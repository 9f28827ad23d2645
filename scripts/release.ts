import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  createReadStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { assembleFolder, type Architecture } from './release/assemble-folder.ts'
import { planRelease, ReleaseRefusedError } from './release/plan-release.ts'
import { layersOf, PLATFORMS, unpackBase, writeImage } from './release/write-image.ts'
import { writeTar } from './release/write-tar.ts'

// npm run release -- VERSION [--dry-run] [--again]: notes the version in package.json and CHANGELOG.md, commits and tags it, and
// makes its files in release/, from a clone of the tag. `--dry-run` commits and tags in that clone only. `--again` makes the files
// of a tag that exists: the same bytes, as long as Debian's packages in the images are the same.

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const WORK = join(ROOT, '.cache/release')
const OUT = join(ROOT, 'release')
const ARCHITECTURES: readonly Architecture[] = ['x64', 'arm64']
/** They name the files and the image of the newest release. */
const NAMING = ['deploy/compose.yaml', 'deploy/kubernetes/keyhold.yaml', 'docs/operating.md']
const USAGE = 'npm run release -- VERSION [--dry-run | --again]'

try {
  await run()
} catch (error) {
  if (!(error instanceof ReleaseRefusedError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean', default: false }, again: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [version, ...rest] = positionals
  if (version === undefined || rest.length > 0) throw new ReleaseRefusedError(`usage: ${USAGE}`)
  if (spawnSync('mmdebstrap', ['--version']).status !== 0)
    throw new ReleaseRefusedError(
      'the images are made with mmdebstrap: apt-get install --yes --no-install-recommends mmdebstrap',
    )
  const source = join(WORK, 'source')
  const clone = (...options: readonly string[]) => {
    rmSync(source, { recursive: true, force: true })
    mkdirSync(WORK, { recursive: true })
    git(WORK, 'clone', '--quiet', '--no-hardlinks', ...options, `file://${ROOT}`, source)
  }
  if (values['dry-run']) {
    // checked here, committed there, at the time of the last commit: two dry runs give the same bytes
    const changelog = plan(version, values['dry-run'])
    clone()
    commit(source, version, changelog, git(ROOT, 'log', '-1', '--format=%cI'))
  } else {
    if (!values.again) commit(ROOT, version, plan(version, false), null)
    clone('--branch', `v${version}`)
  }
  await make(source, version)
}

function plan(version: string, isDry: boolean): string {
  const day = isDry ? git(ROOT, 'log', '-1', '--format=%cs') : new Date().toISOString().slice(0, 10)
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  return planRelease(version, day, {
    version: manifest.version,
    tags: git(ROOT, 'tag', '--list').split('\n'),
    isClean: git(ROOT, 'status', '--porcelain') === '',
    changelog: readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'),
  })
}

/** @param time of the commit; null: now. */
function commit(folder: string, version: string, changelog: string, time: string | null): void {
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  for (const name of ['package.json', 'package-lock.json']) {
    const path = join(folder, name)
    const { packages, ...file } = JSON.parse(readFileSync(path, 'utf8')) as {
      packages?: Readonly<Record<string, object>>
    }
    const locked =
      packages === undefined ? {} : { packages: { ...packages, '': { ...packages[''], version } } }
    writeFileSync(path, `${JSON.stringify({ ...file, version, ...locked }, null, 2)}\n`)
  }
  for (const name of NAMING) {
    const path = join(folder, name)
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(/\bkeyhold([-:])\d+\.\d+\.\d+/g, `keyhold$1${version}`),
    )
  }
  const person = time === null ? [] : ['-c', 'user.name=dry run', '-c', 'user.email=none']
  const environment = time === null ? {} : { GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time }
  const write = (...words: readonly string[]) =>
    execFileSync('git', ['-C', folder, ...person, ...words], { env: { ...process.env, ...environment } })
  write('commit', '--quiet', '--all', '--message', `release: ${version}`)
  write('tag', '--annotate', '--message', `Keyhold ${version}`, `v${version}`)
  console.log(`committed and tagged v${version}${time === null ? '' : ' in a clone that is thrown away'}`)
}

/** Builds a checkout, and writes all files of its release. */
async function make(source: string, version: string): Promise<void> {
  const node = join(ROOT, 'node_modules/.bin/node')
  execFileSync(node, ['scripts/prepare.mjs', 'start'], { cwd: source, stdio: 'inherit' })
  const revision = git(source, 'rev-parse', 'HEAD')
  const time = Number(git(source, 'log', '-1', '--format=%ct'))
  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT)
  for (const architecture of ARCHITECTURES) {
    const work = join(WORK, architecture)
    rmSync(work, { recursive: true, force: true })
    const name = `keyhold-${version}`
    const target = join(work, name)
    assembleFolder(source, target, { architecture, commit: revision, packages: join(WORK, 'packages') })
    await writeTar(
      join(OUT, `${name}-linux-${architecture}.tar.gz`),
      { folder: work, names: [name], time },
      true,
    )
    const base = join(work, 'base')
    unpackBase(base, architecture, time)
    const layers = layersOf(base, { release: { folder: work, name }, data: join(work, 'volume'), time })
    const { architecture: platform } = PLATFORMS[architecture]
    const image = join(OUT, `${name}-${platform}.oci.tar`)
    await writeImage(image, join(work, 'image'), { architecture, version, commit: revision, time, layers })
    rmSync(work, { recursive: true })
  }
  copyFileSync(join(source, 'dist/sbom.cdx.json'), join(OUT, `keyhold-${version}.cdx.json`))
  await writeSums()
  rmSync(source, { recursive: true })
}

async function writeSums(): Promise<void> {
  const lines = []
  for (const name of readdirSync(OUT).sort()) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(OUT, name)), hash)
    lines.push(`${hash.digest('hex')}  ${name}\n`)
    console.log(`${(statSync(join(OUT, name)).size / 1e6).toFixed(1).padStart(7)} MB  ${resolve(OUT, name)}`)
  }
  writeFileSync(join(OUT, 'SHA256SUMS'), lines.join(''))
}

function git(folder: string, ...words: readonly string[]): string {
  return execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8' }).trim()
}
