// After `npm install SOMETHING`: adds to the lockfile the optional packages for other platforms that the registry of this
// machine does not list. `npm ci` rejects a lockfile without them. Their platform is read from their names
// (`canvas-linux-arm64-musl`), their hashes from the registry; test/lockfile.test.ts fails for a package without one.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = 'package-lock.json'
const lock = JSON.parse(readFileSync(FILE, 'utf8'))
for (const [place, parent] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const isListed = [`node_modules/${name}`, `${place}/node_modules/${name}`].some(
      (key) => key in lock.packages,
    )
    if (!isListed) lock.packages[`node_modules/${name}`] = entryOf(name, version, parent)
  }
}
for (const [place, entry] of Object.entries(lock.packages)) {
  if (place !== '' && entry.integrity === undefined) Object.assign(entry, hashOf(place, entry.version))
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([one], [other]) => one.localeCompare(other, 'en')),
)
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)

function hashOf(place, version) {
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const { stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], { encoding: 'utf8' })
  if (/^sha512-\S+\s*$/.test(stdout ?? '')) return { integrity: stdout.trim() }
  console.error(
    `the registry has no hash of ${name} ${version}: choose a version of which it has all platforms`,
  )
  return {}
}

function entryOf(name, version, parent) {
  const match = /(android|darwin|freebsd|linux|openharmony|win32|windows)-([a-z0-9]+)(?:-([a-z]+))?$/.exec(
    name,
  )
  if (match === null && name.endsWith('-wasm32-wasi')) return entryFor(version, parent, { cpu: ['wasm32'] })
  if (match === null) throw new Error(`cannot tell from its name what system ${name} is for; add it by hand`)
  const [, system, processor, library = ''] = match
  return entryFor(version, parent, {
    cpu: [processor === 'amd64' ? 'x64' : processor],
    ...(library.startsWith('musl') ? { libc: ['musl'] } : {}),
    ...(library.startsWith('gnu') ? { libc: ['glibc'] } : {}),
    os: [system === 'windows' ? 'win32' : system],
  })
}

function entryFor(version, parent, { cpu, libc, os }) {
  return {
    version,
    cpu,
    ...(parent.dev === true ? { dev: true } : {}),
    ...(libc === undefined ? {} : { libc }),
    license: parent.license,
    optional: true,
    ...(os === undefined ? {} : { os }),
    engines: parent.engines,
  }
}
