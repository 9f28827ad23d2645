// `npm run new:dependency -- NAME [--dev]`: adds the newest version of a package that is at least a week old, for itself and
// for what it brings: most malicious releases are found within days. Not a setting of .npmrc: this lockfile names no
// registry, so `npm ci` would read the whole history of 500 packages each time.
import { spawnSync } from 'node:child_process'

const DAYS = 7
const [name, ...options] = process.argv.slice(2)

process.exitCode = add()

function add() {
  const isRight = name !== undefined && !name.startsWith('-') && options.every((option) => option === '--dev')
  if (!isRight) return fail('usage: npm run new:dependency -- NAME [--dev]')
  const [major = 0, minor = 0] = npm('--version').stdout.split('.').map(Number)
  if (major < 11 || (major === 11 && minor < 10))
    return fail('npm 11.10 or later is needed: older ones know no age')
  const flags = ['--package-lock-only', '--save-exact', `--min-release-age=${DAYS}`]
  const { status, stderr } = npm('install', name, ...(options.length > 0 ? ['--save-dev'] : []), ...flags)
  if (status !== 0) return fail(stderr)
  return spawnSync(process.execPath, ['scripts/complete-lockfile.mjs'], { stdio: 'inherit' }).status ?? 1
}

function npm(...args) {
  return spawnSync('npm', [...args, '--loglevel=error'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
}

function fail(message) {
  console.error(message.trim())
  return 1
}
