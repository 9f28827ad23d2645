import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMANDS } from '#server/cli/commands.ts'
import { freePort } from '#server/db/free-port.ts'
import { decimalsOf } from '#shared/assets.ts'
import { openDatabase } from '#server/db/database.ts'
import { createEmptyDatabase, type TestDatabase } from './database.ts'
import { startAnvil, type Anvil } from './nodes/anvil.ts'
import { findBitcoind, startBitcoind, type Bitcoind } from './nodes/bitcoind.ts'
import { deployToken } from './nodes/evm-wallet.ts'
import { readCommands } from './read-commands.ts'
import { serveShop, type ServedShop } from './served-shop.ts'
import { readBlocks } from './set-up/documented-blocks.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** What stands for `npm run keyhold --` in the tables below. */
const KEYHOLD = 'npm run keyhold -- '
const BUYER = 'ada@example.com'
const FILE = 'shop.backup'

/**
 * Every command that a document shows is run as it stands there, in this order, while a shop serves. The text beside it is
 * run instead where the document has a name for what only an operator knows. `SITE`, `ORDER` and `TO` are of this test.
 */
const WHILE_SERVING: Readonly<Record<string, string | null>> = {
  [`${KEYHOLD}check`]: null,
  [`${KEYHOLD}check --quick`]: null,
  [`${KEYHOLD}check --send-to ADDRESS`]: `${KEYHOLD}check --send-to me@studio.example`,
  [`${KEYHOLD}address bitcoin --count 3`]: null,
  [`${KEYHOLD}address RAIL --count 3`]: `${KEYHOLD}address erc20 --count 3`,
  [`${KEYHOLD}keys import keys.csv --dry-run`]: null,
  [`${KEYHOLD}keys import keys.csv`]: null,
  [`${KEYHOLD}keys import keys.csv --edition standard`]: null,
  [`${KEYHOLD}keys generate standard 1000`]: null,
  [`${KEYHOLD}keys generate crew-of-four 100`]: `${KEYHOLD}keys generate supporter 100`,
  [`${KEYHOLD}codes create LAUNCH10 --percent 10 --until 2027-01-31 --uses 500`]: null,
  [`${KEYHOLD}codes create --amount 5.00 --edition standard --name Ada --count 50 --uses 1 > ada.txt`]: null,
  [`${KEYHOLD}codes list`]: null,
  [`${KEYHOLD}doctor`]: null,
  [`${KEYHOLD}doctor --rail bitcoin --email YOU`]: `${KEYHOLD}doctor --rail bitcoin --email ${BUYER}`,
  [`${KEYHOLD}payment show ID`]: `${KEYHOLD}payment show ORDER`,
  [`${KEYHOLD}export orders --from 2026-10-01 --to 2026-12-31 > orders.csv`]: null,
  [`${KEYHOLD}export oss --quarter 2026Q4 --eur 1.0834`]: null,
  [`${KEYHOLD}export addresses`]: null,
  [`${KEYHOLD}sweep plan bitcoin`]: null,
  [`${KEYHOLD}sweep plan bitcoin --to bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu --out sweep-bitcoin`]: `${KEYHOLD}sweep plan bitcoin --to TO --out sweep-bitcoin`,
  [`${KEYHOLD}sweep plan erc20 --to 0x9858EfFD232B4033E47d90003D41EC34EcaEda94 --out sweep-erc20`]: null,
  [`${KEYHOLD}sweep plan RAIL`]: `${KEYHOLD}sweep plan erc20`,
  [`${KEYHOLD}sweep plan RAIL --xpub XPUB`]: `${KEYHOLD}sweep plan ethereum --xpub xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH`,
  [`${KEYHOLD}sweep plan ethereum`]: null,
  [`${KEYHOLD}payout plan bitcoin --out payouts-bitcoin`]: null,
  [`${KEYHOLD}payout plan erc20 --from 0x9858EfFD232B4033E47d90003D41EC34EcaEda94 --out payouts-erc20`]: null,
  [`${KEYHOLD}payout plan bitcoin --xpub XPUB`]: `${KEYHOLD}payout plan bitcoin`,
  [`${KEYHOLD}payout plan RAIL --abandon PLAN`]: `${KEYHOLD}payout plan bitcoin --abandon PLAN`,
  [`${KEYHOLD}rescan bep20 --from HEIGHT`]: `${KEYHOLD}rescan bep20 --from 1`,
  [`${KEYHOLD}admin create you@studio.example`]: null,
  [`${KEYHOLD}admin reset EMAIL`]: `${KEYHOLD}admin reset you@studio.example`,
  [`${KEYHOLD}verify-site https://shop.example`]: `${KEYHOLD}verify-site SITE`,
  [`${KEYHOLD}backup FILE`]: `${KEYHOLD}backup ${FILE}`,
  [`${KEYHOLD}backup verify [FILE]`]: `${KEYHOLD}backup verify ${FILE}`,
  [`${KEYHOLD}update --rolling`]: null,
  [`${KEYHOLD}game export ./my-game`]: `${KEYHOLD}game export exported-game`,
  [`${KEYHOLD}person export ada@example.com > ada.json`]: null,
  [`${KEYHOLD}person erase ada@example.com`]: null,
  [`${KEYHOLD}person erase ada@example.com --paid-too`]: null,
  'install -m 0600 .env.example deploy/shop.env': null,
  'openssl rand -hex 24 > deploy/database-password': null,
}
const WHILE_STOPPED: Readonly<Record<string, string | null>> = {
  [`${KEYHOLD}update`]: null,
  [`${KEYHOLD}update --back`]: null,
  [`${KEYHOLD}secret rotate`]: null,
  [`${KEYHOLD}restore FILE`]: `${KEYHOLD}restore ${FILE}`,
  [`${KEYHOLD}restore FILE --yes`]: `${KEYHOLD}restore ${FILE} --yes`,
  [`${KEYHOLD}restore --resume`]: null,
  [`${KEYHOLD}restore --status`]: null,
  [`${KEYHOLD}restore --list-keys`]: null,
  [`${KEYHOLD}restore --keys-sent FILE`]: `${KEYHOLD}restore --keys-sent sent.txt`,
  [`${KEYHOLD}restore --release-keys`]: null,
}
/** These do not end with 0 here, as their document says. */
const STATUS: Readonly<Record<string, number>> = {
  // there is no refund, so there is no plan
  [`${KEYHOLD}payout plan RAIL --abandon PLAN`]: 1,
  // the database is not empty
  [`${KEYHOLD}restore FILE`]: 1,
}

