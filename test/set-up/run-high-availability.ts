import { readFileSync } from 'node:fs'
import { until } from '#test/until.ts'
import { CommandFailedError, connectMachines, type CopiedFile } from './connected-machines.ts'
import { readBlocks } from './documented-blocks.ts'
import { missingForMachine } from './machine.ts'
import { placeEditor, rehearsalSettings, startNodes, type Mail } from './stand-ins.ts'

// npm run proof:high-availability: follows docs/high-availability.md on machines that share a network. The commands are read from
// the document, block by block; faults are put between them, and a shop sells before and after each. With a word, `standby` or
// `patroni`, only that part.

const ADDRESSES: Readonly<Record<string, string>> = {
  db1: '10.20.0.1',
  db2: '10.20.0.2',
  db3: '10.20.0.3',
  backup: '10.20.0.9',
  shop1: '10.20.0.11',
}
const COPIES: readonly CopiedFile[] = [
  { from: 'db1', path: '/root/replication-password', to: ['db2'] },
  { from: 'db1', path: '/root/database-url', to: ['shop1'] },
  { from: 'db1', path: '/etc/patroni_env.conf', to: ['db2', 'db3'] },
  { from: 'db1', path: '/root/barman-password', to: ['backup'] },
  { from: 'backup', path: '/var/lib/barman/.ssh/id_ed25519.pub', to: ['db1'], as: '/root/barman.pub' },
]
/** What the machines have in place of something that is elsewhere. All else is as the document says. */
const REPLACED = [
  `github.com/your-studio/keyhold is this checkout's last commit, fetched from the machine's disk`,
  'files that the document says to copy are copied from outside',
  'editor writes the settings that an operator would type; the chains are regtest and anvil',
  'a machine that fails is one whose network is silent',
]
const SHOP_URL = 'http://127.0.0.1:8080'
const GO_BACK = 'Go back to an earlier moment'
const ROWS = 'select row from proof'
const KEYS = Array.from({ length: 40 }, (_, at) => `KEYH0-LDPR0-00F${String(at + 10)},standard\n`).join('')
const BEFORE_FAILOVER = 'before the failover'
const BEFORE_MOMENT = 'before the moment'

const JOURNAL = `journalctl --no-pager --quiet --output cat | grep --invert-match pam_unix | tail -n 60
tail --quiet --lines 20 /var/log/postgresql/*.log
for view in pg_stat_activity pg_stat_replication pg_stat_wal_receiver; do
  runuser -u postgres -- env --chdir=/ psql --expanded --command "select * from $view"
done 2>&1 | grep '[^ ] *| .'`

const missing = missingForMachine()
if (missing !== null) {
  console.error(`proof:high-availability cannot run here: ${missing}`)
  process.exit(3)
}
const [, , part] = process.argv
const startedMs = performance.now()
const blocks = readBlocks(readFileSync('docs/high-availability.md', 'utf8'))
const faults: string[] = []
const mails: Mail[] = []
const machines = await connectMachines({ addresses: ADDRESSES, copies: COPIES, blocks })
const { follow, run, ask, sql } = machines
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void machines.closeAll().then(() => process.exit(130)))
console.log(`${String(blocks.length)} blocks of docs/high-availability.md, on Debian 12 with systemd`)
for (const line of REPLACED) console.log(`  in place of the real one: ${line}`)
try {
  if (part !== 'patroni') await proveStandby()
  if (part !== 'standby') await provePatroni()
  const left = machines.blocksLeft().map(({ heading, commands }) => `${heading}: ${commands[0] ?? ''}`)
  if (part === undefined) report('every block of the document was run', left.length === 0, left)
} catch (error) {
  if (!(error instanceof CommandFailedError)) throw error
  faults.push(error.message)
  await showJournals()
} finally {
  await machines.closeAll()
}
for (const fault of faults) console.log(`FAULT: ${fault}`)
console.log(`${((performance.now() - startedMs) / 60_000).toFixed(1)} minutes`)
process.exit(faults.length > 0 ? 1 : 0)

/** What the shop and the databases said before a command failed. */
async function showJournals(): Promise<void> {
  for (const name of machines.opened()) {
    const [text] = await ask(name, JOURNAL)
    console.log(`# What ${name} says\n${text}`)
  }
}

async function openShopMachine(): Promise<void> {
  await machines.open(['shop1'])
  const shop = machines.machine('shop1')
  mails.length = 0
  placeEditor(shop, {
    ...rehearsalSettings(await startNodes(shop, mails), SHOP_URL),
    KEYHOLD_SECRET: 'UiTWGxsGNQIO0e6mwE+hYTkfbZ1yD0QmfxSvvhV1ZKo=',
  })
  shop.write('/root/keys.csv', KEYS)
}

