import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (name: string) => readFile(join('deploy', name), 'utf8')

/** Whether a program is here; one that is missing is named, so that nothing is skipped silently. */
function hasProgram(name: string): boolean {
  const isHere = spawnSync('sh', ['-c', `command -v ${name}`]).status === 0
  if (!isHere) console.warn(`SKIPPED: ${name} is not installed; its file in deploy/ is not checked`)
  return isHere
}

test('the image is built from files that exist, runs as nobody special, and knows whether it is healthy', async () => {
  const dockerfile = await read('Dockerfile')
  const ignored = await read('Dockerfile.dockerignore')
  const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  )
  expect(sources).toContain('src')
  for (const source of sources) {
    expect(existsSync(source), source).toBe(true)
    expect(ignored.split('\n'), source).toContain(`!${source.replace(/^\.\//, '')}`)
  }
  expect(ignored.split('\n')).toContain('*')
  const [, runtime = ''] = dockerfile.split('FROM debian')
  expect(runtime).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
  // not /health, which is 503 when everything is sold: the container would be restarted for that
  expect(runtime).toMatch(/^HEALTHCHECK [\s\S]*\/health\/live'/m)
  expect(runtime).not.toMatch(/npm|\bADD\b|curl/)
})

test('the image has every package that the built server does not contain', async () => {
  const script = await readFile('scripts/build-server.mjs', 'utf8')
  const [, list = ''] = /EXTERNAL = \[(.*)\]/.exec(script) ?? []
  const scopes = [...list.matchAll(/\^(@[a-z-]+)/g)].map(([, scope = '']) => scope)
  expect(scopes.length).toBeGreaterThan(0)
  const dockerfile = await read('Dockerfile')
  for (const scope of scopes) expect(dockerfile).toContain(`node_modules/${scope} `)
})

test.skipIf(!hasProgram('systemd-analyze'))(
  'systemd accepts the unit, and finds little exposed',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keyhold-unit-'))
    const file = join(folder, 'keyhold@.service')
    // the programs of the unit are in /opt/keyhold
    const unit = (await read('systemd/keyhold@.service'))
      .replace('/opt/keyhold/node_modules/.bin/node', process.execPath)
      .replace('WorkingDirectory=/opt/keyhold', 'WorkingDirectory=/')
    await writeFile(file, unit)
    const verified = spawnSync('systemd-analyze', ['verify', join(folder, 'keyhold@shop.service')], {
      encoding: 'utf8',
    })
    expect([verified.status, verified.stderr]).toEqual([0, ''])
    const security = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', file])
    expect(security.status).toBe(0)
    await rm(folder, { recursive: true })
  },
)

test('the unit runs the program that npm start runs', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { start: string } }
  const flags = /node (--\S+ .*)$/.exec(scripts.start)?.[1] ?? 'none'
  expect(await read('systemd/keyhold@.service')).toContain(`/node_modules/.bin/node ${flags}\n`)
})

test.skipIf(!hasProgram('caddy'))('Caddy accepts its file', () => {
  const { status, stderr } = spawnSync('caddy', ['adapt', '--config', 'deploy/caddy/Caddyfile'], {
    encoding: 'utf8',
  })
  expect([status, stderr.includes('error')]).toEqual([0, false])
})

test('the file for nginx is the example of operating.md, which the attacks run', async () => {
  const documented = /```nginx\n([\s\S]*?)```/.exec(await readFile('docs/operating.md', 'utf8'))?.[1]
  expect(await read('nginx/keyhold.conf')).toBe(documented)
})

test.skipIf(!hasProgram('python3'))(
  'the compose file is YAML with a read-only shop and a healthy database',
  async () => {
    const script =
      'import json, sys\ntry:\n  import yaml\nexcept ImportError:\n  sys.exit(3)\nprint(json.dumps(yaml.safe_load(sys.stdin)))'
    const { status, stdout } = spawnSync('python3', ['-c', script], {
      input: await read('compose.yaml'),
      encoding: 'utf8',
    })
    if (status === 3) {
      console.warn('SKIPPED: python3 has no yaml; deploy/compose.yaml is not read')
      return
    }
    expect(JSON.parse(stdout)).toMatchObject({
      services: {
        shop: {
          read_only: true,
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
          depends_on: { database: { condition: 'service_healthy' } },
          build: { dockerfile: 'deploy/Dockerfile' },
        },
        database: { environment: { POSTGRES_PASSWORD_FILE: '/run/secrets/database-password' } },
      },
    })
  },
)

test('the command for operators is a script that any shell takes', () => {
  expect(spawnSync('sh', ['-n', 'deploy/keyhold']).status).toBe(0)
  const { status, stderr } = spawnSync('sh', ['deploy/keyhold', 'shop'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([2, 'usage: keyhold NAME COMMAND [ARGUMENT…]\n'])
})

test('the scripts that set up a shop are taken by any shell, and change nothing for wrong words', () => {
  for (const script of ['deploy/set-up', 'deploy/publish'])
    expect([script, spawnSync('sh', ['-n', script]).status]).toEqual([script, 0])
  const refused = (...words: readonly string[]) => spawnSync('sh', words, { encoding: 'utf8' }).status
  for (const name of ['', 'Shop', '../etc', 'a b', '1shop', "shop'", 'a'.repeat(32)])
    expect([name, refused('deploy/set-up', name)]).toEqual([name, 2])
  expect(refused('deploy/publish', 'no-such-shop', 'shop.example')).toBe(2)
})

test('the scripts of the database are taken by any shell, and change nothing for wrong words', () => {
  const scripts = ['set-up', 'follow', 'synchronous', 'promote', 'create-database', 'refuse-if-replaced'].map(
    (name) => `deploy/postgres/${name}`,
  )
  for (const script of [...scripts, 'deploy/barman/create-role', 'deploy/barman/restore-aside'])
    expect([script, spawnSync('sh', ['-n', script]).status]).toEqual([script, 0])
  const refused = (...words: readonly string[]) => spawnSync('sh', words, { encoding: 'utf8' }).status
  expect(refused('deploy/postgres/promote', '--fence')).toBe(2)
  expect(refused('deploy/postgres/promote', 'now')).toBe(2)
  expect(refused('deploy/barman/restore-aside')).toBe(2)
  for (const words of [[], ['shop'], ['Shop', 'db1:5432'], ['shop', 'db1:5432;'], ["shop'", 'db1']])
    expect([words, refused('deploy/postgres/create-database', ...words)]).toEqual([words, 2])
})