const OF_SET_UP = 'changes the machine; npm run proof:set-up runs it on one of its own'
const OF_HIGH_AVAILABILITY = 'changes machines; npm run proof:high-availability runs it on those of its own'
const OF_DEVELOPERS = 'a tool of developers that takes minutes, or is part of npm test itself'
const OTHER_TEST = (path: string) => `run by ${path}`
/** Every other command, and why it is not run here. */
const LOST_SECRET = 'needs a shop whose secret is lost; src/server/cli/secret-abandon.test.ts runs it'
const NOT_RUN: Readonly<Record<string, string>> = {
  [`${KEYHOLD}restore FILE --without-secret`]: LOST_SECRET,
  [`${KEYHOLD}secret abandon --yes`]: LOST_SECRET,
  'sha256sum --check --ignore-missing SHA256SUMS': OF_SET_UP,
  'tar --extract --file keyhold-1.0.0-linux-x64.tar.gz': OF_SET_UP,
  'keyhold-1.0.0/deploy/set-up shop': OF_SET_UP,
  'keyhold shop admin create you@studio.example': OF_SET_UP,
  'keyhold shop keys import - < ~/keys.csv': OF_SET_UP,
  'keyhold shop doctor --rail bitcoin --email you@studio.example --url https://your.domain': OF_SET_UP,
  'journalctl --unit keyhold@shop --output cat | grep 3f9a1c07d2b4e856':
    'needs the journal of a unit; `test/serve.test.ts` finds a request by its id in the same lines',
  'keyhold update keyhold-1.1.0-linux-x64.tar.gz': OF_SET_UP,
  'keyhold update --back': OF_SET_UP,
  'npm run prepare:service': OTHER_TEST('test/prepare.test.ts'),
  'docker load --input keyhold-1.0.0-amd64.oci.tar':
    'needs a Docker daemon; npm run proof:image runs it with podman',
  'docker compose -f deploy/compose.yaml up --detach': 'needs a Docker daemon',
  'docker compose -f deploy/compose.yaml run --rm shop check': 'needs a Docker daemon',
  'kubectl apply --filename deploy/kubernetes/keyhold.yaml':
    'needs a cluster; test/kubernetes.test.ts validates it',
  'kubectl exec keyhold-0 -- /keyhold/node_modules/.bin/node dist/server/main.cjs check': 'needs a cluster',
  'curl -H "Authorization: Bearer keyhold_…" https://shop.example/api/v1/orders?limit=50':
    'an owner creates the token; test/attack calls it with one',
  'curl -H "Authorization: Bearer keyhold_…" -H "Content-Type: application/json" -H "Idempotency-Key: basket-4711" -d @order.json https://shop.example/api/v1/orders':
    OTHER_TEST('src/server/payments/program-routes.test.ts'),
  'curl -H "Authorization: Bearer keyhold_…" -H "Content-Type: application/json" -H "Idempotency-Key: cs_live_a1B2" -d @sale.json https://shop.example/api/v1/orders/external':
    OTHER_TEST('src/server/external-orders/external-orders.test.ts'),
  'npm start': OTHER_TEST('test/prepare.test.ts'),
  'npm ci': OTHER_TEST('scripts/prepare.mjs, before any test'),
  'npm ci --include=dev': OTHER_TEST('scripts/prepare.mjs, before any test'),
  'npm install': 'installs packages from the registry',
  'KEYHOLD_GAME=./my-game npm start': OTHER_TEST('test/new-game.test.ts'),
  'npm run new:game -- ./my-game': OTHER_TEST('test/new-game.test.ts'),
  'node art/encode.mjs --game ./my-game hero hero.png': OTHER_TEST('test/new-game.test.ts'),
  'node art/encode.mjs --game ./my-game boss boss.png --widths 480,960,1600':
    OTHER_TEST('test/new-game.test.ts'),
  ...Object.fromEntries(
    [
      'ffmpeg -i film.mov -g 48 -pix_fmt yuv420p -c:v libsvtav1 -preset 5 -crf 38 -c:a libopus -b:a 80k trailer-1920.webm',
      'ffmpeg -i film.mov -g 48 -pix_fmt yuv420p -c:v libx264 -preset slower -crf 25 -profile:v high -c:a aac -b:a 96k    -movflags +faststart trailer-1920.mp4',
      'ffmpeg -ss 12 -i film.mov -frames:v 1 -vf scale=1280:-2 poster.webp',
    ].map((command) => [command, 'needs ffmpeg, which neither the shop nor its tests need']),
  ),
  'npm run verify-build': OTHER_TEST('test/verify-release.test.ts'),
  'npm run verify-build -- /opt/keyhold/dist': OTHER_TEST('test/verify-release.test.ts'),
  'npm run release -- 1.0.0 --again': OTHER_TEST('npm run proof:set-up'),
  'npm run release -- 1.0.0 --dry-run': OTHER_TEST('npm run proof:set-up'),
  'npm run proof:set-up': 'takes minutes, root and the network',
  'npm run proof:image': 'takes minutes, root and the network',
  'npm run proof:set-up -- --release release': 'takes minutes, root and the network',
  'npm run proof:image -- --release release': 'takes minutes, root and the network',
  'npm run proof:high-availability': 'takes minutes, root and the network',
  'npm run proof:failover': OTHER_TEST('test/failover/failover.test.ts, its short form'),
  'npm run proof:failover -- --cluster a --faults 20': OTHER_TEST(
    'test/failover/failover.test.ts, its short form',
  ),
  ...Object.fromEntries(
    readBlocks(readFileSync('docs/high-availability.md', 'utf8'))
      .flatMap(({ commands }) => commands)
      .map((command) => [command, OF_HIGH_AVAILABILITY]),
  ),
  'npm run new:language es': OTHER_TEST('test/texts/new-language.test.ts'),
  'npm run new:dependency -- NAME --dev': 'installs packages from the registry',
  ...Object.fromEntries(
    [
      ...[
        'npm test',
        'npm test -- --changed',
        'npm run format',
        'npm run check',
        'npm run types',
        'npm run build',
        'npm run db:types',
        'npm run captcha:letters',
        'npm run docs:generate',
        'npm run sql',
        'npm run sql -- TESTS',
      ],
      ...['npm run unit -- src/shared', 'npm run unit -- test/texts', 'npm run e2e -- site.spec.ts'],
      ...['npm run attack', 'npm run attack -- --matrix', 'npm run faults', 'npm run faults -- --seeds 0'],
      ...[
        'admin',
        'block',
        'limit',
        'checkout',
        'core',
        'core --memory large',
        'page',
        'start',
        'statements',
        'idle',
        'calls',
        'serve',
        'live',
        'watching',
        'pages',
        'processes',
        'vendure',
        'memory',
        'memory --memory large',
        'mutations',
        'mutations refunds',
      ].map((name) => `npm run bench -- ${name}`),
      'npm run faults -- --seeds 1000 --from 1 --jobs 2 --out FILE',
      'npm run faults -- --out FILE --summary',
      'npm run faults -- --seed 17 --only 3,5,9 --log',
      'npm run faults -- --mutations --events 80 --seeds 2000',
      "npm run faults -- --scenario 'keys until release'",
    ].map((command) => [command, OF_DEVELOPERS]),
  ),
}