async function proveStandby(): Promise<void> {
  await machines.open(['db1', 'db2'])
  await openShopMachine()
  await follow('The machines')
  await follow('A standby, promoted by hand')
  await follow('The shops')
  await sells('with a standby')

  await sql('db1', `create table proof (row text); insert into proof values ('${BEFORE_FAILOVER}')`)
  await shows('promote refuses while the primary answers', 'db2', 'deploy/postgres/promote', /still answers/)
  await shows(
    'promote refuses if the fence fails',
    'db2',
    'deploy/postgres/promote --fence false',
    /the fence failed/,
  )
  machines.cutOff('db1')
  await shows(
    'a primary that is cut off acknowledges nothing',
    'db1',
    `timeout 5 runuser -u postgres -- psql --command "insert into proof values ('alone')"; echo ended $?`,
    /ended 124/,
  )
  await shows(
    'pages are served without a primary',
    'shop1',
    `curl --silent --max-time 5 --output /dev/null --write-out '%{http_code}' ${SHOP_URL}/`,
    /^200$/m,
  )
  await follow('When db1 fails')
  await showsRows('db2', [BEFORE_FAILOVER])
  await sells('on the promoted standby')
  machines.reconnect('db1')
  await shows(
    'the former primary does not start again',
    'db1',
    'systemctl restart postgresql@15-main; journalctl --unit postgresql@15-main --no-pager | tail -n 20',
    /db2 is a primary: it was promoted/,
  )
  await follow('When db1 is back')
  await showsRows('db1', [BEFORE_FAILOVER])
  await follow('When the standby fails')
  await follow('A planned change')
  await showsRows('db2', [BEFORE_FAILOVER])
  await sells('after a planned change')
  await proveBarman()
  await machines.close(['db1', 'db2', 'backup', 'shop1'])
}

async function proveBarman(): Promise<void> {
  await machines.open(['backup'])
  await follow('Any moment of two weeks: Barman')
  await sellUntilMoment()
  await follow('Look at an earlier moment')
  await shows(
    'the moment is there, aside',
    'backup',
    `psql --host /var/lib/barman/aside --port 5499 --username postgres --tuples-only --command 'select row from proof'`,
    new RegExp(`^ ${BEFORE_FAILOVER}\n ${BEFORE_MOMENT}\n*$`),
  )
  await follow(GO_BACK)
  await showsRows('db1', [BEFORE_FAILOVER, BEFORE_MOMENT])
  await showsRows('db2', [BEFORE_FAILOVER, BEFORE_MOMENT])
  await sells('after a recovery')
  showKeysAreDistinct()
}

async function provePatroni(): Promise<void> {
  await machines.open(['db1', 'db2', 'db3'])
  await openShopMachine()
  await follow('The shops', [0])
  await follow('Patroni, etcd and HAProxy')
  await run('shop1', ['apt-get install --yes --no-install-recommends postgresql-client'])
  await follow('The shops', [1])
  await sells('with Patroni')
  await sql('db1', `create table proof (row text); insert into proof values ('${BEFORE_FAILOVER}')`)
  await proveFailsafe()
  await proveBarmanWithPatroni()

  machines.cutOff('db1')
  const silentMs = performance.now()
  const next = await waitForPrimary(['db2', 'db3'])
  console.log(`      ${next} took over after ${((performance.now() - silentMs) / 1000).toFixed(0)} s`)
  await showsRows(next, [BEFORE_FAILOVER, BEFORE_MOMENT])
  await sql(next, `insert into proof values ('after the failover')`)
  await sells('after a failover without a person')
  machines.reconnect('db1')
  await run(next, [
    `timeout 300 sh -c 'until patronictl -c /etc/patroni/config.yml list | grep "db1 .*\\(Replica\\|Sync Standby\\) .*running"; do sleep 1; done'`,
    `timeout 300 sh -c 'until patronictl -c /etc/patroni/config.yml list | grep "Sync Standby"; do sleep 1; done'`,
  ])
  report(
    'the former primary does not take its place back',
    (await waitForPrimary(['db1', 'db2', 'db3'])) === next,
    [],
  )
  await showsRows(next, [BEFORE_FAILOVER, BEFORE_MOMENT, 'after the failover'])
  // it is rewound, started, and then reads what it lacks
  const all = await sql(next, ROWS)
  await until(async () => (await sql('db1', ROWS).catch(() => '')) === all, { what: 'db1 to have all rows' })
  await follow('A planned change with Patroni')
  await waitForPrimary(['db1', 'db2', 'db3'].filter((name) => name !== next))
  await sells('after a planned change with Patroni')
  await provePgBouncer()
}

