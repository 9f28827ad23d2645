import type { LightMyRequestResponse } from 'fastify'
import { openAccounts, type Accounts } from '#server/accounts/open-accounts.ts'
import { auditRoutes } from '#server/accounts/audit-routes.ts'
import { authRoutes } from '#server/accounts/auth-routes.ts'
import { createAccount } from '#server/accounts/create-account.ts'
import { peopleRoutes, type PeopleDeps } from '#server/accounts/people-routes.ts'
import { requireRouteRule } from '#server/accounts/public-calls.ts'
import { userRoutes } from '#server/accounts/user-routes.ts'
import { writePassword } from '#server/accounts/write-password.ts'
import { raiseAlert } from '#server/alerts/raise-alert.ts'
import { systemClock, type Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { App } from '#server/http/app.ts'
import type { KeyDeps } from '#server/keys/routes.ts'
import { createLimits } from '#server/rate-limits/rate-limits.ts'
import { createLog, type Log } from '#server/runtime/log.ts'
import type { Role } from '#shared/permissions.ts'
import { appWith } from './app-with.ts'
import { EDITION_IDS } from './editions.ts'
import { TEST_CIPHER } from './installation-secret.ts'

export const PASSWORD = 'correct horse battery'
/** Its hash, which takes 80 ms of CPU: tests make hundreds of people, and each of them signs in with it. */
const PASSWORD_HASH =
  '8bb55ef3c90d8c19b8f454bd1e94b0c4:26aadb46495f0d83bf8a8547444493cd1479a72c3d7a9a67d62adc65c0b19b314f5400409485671c80c9236c019c5d10851a6eedf5a6c7a8d434b50a73115695'
const URL = 'http://127.0.0.1:8080'

export interface AccountFixtureOptions {
  readonly clock?: Clock
  readonly allowsSelfGrant?: boolean
  readonly isSecure?: boolean
  /** The installation's. */
  readonly secret?: Uint8Array
  /** Whether owners and managers need a second factor; not by default. */
  readonly isStrict?: boolean
  /** Silent by default. */
  readonly log?: Log
  /** Further routes behind the same sign-in. */
  readonly addRoutes?: (app: App, shop: PeopleDeps & Pick<KeyDeps, 'editionIds' | 'keyCipher'>) => void
}

export interface AccountFixture {
  readonly app: App
  readonly accounts: Accounts
  /** Makes a person with a role, `ROLE@example.com`, who has signed in. */
  signedIn(role: Role): Promise<Browser>
}

/** The shop's HTTP server with the routes of accounts. better-auth uses the system clock, so the default clock is that one. */
export async function accountFixture(db: Db, options: AccountFixtureOptions = {}): Promise<AccountFixture> {
  const { clock = systemClock, allowsSelfGrant = false, isSecure = false, isStrict = false } = options
  const { log = createLog({ level: 'silent' }) } = options
  const publicUrl = isSecure ? 'https://shop.example' : URL
  const origin = { publicUrl, isDemo: false }
  const { secret = Buffer.alloc(32, 7) } = options
  const issuer = 'Ashen Dominion'
  const accounts = openAccounts({
    db,
    clock,
    log,
    secret,
    publicUrl,
    isSecure,
    issuer,
    origin,
    isStrict,
  })
  const onManyFailures: PeopleDeps['onManyFailures'] = (tx, userId, at) =>
    raiseAlert(tx, { kind: 'sign-ins-failed', subject: 'shop', facts: { userId }, at })
  const limits = createLimits(db, clock, { factor: 'off' })
  const shop = { db, clock, limits, isSecure, secret, issuer, ...accounts, publicUrl, onManyFailures }
  const app = await appWith((routes) => {
    routes.addHook('onRoute', requireRouteRule)
    authRoutes(routes, shop)
    userRoutes(routes, { ...shop, allowsSelfGrant })
    peopleRoutes(routes, shop)
    auditRoutes(routes, shop)
    options.addRoutes?.(routes, { ...shop, editionIds: EDITION_IDS, keyCipher: TEST_CIPHER })
  })
  const signedIn = async (role: Role) => {
    await makePerson(db, `${role}@example.com`, role)
    const browser = openBrowser(app)
    await browser.signIn(`${role}@example.com`)
    return browser
  }
  return { app, accounts, signedIn }
}

/** Creates an account with {@link PASSWORD}. @returns its id. */
export async function makePerson(db: Db, email: string, role: Role | null): Promise<string> {
  const at = systemClock()
  const made = await createAccount(db, { email, role, password: null, actorId: null }, at)
  if (made.kind !== 'created') throw new Error(`expected a new account, got ${made.kind}`)
  await db.deleteFrom('password_links').where('user_id', '=', made.userId).execute()
  await writePassword(db, made.userId, PASSWORD_HASH, at)
  return made.userId
}

/** A browser that keeps its cookies. */
export interface Browser {
  ask(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<LightMyRequestResponse>
  signIn(email: string, password?: string): Promise<LightMyRequestResponse>
  readonly cookies: Map<string, string>
}

export function openBrowser(app: App, origin = URL): Browser {
  const cookies = new Map<string, string>()
  const ask: Browser['ask'] = async (method, url, body, headers = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await app.inject({
      method,
      url,
      headers: { ...(method === 'GET' ? {} : { origin }), cookie, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    })
    keep(cookies, reply.headers['set-cookie'])
    return reply
  }
  return {
    ask,
    cookies,
    signIn: (email, password = PASSWORD) => ask('POST', '/auth/sign-in/email', { email, password }),
  }
}

function keep(cookies: Map<string, string>, header: string | readonly string[] | undefined): void {
  for (const line of [header ?? []].flat()) {
    const [pair = '', ...attributes] = line.split(';')
    const equals = pair.indexOf('=')
    const [name, value] = [pair.slice(0, equals), pair.slice(equals + 1)]
    if (attributes.some((one) => /^\s*max-age=0$/i.test(one))) cookies.delete(name)
    else cookies.set(name, value)
  }
}