const hasBitcoind = (await findBitcoind()) !== null
const folder = temporaryFolder()
let database: TestDatabase
let bitcoind: Bitcoind
let anvil: Anvil
let shop: ServedShop
beforeAll(async () => {
  if (!hasBitcoind) return
  ;[database, bitcoind, anvil] = await Promise.all([
    createEmptyDatabase(),
    startBitcoind(),
    startAnvil({ slotsInAnEpoch: 1 }),
  ])
  const settings = {
    DATABASE_URL: database.url,
    KEYHOLD_DATA: join(folder, 'data'),
    PORT: String(await freePort()),
    KEYHOLD_BITCOIN_RPC: bitcoind.url,
    KEYHOLD_ETHEREUM_RPC: anvil.url,
    KEYHOLD_ETHEREUM_CHAIN_ID: String(anvil.chainId),
    KEYHOLD_USDT_ERC20: await deployToken(anvil, decimalsOf('ethereum', 'USDT')),
    KEYHOLD_CONFIRMATIONS: 'BTC=1,ETH=1,ERC20=1,TRC20=1,BEP20=1',
  }
  shop = await serveShop(settings)
  // as an operator's folder: the settings, a list of keys, and an npm that runs the script `keyhold` of package.json
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  const key = (group: string) => `${group}-QQQQQ-WWWWW`
  await Promise.all([
    writeFile(join(folder, '.env'), lines.join('')),
    cp('.env.example', join(folder, '.env.example')),
    mkdir(join(folder, 'deploy')),
    writeFile(join(folder, 'keys.csv'), `${key('AAAAA')},standard\n${key('BBBBB')},supporter\n`),
    writeFile(join(folder, 'sent.txt'), `${key('AAAAA')}\n`),
    mkdir(join(folder, 'bin')),
  ])
  const program = join(folder, 'bin', 'npm')
  await writeFile(program, await npmScript())
  await chmod(program, 0o755)
})
afterAll(async () => {
  if (!hasBitcoind) return
  await shop.stop()
  await Promise.all([bitcoind.stop(), anvil.stop(), database.close()])
})

