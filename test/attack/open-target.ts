import { mkdtemp, readFile, rm, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issuePass } from '#server/captcha/passes.ts'
import { DEMO_XPUBS } from '#server/chain/addresses/demo-xpubs.ts'
import { openDatabase, type Db } from '#server/db/database.ts'
import { holdPort } from '#server/db/free-port.ts'
import { ROLES, type Role } from '#shared/permissions.ts'
import { makePerson, PASSWORD } from '#test/account-fixture.ts'
import { composeShop, type Route } from '#test/composed-shop.ts'
import { startMailServer, type MailServer } from '#test/mail-server.ts'
import { startAnvil, type Anvil } from '#test/nodes/anvil.ts'
import { serveShop, type ServedShop } from '#test/served-shop.ts'
import { openCaller, type Caller } from './browser-client.ts'
import { startNginx, type Nginx } from './nginx.ts'

/** Who calls: nobody is not signed in, none is signed in without a role. */
export type Standing = Role | 'none' | 'nobody'

/** A production shop behind the documented nginx, with an embedded database, a mail server and an Ethereum node. */
export interface Target {
  /** Through nginx. */
  readonly url: string
  readonly tlsPort: number
  readonly httpPort: number
  readonly shopPort: number
  readonly shop: ServedShop
  readonly nginx: Nginx
  readonly dataFolder: string
  /** As the owner of the cluster; the attacker has no such connection. */
  readonly db: Db
  readonly mails: MailServer
  readonly anvil: Anvil
  /** Every route that the shop registers. */
  readonly routes: readonly Route[]
  /** The description of its calls, as `/openapi.json` gives it. */
  readonly description: object
  /** A caller that is a client of its own, unless an address is given. */
  caller(address?: string): Caller
  /** The browser of a person of each role, signed in. */
  readonly as: Readonly<Record<Standing, Caller>>
  /** A captcha pass, as somebody who solved a captcha has it. */
  pass(): Promise<string>
  stop(): Promise<void>
}

export const EMAIL_OF = (standing: Standing) => `${standing}@shop.example`
export { PASSWORD }

/** @param program nginx. */
export async function openTarget(program: string): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-attack-'))
  // the account that PostgreSQL and nginx run as must be able to enter it
  await chmod(folder, 0o755)
  const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const one of stops.splice(0).toReversed()) await one()
  }
  try {
    return await open(program, folder, stops, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function open(
  program: string,
  folder: string,
  stops: (() => Promise<void>)[],
  stop: () => Promise<void>,
): Promise<Target> {
  const [mails, anvil] = await Promise.all([startMailServer(), startAnvil()])
  stops.push(() => mails.close(), anvil.stop)
  // the shop's URL names nginx's port, and nginx starts after the shop
  const [tls, plain] = await Promise.all([holdPort(), holdPort()])
  stops.push(tls.release, plain.release)
  const [tlsPort, httpPort] = [tls.port, plain.port]
  const url = `https://127.0.0.1:${String(tlsPort)}`
  const dataFolder = join(folder, 'data')
  const settings = productionSettings({ url, dataFolder, mails, anvil })
  const shop = await serveShop(settings)
  stops.push(shop.stop)
  const shopPort = Number(new URL(shop.url).port)
  await Promise.all([tls.release(), plain.release()])
  const nginx = await startNginx(program, { folder: join(folder, 'nginx'), httpPort, tlsPort, shopPort })
  stops.push(nginx.stop)
  const database = openDatabase(await ownerUrl(dataFolder), { max: 4 })
  stops.push(database.close)
  const { db } = database
  const { routes, description } = await registeredRoutes(settings)
  const caller = callers({ url, certificate: nginx.certificate })
  const as = await signInAll(db, caller)
  await as.owner.post('/functions/manage-game-keys', { action: 'generate', edition: 'standard', count: 30 })
  return {
    ...{ url, tlsPort, httpPort, shopPort, shop, nginx, dataFolder, db, mails, anvil, routes, description },
    caller,
    as,
    pass: () => issuePass(db, new Date()),
    stop,
  }
}

function productionSettings({
  url,
  dataFolder,
  mails,
  anvil,
}: Pick<Target, 'url' | 'dataFolder' | 'mails' | 'anvil'>): Record<string, string> {
  return {
    KEYHOLD_PROFILE: 'production',
    KEYHOLD_ALLOW_TEST: 'true',
    DATABASE_URL: 'embedded',
    KEYHOLD_DATA: dataFolder,
    KEYHOLD_PUBLIC_URL: url,
    KEYHOLD_TRUST_PROXY: '127.0.0.1',
    KEYHOLD_EVM_XPUB: DEMO_XPUBS.evm,
    KEYHOLD_ETHEREUM_RPC: anvil.url,
    KEYHOLD_ETHEREUM_CHAIN_ID: String(anvil.chainId),
    KEYHOLD_RATES: 'fixed:BTC=60000,ETH=3000,USDT=1',
    KEYHOLD_SMTP_URL: mails.url,
    KEYHOLD_MAIL_FROM: 'Keyhold <keys@shop.example>',
    KEYHOLD_SUPPORT_EMAIL: 'support@shop.example',
    KEYHOLD_METRICS_TOKEN: 'a-token-of-the-attacked-shop',
  }
}

async function ownerUrl(dataFolder: string): Promise<string> {
  const { password, port } = JSON.parse(await readFile(join(dataFolder, 'postgres.json'), 'utf8')) as {
    password: string
    port: number
  }
  return `postgres://keyhold:${password}@127.0.0.1:${String(port)}/keyhold`
}

/** The same shop in this process, for the table of its routes. */
async function registeredRoutes(
  settings: Readonly<Record<string, string>>,
): Promise<Pick<Target, 'routes' | 'description'>> {
  const shop = await composeShop(settings)
  const description = shop.app.swagger()
  await shop.close()
  return { routes: shop.routes, description }
}

/** Callers of 127.1.0.0/16: nginx sees each address as another client. */
function callers(to: { readonly url: string; readonly certificate: string }): Target['caller'] {
  let count = 0
  return (address) => {
    count += 1
    const own = `127.1.${String(count >> 8)}.${String(count & 255)}`
    return openCaller({ ...to, address: address ?? own })
  }
}

async function signInAll(db: Db, caller: Target['caller']): Promise<Target['as']> {
  const callersOf: [Standing, Caller][] = [['nobody', caller()]]
  for (const standing of [...ROLES, 'none'] as const) {
    await makePerson(db, EMAIL_OF(standing), standing === 'none' ? null : standing)
    callersOf.push([standing, await signIn(caller(), EMAIL_OF(standing))])
  }
  return Object.fromEntries(callersOf) as Record<Standing, Caller>
}

/** @throws {Error} if it is refused. */
export async function signIn(caller: Caller, email: string, password = PASSWORD): Promise<Caller> {
  const reply = await caller.post('/auth/sign-in/email', { email, password })
  if (reply.status !== 200) throw new Error(`expected to sign in as ${email}, got ${reply.said}`)
  return caller
}
