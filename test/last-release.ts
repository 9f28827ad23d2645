import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** What stands for the last release as long as no tag does: the last commit that people used as 0.1.0. */
const BEFORE_TAGS = 'eb6a18b579d3c1f79a1a00fdbd68cbf0cc93afed'

/**
 * The folder of the release before this one, built from its commit; made once. Null where git does not have that commit, such
 * as in a shallow clone.
 */
export function lastRelease(): string | null {
  const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^')
  const commit = git('rev-parse', '--verify', '--quiet', `${tag === '' ? BEFORE_TAGS : tag}^{commit}`)
  if (commit === '') return null
  const folder = join('.cache/last-release', commit)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.${String(process.pid)}`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1e9 })
  execFileSync('tar', ['--extract', '--directory', unfinished], { input: archive })
  givePackages(unfinished)
  for (const script of ['scripts/build.mjs', 'scripts/build-server.mjs'])
    execFileSync(process.execPath, [script], { cwd: unfinished, stdio: ['ignore', 'ignore', 'inherit'] })
  renameSync(unfinished, folder)
  return folder
}

/** The packages of this checkout; its own, from the registry, if it needs one that this checkout no longer has. */
function givePackages(release: string): void {
  const { devDependencies = {} } = read(join(release, 'package.json'))
  if (Object.keys(devDependencies).every((name) => existsSync(join('node_modules', name)))) {
    symlinkSync(join(process.cwd(), 'node_modules'), join(release, 'node_modules'))
    // its list of packages is made from what it was built with
    copyFileSync('package-lock.json', join(release, 'package-lock.json'))
    return
  }
  execFileSync('npm', ['ci', '--prefer-offline', '--loglevel=error'], {
    cwd: release,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // what its packages use where they find it is found here: the folder is in this checkout
  const lockfile = join(release, 'package-lock.json')
  const packages = { ...read('package-lock.json').packages, ...read(lockfile).packages }
  writeFileSync(lockfile, JSON.stringify({ ...read(lockfile), packages }))
}

function read(path: string): { readonly devDependencies?: object; readonly packages?: object } {
  return JSON.parse(readFileSync(path, 'utf8')) as object
}

function git(...words: readonly string[]): string {
  const { status, stdout } = spawnSync('git', words, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}
