import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readSettings } from '#server/config/read-settings.ts'
import { DEMO_XPUBS } from '#server/chain/addresses/demo-xpubs.ts'
import type { Attack, Outcome } from './attack.ts'
import { nothingOf } from './attack.ts'
import { codeOf } from '#server/db/error-code.ts'
import { isRecord } from './is-record.ts'
import { sampleBody } from './sample-body.ts'
import type { Target } from './open-target.ts'
import { soldOrders } from './sold-orders.ts'

/** What secrets tell, and where they lie. */
export const SECRET_ATTACKS: readonly Attack[] = [
  {
    finding: 'A3',
    name: 'the proxy’s log is read',
    expected: 'no secret of an order or an invitation, also of links of earlier releases',
    async run(target) {
      const { first } = await soldOrders(target)
      const caller = target.caller()
      await caller.get(`/order/${first.payment.id}?key=SECRET-OF-ORDER`)
      await caller.get('/sign-in?token=SECRET-OF-INVITATION')
      const log = await target.nginx.accessLog()
      const told = ['SECRET-OF', '?'].filter((text) => log.includes(text))
      const mails = target.mails.mails().map(({ text = '' }) => text)
      for (const text of mails) if (/[?&](key|token)=/.test(text)) told.push('a mail has a secret in a query')
      const links = mails.filter((text) => text.includes('#key='))
      return nothingOf(told, links.length, 'links with the secret behind #; none in the log')
    },
  },
  {
    finding: 'A7',
    name: 'the shop’s own connection is used against its database',
    expected: 'not superuser; the audit, files, programs and the schema are out of reach',
    run: (target) => abusesConnection(target),
  },
  {
    finding: 'A7',
    name: 'other accounts of the machine read the data folder',
    expected: 'secrets are readable by their owner only',
    async run({ dataFolder }) {
      const open = []
      const names = await readdir(dataFolder)
      for (const name of ['postgres.json', 'installation-secret']) {
        const { mode } = await stat(join(dataFolder, name))
        if ((mode & 0o077) !== 0) open.push(`${name} ${(mode & 0o777).toString(8)}`)
      }
      return nothingOf(open, names.length, 'files and folders')
    },
  },
  {
    finding: 'A8',
    name: 'production is started with settings that switch a protection off',
    expected: 'each is refused by name',
    run: () => Promise.resolve(startsUnsafe()),
  },
  {
    finding: 'BTCPay SSRF',
    name: 'every text field of every call gets the address of a private server',
    expected: 'the shop calls no address that came in a request',
    run: (target) => asksForPrivateServers(target),
  },
  {
    finding: 'A12',
    name: 'a name with an encoded word in a mail to support',
    expected: 'refused',
    async run(target) {
      const body = { email: 'eve@buyer.example', message: 'Where are my keys? I would like to have them.' }
      const said = []
      for (const name of ['=?utf-8?q?=0d=0aBcc:_e=40e.ee?=', 'Eve\r\nBcc: e@e.ee', 'Eve\u2028Bcc: e@e.ee'])
        said.push((await target.caller().post('/functions/send-support-email', { ...body, name })).said)
      return { seen: said.join(' '), isHeld: said.every((one) => one === 'BAD_REQUEST') }
    },
  },
  {
    finding: 'A12',
    name: 'one mailbox is filled with confirmations of support messages',
    expected: 'one an hour, whatever the tags and dots',
    async run(target) {
      for (let n = 0; n < 6; n += 1) {
        const email = `cop${n % 2 === 0 ? '.' : ''}ied+${String(n)}@gmail.com`
        const message = 'Where are my keys? I would like to have them.'
        await target.caller().post('/functions/send-support-email', { name: 'Eve', email, message })
      }
      const copies = await target.db
        .selectFrom('mails')
        .select('id')
        .where('template', '=', 'support-copy')
        .where('recipient', 'like', 'cop%ied+%')
        .execute()
      return { seen: `${String(copies.length)} of 6`, isHeld: copies.length === 1 }
    },
  },
  {
    finding: 'logs',
    name: 'what buyers and staff wrote is looked for in the shop’s log',
    expected: 'no e-mail, key, secret, address of a buyer or path',
    async run(target) {
      const { all } = await soldOrders(target)
      const log = target.shop.log()
      const told = all
        .flatMap(({ email, payment }) => [email, payment.paymentAddress, `/order/${payment.id}`])
        .filter((text) => log.includes(text))
      const lines = log.split('\n').filter((line) => line.startsWith('{')).length
      return nothingOf(told, lines, 'lines, nothing of anybody')
    },
  },
]

