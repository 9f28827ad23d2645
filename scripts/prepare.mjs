// Prepares the checkout: `node scripts/prepare.mjs install|start|command|test`. npm runs it before its
// scripts. It must run on any Node from 18 on, before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './with-lock.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const INSTALLED = join(ROOT, 'node_modules', '.keyhold-installed')
const NPM_INSTALLED = join(ROOT, 'node_modules', '.package-lock.json')
/** Part of both builds. */
const OF_BUILDS = ['scripts/list-packages.mjs', 'scripts/write-sbom.mjs']
const BUILDS = [
  {
    name: 'site',
    script: 'scripts/build.mjs',
    stamp: join(ROOT, 'dist', '.keyhold-built'),
    sources: [
      'src/web',
      'src/shared',
      'src/texts',
      'game',
      'package-lock.json',
      'vite.config.ts',
      'scripts/build.mjs',
      ...OF_BUILDS,
    ],
  },
  {
    name: 'server',
    script: 'scripts/build-server.mjs',
    stamp: join(ROOT, 'dist', '.keyhold-server-built'),
    sources: [
      'src/server',
      'src/shared',
      'src/texts',
      'package.json',
      'package-lock.json',
      'scripts/build-server.mjs',
      ...OF_BUILDS,
    ],
  },
]
const NODE_PACKAGE = join(`node-${process.platform}-${process.arch}`, 'bin', 'node')
const NODE_LINK = join(ROOT, 'node_modules', '.bin', 'node')
const OLDEST_NODE = [22, 18]
const CHROMIUM = '/usr/bin/chromium'
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const INSTALL_CHROMIUM =
  'apt-get update && apt-get install -y --no-remove --no-install-recommends chromium-headless-shell fonts-liberation'

const mode = process.argv[2]
process.chdir(ROOT)
// problems that only root can fix are reported first, before steps that take minutes
if (mode === 'test') installChromium()
if (mode === 'command' && isProduction() && !isInstalled())
  stop(
    'what is installed is not what package-lock.json names, and commands install nothing in production, since a running shop ' +
      'would break: stop the shop that runs from this folder, then run `npm run prepare:service` once',
  )
if (!isReady()) {
  requireWritable()
  mkdirSync('.cache', { recursive: true })
  await withLock(join(ROOT, '.cache', 'prepare.lock'), () => {
    if (isReady()) return
    if (!isInstalled()) install()
    if (!isNodeLinked()) linkNode()
    if (mode === 'install') return
    for (const part of BUILDS) if (!isBuilt(part)) build(part)
  })
}
requireNode()
if (mode === 'test') {
  const debian = 'scripts/get-debian-program.sh'
  fetchProgram('scripts/get-bitcoind.sh', [], 'the tests against a real bitcoind')
  fetchProgram(
    debian,
    ['litecoind', 'usr/lib/litecoin/litecoind', '-version'],
    'the tests against a real litecoind',
  )
  fetchProgram(debian, ['nginx', 'usr/sbin/nginx', '-v'], 'the attacks on a shop behind nginx')
  fetchProgram(debian, ['caddy', 'usr/bin/caddy', 'version'], "the test of Caddy's file")
  fetchProgram(debian, ['prometheus', 'usr/bin/promtool', '--version'], 'every test of alert rules')
}

function isReady() {
  return isInstalled() && isNodeLinked() && (mode === 'install' || BUILDS.every(isBuilt))
}

function isInstalled() {
  return readIfThere(INSTALLED) === installStamp() || isInstalledByNpm()
}

/** npm 9, which is Debian's, links every program of the packages but this one. */
function isNodeLinked() {
  return existsSync(NODE_LINK) || !existsSync(join(ROOT, 'node_modules', NODE_PACKAGE))
}

function linkNode() {
  mkdirSync(dirname(NODE_LINK), { recursive: true })
  symlinkSync(join('..', NODE_PACKAGE), NODE_LINK)
}

/** `npm ci` notes what it installed. What is built runs with the few packages of `npm ci --omit=dev`. */
function isInstalledByNpm() {
  const installed = packagesOf(NPM_INSTALLED)
  const wanted = packagesOf(join(ROOT, 'package-lock.json'))
  if (installed === null || wanted === null) return false
  const needsTools = !['start', 'command'].includes(mode) || !BUILDS.every(isBuilt)
  return Object.entries(wanted).every(([path, { version, integrity, optional, dev, devOptional }]) => {
    const found = installed[path]
    if (path === '') return true
    if (found !== undefined) return found.version === version && found.integrity === integrity
    // of other platforms
    if (optional === true || devOptional === true) return true
    return dev === true && !needsTools
  })
}

