// `npm run verify-build [-- FOLDER]`: builds the sources into a temporary folder and compares every file with dist, or with
// another folder such as the dist of a server. Says which files differ; ends with status 1 if one does.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const compared = resolve(process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url)))
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
process.exitCode = verify()

function verify() {
  if (!existsSync(compared)) return fail(`there is no folder ${compared}; npm run build makes dist`)
  const temporary = mkdtempSync(join(tmpdir(), 'keyhold-build-'))
  try {
    for (const script of ['scripts/build.mjs', 'scripts/build-server.mjs']) {
      const { status } = spawnSync(process.execPath, [script, temporary], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      if (status !== 0) return fail(`${script} failed; what went wrong stands above`)
    }
    return report(hashesIn(temporary), hashesIn(compared))
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

function report(built, found) {
  const names = [...new Set([...built.keys(), ...found.keys()])].sort()
  const differing = names.filter((name) => built.get(name) !== found.get(name))
  for (const name of differing) {
    const what = !found.has(name) ? 'is missing' : !built.has(name) ? 'is not of the build' : 'differs'
    console.log(`${what.padEnd(19)} ${name}`)
  }
  const lines = names.map((name) => `${built.get(name)}  ${name}\n`)
  if (differing.length > 0)
    return fail(`${differing.length} of ${names.length} files are not what the sources build`)
  const digest = createHash('sha256').update(lines.join('')).digest('hex')
  console.log(`all ${names.length} files are what the sources build; sha-256 of their list: ${digest}`)
  return 0
}

/** SHA-256 in hex by path. The stamps of scripts/prepare.mjs and the compiler's cache are no part of a build. */
function hashesIn(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const hashes = files.map((entry) => {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    return [name, createHash('sha256').update(readFileSync(path)).digest('hex')]
  })
  return new Map(hashes.filter(([name]) => !/^(\.keyhold-|types\/)/.test(name)))
}

function fail(message) {
  console.error(message)
  return 1
}