/** The script `keyhold` of package.json without its preparation: what is built is built by then. */
async function npmScript(): Promise<string> {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Readonly<Record<string, string>>
  }
  const [, flags = ''] =
    /^node scripts\/prepare\.mjs command && exec env (?:\S+=\S+ )+node (--.*) dist\/server\/main\.cjs$/.exec(
      scripts['keyhold'] ?? '',
    ) ?? []
  expect(flags).not.toBe('')
  const main = join(process.cwd(), 'dist/server/main.cjs')
  return `#!/bin/sh\n[ "$1 $2 $3" = 'run keyhold --' ] || exit 99\nshift 3\nexec '${process.execPath}' ${flags} '${main}' "$@"\n`
}

test('every command of every document is run here, or has a reason why not', async () => {
  const documented = new Set((await readCommands()).map(({ command }) => command).filter(isWhole))
  const known = new Set([WHILE_SERVING, WHILE_STOPPED, NOT_RUN].flatMap((table) => Object.keys(table)))
  expect({ unknown: [...documented].filter((command) => !known.has(command)) }).toEqual({ unknown: [] })
  expect({ gone: [...known].filter((command) => !documented.has(command)) }).toEqual({ gone: [] })
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: object }
  const named = [...documented].flatMap((command) => /npm run (\S+)/.exec(command)?.[1] ?? [])
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

/** A command that needs words and has none, or only their names, is mentioned and not shown. */
function isWhole(command: string): boolean {
  if (command === 'npm run keyhold') return false
  return !COMMANDS.some(({ name, usage }) => {
    const first = usage.split(' ')[0] ?? ''
    return (
      /^[A-Z]/.test(first) &&
      [`${KEYHOLD}${name}`, `${KEYHOLD}${name} RAIL`].includes(command) &&
      name !== 'sweep plan'
    )
  })
}

test.skipIf(!hasBitcoind)(
  'the commands of the documents do on a running shop what they are shown for',
  async () => {
    const faults: string[] = []
    for (const [documented, other] of Object.entries(WHILE_SERVING)) {
      const order = await readOrder()
      const command = (other ?? documented)
        .replace('ORDER', order?.id ?? '')
        .replace('SITE', shop.url)
        .replace(' TO ', ` ${await bitcoind.address()} `)
      faults.push(...(await run(documented, command)))
    }
    expect(faults).toEqual([])
    expect((await readFile(join(folder, 'orders.csv'), 'utf8')).trim().split('\n').length).toBeGreaterThan(5)
    expect(JSON.parse(await readFile(join(folder, 'ada.json'), 'utf8'))).toMatchObject({})
    expect(await readFile(join(folder, 'sweep-bitcoin/plan.json'), 'utf8')).toContain('xpubFingerprint')

    await shop.stop()
    for (const [documented, other] of Object.entries(WHILE_STOPPED))
      faults.push(...(await run(documented, other ?? documented)))
    expect(faults).toEqual([])
  },
)

/** An order, by a connection that is closed again: an open one is taken for a shop. */
async function readOrder(): Promise<{ readonly id: string } | undefined> {
  const { db, close } = openDatabase(database.url, { max: 1 })
  const order = await db.selectFrom('payments').select('id').executeTakeFirst()
  await close()
  return order
}

/** @returns what went wrong, with what the command said. */
async function run(documented: string, command: string): Promise<readonly string[]> {
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: {
      PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}`,
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => said.push(bytes.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  if (status === (STATUS[documented] ?? 0)) return []
  return [`${command}: ended with ${String(status)}\n${said.join('').slice(-3000)}`]
}