function packagesOf(file) {
  const text = readIfThere(file)
  return text === null ? null : JSON.parse(text).packages
}

/** As the shop reads it: the environment wins over the file. */
function isProduction() {
  const set = process.env.KEYHOLD_PROFILE
  if (set !== undefined && set !== '') return set.trim() === 'production'
  return /^\s*(export\s+)?KEYHOLD_PROFILE\s*=\s*["']?production["']?\s*(#.*)?$/m.test(
    readIfThere('.env') ?? '',
  )
}

/** Identifies the lockfile and the platform: a folder shared between two platforms is installed again. */
function installStamp() {
  return hashOf(['package-lock.json']) + ` ${process.platform}-${process.arch}\n`
}

function install() {
  say('installing what package-lock.json names (once, and whenever it changes)')
  const status = npm(
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    // all versions are in the lockfile; a delay of the user's own would make npm read every package's history
    '--min-release-age=0',
    '--loglevel=error',
  )
  if (status !== 0)
    stop('npm ci did not succeed; what it said stands above. Is the package registry reachable?')
  writeFileSync(INSTALLED, installStamp())
}

/** The npm that runs this script, if one does: the npm on the PATH may be older. */
function npm(...args) {
  const script = process.env.npm_execpath
  const isScript = script !== undefined && /\.c?js$/.test(script)
  const [program, first] = isScript ? [process.execPath, [script]] : ['npm', []]
  const preload = `--require ${JSON.stringify(join(ROOT, 'scripts', 'npm-for-pinned-node.cjs'))}`
  const options = isNewEnough(process.version) ? {} : { NODE_OPTIONS: preload }
  return run(program, [...first, ...args], { ...process.env, ...options })
}

function isBuilt({ stamp, sources }) {
  return readIfThere(stamp) === hashOf(sources)
}

function build({ name, script, stamp, sources }) {
  say(`building the ${name}`)
  const hash = hashOf(sources)
  if (run(pinnedNode(), [script]) !== 0) stop(`the ${name} could not be built; what went wrong stands above`)
  writeFileSync(stamp, hash)
}

/** The `node` package from npm provides it; on a Mac, for which none exists, the installed Node is used. */
function pinnedNode() {
  const pinned = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  return existsSync(pinned) ? pinned : process.execPath
}

function requireNode() {
  const { stdout } = spawnSync(pinnedNode(), ['--version'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (isNewEnough(stdout ?? '')) return
  stop(
    `Keyhold needs Node ${OLDEST_NODE.join('.')} or later, and npm has none for this machine; install one and try again`,
  )
}

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number)
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
}

function requireWritable() {
  try {
    accessSync(ROOT, constants.W_OK)
  } catch {
    stop(
      `${ROOT} has something to install or build, and belongs to another user; run the command as that user once`,
    )
  }
}

/** The tests drive Chromium's headless shell, which takes less than half the CPU; Chromium itself is used where that cannot be installed. */
function installChromium() {
  if (existsSync(process.env.CHROMIUM ?? HEADLESS_SHELL)) return
  const isRequired = !existsSync(CHROMIUM)
  if (!isOnPath('apt-get')) {
    if (isRequired) stop('the tests drive a browser: install Chromium, and name its program in CHROMIUM')
    return
  }
  if (process.getuid?.() !== 0) {
    if (isRequired)
      stop(`the tests drive Debian's Chromium, which is missing; let root run: ${INSTALL_CHROMIUM}`)
    return
  }
  say("installing Debian's Chromium headless shell, which the tests drive (once)")
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  if (run('sh', ['-c', INSTALL_CHROMIUM], environment) === 0) return
  if (isRequired) stop(`Chromium could not be installed by: ${INSTALL_CHROMIUM}`)
  say(`it could not be installed: the tests drive ${CHROMIUM}, which takes longer`)
}

function isOnPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}

/** Without it, the tests that need it are skipped with a message. */
function fetchProgram(script, words, tests) {
  const { status, stderr } = spawnSync(script, words, {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status === 0) return
  say(`*** SKIPPED: ${tests}. ` + (stderr ?? '').trim().split('\n').at(-1))
}

function run(program, args, environment = process.env) {
  const result = spawnSync(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environment,
    shell: process.platform === 'win32',
  })
  return result.status ?? 1
}

/** Returns one hash of the paths and contents of files and folders. */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of filesOf(path)) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  try {
    const entries = readdirSync(path, { withFileTypes: true }).sort((one, other) =>
      one.name < other.name ? -1 : 1,
    )
    return entries.flatMap((entry) =>
      entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)],
    )
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    throw error
  }
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function say(line) {
  process.stderr.write(`${line}\n`)
}

function stop(line) {
  say(line)
  process.exit(1)
}
