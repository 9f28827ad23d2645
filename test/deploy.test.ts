import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { RAILS } from '#shared/rails.ts'
import { temporaryFolder } from './temporary-folder.ts'

const SCRIPT = join(import.meta.dirname, '../scripts/get-debian-program.sh')
const read = (name: string) => readFile(join('deploy', name), 'utf8')

/** Whether systemd is here; if not, that is printed, so that nothing is skipped silently. */
function hasSystemd(): boolean {
  const isHere = spawnSync('sh', ['-c', 'command -v systemd-analyze']).status === 0
  if (!isHere) console.warn('SKIPPED: systemd-analyze is not installed; the unit is not checked')
  return isHere
}

/** The path of a Caddy, null if there is none for this machine; the reason is printed. */
function findCaddy(): string | null {
  const { status, stdout, stderr } = spawnSync(SCRIPT, ['caddy', 'usr/bin/caddy', 'version'], {
    encoding: 'utf8',
  })
  if (status === 0) return stdout.trim()
  console.warn(`SKIPPED: the file for Caddy is not checked. ${stderr.trim()}`)
  return null
}

test.skipIf(!hasSystemd())('systemd accepts the unit, and finds little exposed', async () => {
  const folder = temporaryFolder()
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
})

test('the unit runs the program that npm start runs', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { start: string } }
  const flags = /node (--\S+ .*)$/.exec(scripts.start)?.[1] ?? 'none'
  expect(await read('systemd/keyhold@.service')).toContain(`/node_modules/.bin/node ${flags}\n`)
})

const caddy = findCaddy()
test.skipIf(caddy === null)('Caddy accepts its file', () => {
  const { status, stderr } = spawnSync(caddy ?? '', ['adapt', '--config', 'deploy/caddy/Caddyfile'], {
    encoding: 'utf8',
  })
  expect([status, stderr.includes('error')]).toEqual([0, false])
})

test('the file for nginx is the example of operating.md, which the attacks run', async () => {
  const documented = /```nginx\n([\s\S]*?)```/.exec(await readFile('docs/operating.md', 'utf8'))?.[1]
  expect(await read('nginx/keyhold.conf')).toBe(documented)
})

test('the compose file has a read-only shop of the image, whose health is asked for, and a healthy database', async () => {
  expect(parse(await read('compose.yaml'))).toMatchObject({
    services: {
      shop: {
        image: expect.stringMatching(/^keyhold:\d+\.\d+\.\d+$/) as string,
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        depends_on: { database: { condition: 'service_healthy' } },
        healthcheck: { test: expect.arrayContaining([expect.stringContaining('/health/live')]) as string[] },
      },
      database: { environment: { POSTGRES_PASSWORD_FILE: '/run/secrets/database-password' } },
    },
  })
})

test('the command for operators is a script that any shell takes', () => {
  expect(spawnSync('sh', ['-n', 'deploy/keyhold']).status).toBe(0)
  const { status, stderr } = spawnSync('sh', ['deploy/keyhold', 'shop'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([
    2,
    'usage: keyhold NAME COMMAND [ARGUMENT…], keyhold update TARBALL | --back, or keyhold version\n',
  ])
})

test('the scripts that set up a shop are taken by any shell, and change nothing for wrong words', () => {
  for (const script of ['set-up', 'publish', 'update', 'set-aside-settings', 'wait-until-live'].map(
    (name) => `deploy/${name}`,
  ))
    expect([script, spawnSync('sh', ['-n', script]).status]).toEqual([script, 0])
  const refused = (...words: readonly string[]) => spawnSync('sh', words, { encoding: 'utf8' }).status
  for (const name of ['', 'update', 'Shop', '../etc', 'a b', '1shop', "shop'", 'a'.repeat(32)])
    expect([name, refused('deploy/set-up', name)]).toEqual([name, 2])
  expect(refused('deploy/publish', 'no-such-shop', 'shop.example')).toBe(2)
  expect(refused('deploy/set-up', 'shop', '--no-such-setting', 'x')).toBe(2)
  expect(refused('deploy/set-up', 'shop', '--domain')).toBe(2)
  expect(refused('deploy/update')).toBe(2)
})

const SHOP_ANSWERS = ['shop.example', 'smtps://smtp.example', 'keys@shop.example'] as const

/**
 * What deploy/set-up asks for after the mail server, given answers. It ends with 9 at the first program that would change the
 * machine.
 */
function askedFor(answers: readonly string[], ...options: readonly string[]) {
  const folder = temporaryFolder()
  for (const [program, line] of [
    ['id', 'echo 0'],
    ['apt-get', 'exit 9'],
  ] as const)
    writeFileSync(join(folder, program), `#!/bin/sh\n${line}\n`, { mode: 0o755 })
  const { status, stderr } = spawnSync('sh', ['deploy/set-up', 'no-such-shop', ...options], {
    input: [...SHOP_ANSWERS, ...answers, ''].join('\n'),
    env: { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` },
    encoding: 'utf8',
  })
  return { status, asked: stderr.split(': ').slice(SHOP_ANSWERS.length), stderr }
}

test('a shop is set up with the rails that are named, and asked for what these need alone', () => {
  const two = askedFor(['usdc-base,litecoin', 'zpub', 'http://ltc', 'xpub', 'https://base'])
  expect([two.status, two.asked]).toEqual([
    9,
    [
      expect.stringContaining('the rails to sell with'),
      expect.stringContaining("Litecoin's account m/84'/2'/0'"),
      expect.stringContaining('a litecoind'),
      expect.stringContaining("the account m/44'/60'/0'"),
      expect.stringContaining('a Base node'),
      '',
    ],
  ])
  // what a named rail needs may not be left empty
  expect(askedFor(['usdc-base', 'xpub', '']).status).toBe(2)
  expect(askedFor(['usdc-base,doge']).stderr).toContain('doge is no rail')
  // as an option, it is not asked for
  const tron = askedFor(['xpub', 'https://tron'], '--rails', 'trc20')
  expect([tron.status, tron.asked[0]]).toEqual([9, expect.stringContaining("Tron's account")])
  expect(askedFor([], '--evm-xpub', 'xpub', '--rails', 'doge').status).toBe(2)
})

test('a shop without named rails is asked for the usual ones, any of which may be left out', () => {
  const { status, asked } = askedFor(['', 'zpub', '', 'https://esplora', '', ''])
  expect(status).toBe(9)
  expect(asked.slice(1, -1)).toEqual(
    ["Bitcoin's account", 'a bitcoind', 'an Esplora server', "m/44'/60'/0'", "Tron's account"].map(
      (words) => expect.stringContaining(words) as string,
    ),
  )
})

test.each(RAILS)('the rail $network is asked for its node on $chain', ({ network, chain }) => {
  const { status, asked } = askedFor([network, 'xpub', 'https://node'])
  expect([status, asked.length]).toEqual([9, 4])
  expect(asked[2]?.toLowerCase()).toMatch(new RegExp(`^an? ${chain}`))
})

test('settings that an earlier release does not know become comments for it, and all others stay', () => {
  const settings = 'KEYHOLD_LOG=warn\n# a comment\nKEYHOLD_LATER=a=b\nNODE_EXTRA_CA_CERTS=/x.pem\nPORT=8081\n'
  const { stdout } = spawnSync('sh', ['deploy/set-aside-settings', '.', '2.0.0'], {
    input: settings,
    encoding: 'utf8',
  })
  expect(stdout).toBe(settings.replace('KEYHOLD_LATER', '# of Keyhold 2.0.0: KEYHOLD_LATER'))
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