/** Two of three etcd are gone, so that nobody can renew the leader's lock. */
async function proveFailsafe(): Promise<void> {
  await Promise.all(['db2', 'db3'].map((name) => run(name, ['systemctl stop etcd'])))
  await run('db1', [
    `timeout 60 sh -c 'until journalctl --unit patroni | grep "failsafe mode is enabled and all members"; do sleep 1; done'`,
  ])
  await sells('while etcd fails')
  await Promise.all(['db2', 'db3'].map((name) => run(name, ['systemctl start --no-block etcd'])))
  await run('db1', [
    `timeout 60 sh -c 'until patronictl -c /etc/patroni/config.yml list | grep "Sync Standby"; do sleep 1; done'`,
  ])
}

async function proveBarmanWithPatroni(): Promise<void> {
  await machines.open(['backup'])
  await follow('Any moment of two weeks: Barman')
  await sellUntilMoment()
  await follow(GO_BACK, [0, 1, 2])
  await follow('Go back with Patroni', [0, 1])
  await follow(GO_BACK, [6])
  await follow('Go back with Patroni', [2, 3])
  await follow(GO_BACK, [10, 11])
  await showsRows('db1', [BEFORE_FAILOVER, BEFORE_MOMENT])
  await sells('after a recovery with Patroni')
  showKeysAreDistinct()
}

async function provePgBouncer(): Promise<void> {
  await follow('PgBouncer')
  await sells('through PgBouncer')
  await shows(
    'a pooler in transaction mode is refused',
    'shop1',
    `sed -i 's/^pool_mode = session/pool_mode = transaction/' /etc/pgbouncer/pgbouncer.ini
systemctl restart pgbouncer; keyhold shop check`,
    /transaction mode/,
  )
}

/** Rows and orders before and after a moment, which `~/moment` on the machine for backups names. */
async function sellUntilMoment(): Promise<void> {
  await sql('db1', `insert into proof values ('${BEFORE_MOMENT}')`)
  machines.machine('backup').write('/root/moment', await sql('db1', 'select now()'))
  await sql('db1', `insert into proof values ('after the moment')`)
  const known = mails.length
  await sells('what a restore will lose')
  const sent = keysIn(mails.slice(known))
  report('a key is mailed after the moment', sent.length > 0, [])
  machines.machine('shop1').write('/root/sent.txt', sent.map((key) => `${key}\n`).join(''))
}

async function sells(when: string): Promise<void> {
  const [text] = await ask(
    'shop1',
    `keyhold shop doctor --rail ethereum --email ada@studio.example --url ${SHOP_URL} || journalctl --unit keyhold@shop --no-pager | tail -n 30`,
  )
  report(`the shop sells ${when}`, /no faults/.test(text), text.split('\n'))
}

async function shows(what: string, name: string, script: string, expected: RegExp): Promise<void> {
  const [text] = await ask(name, script)
  report(what, expected.test(text), text.split('\n'))
}

async function showsRows(name: string, rows: readonly string[]): Promise<void> {
  const found = await sql(name, ROWS)
  report(`${name} has what was committed, and nothing else`, found === rows.join('\n'), found.split('\n'))
}

function showKeysAreDistinct(): void {
  const keys = keysIn(mails)
  report('no key was mailed twice', new Set(keys).size === keys.length, keys)
}

function keysIn(some: readonly Mail[]): readonly string[] {
  return some.flatMap(({ text }) => text.match(/KEYH0-LDPR0-00F\d\d/g) ?? [])
}

/** Waits until HAProxy leads to one of the machines. @returns its name. */
async function waitForPrimary(names: readonly string[]): Promise<string> {
  let found = ''
  await until(
    async () => {
      const [text] = await ask(
        'shop1',
        `PGCONNECT_TIMEOUT=3 timeout 5 psql "$(cat ~/database-url)" --no-align --tuples-only --command 'select inet_server_addr()'`,
      )
      found = names.find((name) => ADDRESSES[name] === text) ?? ''
      return found !== ''
    },
    { everyMs: 200, what: `a primary behind HAProxy, one of ${names.join(', ')}` },
  )
  return found
}

function report(what: string, isTrue: boolean, lines: readonly string[]): void {
  console.log(`${isTrue ? 'ok   ' : 'FAULT'} ${what}`)
  if (isTrue) return
  for (const line of lines) console.log(`      ${line}`)
  faults.push(what)
}