const FORBIDDEN = [
  'update audit set action = action',
  'delete from audit',
  'truncate audit',
  'alter table audit disable trigger all',
  'drop table payments',
  'alter table payments add column x int',
  'create table mine (x int)',
  'create role mine superuser',
  `copy payments to program 'true'`,
  `copy payments to '/tmp/payments'`,
  `select pg_read_file('postgresql.conf')`,
  'select * from pg_authid',
  `set session_replication_role = replica`,
  `insert into migrations select * from migrations`,
]

async function abusesConnection({ db }: Target): Promise<Outcome> {
  const done: string[] = []
  const { rows } = await sql<{
    rolsuper: boolean
  }>`select rolsuper from pg_roles where rolname = 'keyhold_app'`.execute(db)
  if (rows[0]?.rolsuper !== false) done.push('is superuser')
  for (const statement of FORBIDDEN) {
    const code = await db
      .transaction()
      .execute(async (tx) => {
        await sql`set local role keyhold_app`.execute(tx)
        await sql.raw(statement).execute(tx)
        return 'done'
      })
      .catch((error: unknown) => codeOf(error))
    // 42501: insufficient privilege
    if (code !== '42501') done.push(`${statement}: ${code}`)
  }
  return nothingOf(done, FORBIDDEN.length, 'statements denied')
}

const SAFE: Readonly<Record<string, string>> = {
  KEYHOLD_PROFILE: 'production',
  DATABASE_URL: 'embedded',
  KEYHOLD_PUBLIC_URL: 'https://shop.example',
  KEYHOLD_SMTP_URL: 'smtps://mail.example:465',
  KEYHOLD_MAIL_FROM: 'keys@shop.example',
  KEYHOLD_EVM_XPUB: DEMO_XPUBS.evm,
  KEYHOLD_ETHEREUM_RPC: 'https://node.example',
  KEYHOLD_ALLOW_TEST: 'true',
}
const UNSAFE: readonly (readonly [string, string])[] = [
  ['KEYHOLD_PUBLIC_URL', 'http://shop.example'],
  ['KEYHOLD_TRUST_PROXY', '0.0.0.0/0'],
  ['KEYHOLD_TRUST_PROXY', '::/0'],
  ['KEYHOLD_LIMITS', '1000000'],
  ['KEYHOLD_LIMITS', 'off'],
  ['KEYHOLD_SMTP_URL', 'smtp://u:p@192.0.2.1:25'],
  ['KEYHOLD_ETHEREUM_RPC', 'http://node.example'],
  ['KEYHOLD_HEARTBEAT_URL', 'http://beats.example/secret'],
  ['DATABASE_URL', 'postgres://u:p@db.example/keyhold'],
  ['KEYHOLD_CAPTCHA_CODE', 'ABC123'],
  ['KEYHOLD_SELF_GRANT', 'true'],
  ['KEYHOLD_COUNTERS', 'moving'],
  ['KEYHOLD_CONFIRMATIONS', 'ETH=0'],
]

function startsUnsafe(): Outcome {
  const accepted = UNSAFE.filter(([name, value]) => {
    const outcome = readSettings({ ...SAFE, [name]: value })
    return outcome.kind === 'settings' || !outcome.faults.some((fault) => fault.startsWith(name))
  }).map(([name, value]) => `${name}=${value}`)
  const isSafe = readSettings(SAFE).kind === 'settings'
  return nothingOf(isSafe ? accepted : ['even the safe ones are refused'], UNSAFE.length, 'refused by name')
}

/** Sends URLs of a server of its own in every field of every call, as an owner; then looks whether anybody called it. */
async function asksForPrivateServers(target: Target): Promise<Outcome> {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(request.url ?? '')
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/metadata`
  let tried = 0
  try {
    const routes = target.routes.filter(
      ({ method, url: path }) => method !== 'HEAD' && !/^\/auth\/|captcha/.test(path),
    )
    for (const { method, url: path } of routes) {
      const real = path.replace(/:\w+/, crypto.randomUUID()).replace('*', 'x')
      const query = new URLSearchParams({
        url,
        q: url,
        lang: url,
        callback: url,
        return: url,
        next: url,
      }).toString()
      const headers = { referer: url, 'x-forwarded-host': '127.0.0.1', 'x-original-url': url, accept: url }
      const sent = method === 'GET' ? undefined : (sampleBody(target.description, method, path, url) ?? {})
      await target.as.owner.ask(method, `${real}?${query}`, isRecord(sent) ? sent : undefined, headers)
      tried += 1
    }
    await target.caller().post('/functions/send-support-email', {
      name: 'Eve',
      email: 'eve@buyer.example',
      message: `Look at ${url} please, and at <img src="${url}">`,
    })
  } finally {
    server.close()
  }
  return nothingOf(calls, tried, 'calls, none outwards')
}
