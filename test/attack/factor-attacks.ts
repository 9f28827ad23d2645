import { makePerson } from '#test/account-fixture.ts'
import { totpCode } from '#test/totp-code.ts'
import type { Attack } from './attack.ts'
import { nothingOf } from './attack.ts'
import type { Caller } from './browser-client.ts'
import { PASSWORD, signIn } from './open-target.ts'
import { personWithFactor } from './person-with-factor.ts'

/** Wrong codes that delay nothing. */
const FREE_CODES = 5

/** What attackers can do who know the password of an account with a second factor. */
export const FACTOR_ATTACKS: readonly Attack[] = [
  {
    finding: 'A4',
    name: 'a code of the authenticator app is used twice',
    expected: 'the second use is refused, also of the code that switched it on',
    async run(target) {
      const { secret, email, used } = await personWithFactor(target, 'replay@shop.example', 'viewer')
      const said: string[] = []
      const signInWith = async (code: string) => {
        const caller = await signIn(target.caller(), email)
        said.push((await caller.post('/auth/two-factor/verify-totp', { code })).said)
      }
      await signInWith(used)
      // of the next step, which clocks that are slow may have reached
      const next = totpCode(secret, Date.now() + 30_000)
      await signInWith(next)
      await signInWith(next)
      return { seen: said.join(' '), isHeld: /^CODE_WRONG 200 CODE_WRONG$/.test(said.join(' ')) }
    },
  },
  {
    finding: 'A4',
    name: 'codes are guessed in many sessions',
    expected: 'delayed after a few, in the audit; then not even the right one signs in',
    async run(target) {
      const { secret, email, id } = await personWithFactor(target, 'codes@shop.example', 'viewer')
      const said: string[] = []
      const rightOnes: string[] = []
      // signed in before: its code is tried in the moment in which a delay begins
      const owner = await signIn(target.caller('127.3.0.1'), email)
      for (let session = 0; session < 4; session += 1) {
        const caller = await signIn(target.caller('127.3.0.1'), email)
        for (let n = 0; n < 4; n += 1) {
          const code = String(session * 4 + n).padStart(6, '9')
          said.push((await caller.post('/auth/two-factor/verify-totp', { code })).said)
          const isDelayed = said.filter((one) => one === 'CODE_WRONG').length >= FREE_CODES
          if (!isDelayed || said.at(-1) !== 'CODE_WRONG') continue
          const right = totpCode(secret, Date.now() + 30_000)
          rightOnes.push((await owner.post('/auth/two-factor/verify-totp', { code: right })).said)
        }
      }
      const audited = await target.db
        .selectFrom('audit')
        .select('id')
        .where('action', '=', 'code.failed')
        .where('subject_id', '=', id)
        .execute()
      const isRefused = rightOnes.length > 0 && rightOnes.every((one) => one === 'RATE_LIMITED')
      const isHeld = !said.includes('200') && isRefused && audited.length >= FREE_CODES
      const seen = `${[...new Set(said)].join(' ')}, right one ${rightOnes.join(' ')}, ${String(audited.length)} in the audit`
      return { seen, isHeld }
    },
  },
  {
    finding: 'A4',
    name: 'a recovery code is used twice, also at the same time',
    expected: 'one session',
    async run(target) {
      const { codes, email } = await personWithFactor(target, 'recovery@shop.example', 'viewer')
      const callers = await Promise.all([1, 2, 3].map(() => signIn(target.caller(), email)))
      const replies = await Promise.all(
        callers.map((caller) => caller.post('/auth/two-factor/verify-backup-code', { code: codes[0] })),
      )
      const said = replies.map((reply) => reply.said).sort()
      return { seen: said.join(' '), isHeld: said.filter((one) => one === '200').length === 1 }
    },
  },
  {
    finding: 'A4',
    name: 'an owner works without a second factor',
    expected: 'only in the first session; later ones may set it up and nothing else',
    async run(target) {
      const email = 'lazy@shop.example'
      await makePerson(target.db, email, 'owner')
      const first = await signIn(target.caller(), email)
      const later = await signIn(target.caller(), email)
      const before = (await first.get('/functions/people')).said
      const broken = []
      const guarded = target.routes.filter(
        ({ rule, method }) =>
          rule !== null && rule !== 'signed-in' && !rule.startsWith('token ') && method !== 'HEAD',
      )
      for (const { method, url } of guarded) {
        const path = url.replace(':id', crypto.randomUUID())
        const reply = await later.ask(method, path, method === 'GET' ? undefined : {})
        // a body is parsed before this one's permission is checked
        const isInvalid = method === 'POST' && reply.said === 'BAD_REQUEST'
        // no session opens what is for API tokens
        const isForTokens = url.startsWith('/api/') && reply.said === 'UNAUTHORIZED'
        if (reply.said !== 'SECOND_FACTOR_REQUIRED' && !isInvalid && !isForTokens)
          broken.push(`${method} ${url} ${reply.said}`)
      }
      if (before !== '200') broken.push(`no grace: ${before}`)
      return nothingOf(broken, guarded.length, 'calls refused')
    },
  },
  {
    finding: 'BTCPay 7491',
    name: 'a password without the code, at every door',
    expected: 'no door signs in',
    async run(target) {
      const { email, codes } = await personWithFactor(target, 'door@shop.example', 'owner')
      const open = []
      const doors = doorsOf(email)
      // whose code is awaited
      const awaited = await signIn(target.caller(), email)
      const copy = () => {
        const caller = target.caller()
        for (const [name, value] of awaited.cookies) caller.cookies.set(name, value)
        return caller
      }
      for (const [name, method, path, body, headers] of doors) {
        const caller = copy()
        const reply = await caller.ask(method, path, body, headers)
        if (await isSignedIn(caller, headers)) open.push(`${name} ${reply.said}`)
      }
      // the cookie of the awaited code, in place of a session's
      const pending = copy()
      for (const [name, value] of [...pending.cookies])
        pending.cookies.set(name.replace('two_factor', 'session_token'), value)
      if (await isSignedIn(pending)) open.push('the pending cookie')
      const wrong = copy()
      await wrong.post('/auth/two-factor/verify-totp', { code: codes[0] })
      if (await isSignedIn(wrong)) open.push('a recovery code as a code')
      return nothingOf(open, doors.length + 2, 'doors are shut')
    },
  },
]

type Door = readonly [string, string, string, object | undefined, Record<string, string>]

/** Ways in that programs like this one have or had, most of them of the account library. */
function doorsOf(email: string): readonly Door[] {
  const basic = { authorization: `Basic ${Buffer.from(`${email}:${PASSWORD}`).toString('base64')}` }
  const credentials = { email, password: PASSWORD }
  const mounts = ['/auth', '/api/auth']
  return [
    ['Basic', 'GET', '/functions/people', undefined, basic],
    ['Bearer', 'GET', '/functions/people', undefined, { authorization: `Bearer ${PASSWORD}` }],
    ['API key', 'GET', '/functions/people', undefined, { 'x-api-key': PASSWORD }],
    ['cookie', 'GET', '/functions/people', undefined, { cookie: 'admin=1; keyhold.session_token=x.y' }],
    ['set password', 'POST', '/auth/set-password', { token: 'x'.repeat(43), password: PASSWORD }, {}],
    ['confirm', 'POST', '/auth/confirm', { password: PASSWORD }, {}],
    ['switch off', 'POST', '/auth/two-factor/disable', { password: PASSWORD }, {}],
    ['switch on again', 'POST', '/auth/two-factor/enable', { password: PASSWORD }, {}],
    ['new codes', 'POST', '/auth/two-factor/generate-backup-codes', { password: PASSWORD }, {}],
    ...mounts.flatMap((mount): readonly Door[] => [
      [`${mount} sign-up`, 'POST', `${mount}/sign-up/email`, { ...credentials, name: 'x' }, {}],
      [`${mount} one-time mail`, 'POST', `${mount}/two-factor/send-otp`, {}, {}],
      [`${mount} forgotten`, 'POST', `${mount}/request-password-reset`, { email }, {}],
      [`${mount} reset`, 'POST', `${mount}/reset-password`, { token: 'x', newPassword: PASSWORD }, {}],
      [`${mount} other mail`, 'POST', `${mount}/change-email`, { newEmail: 'eve@shop.example' }, {}],
      [`${mount} update`, 'POST', `${mount}/update-user`, { twoFactorEnabled: false }, {}],
      [`${mount} session`, 'GET', `${mount}/get-session`, undefined, basic],
    ]),
    ['library sign-in', 'POST', '/api/auth/sign-in/email', credentials, {}],
  ]
}

async function isSignedIn(caller: Caller, headers: Record<string, string> = {}): Promise<boolean> {
  const { json } = await caller.ask('GET', '/data/user', undefined, headers)
  const { status } = await caller.ask('GET', '/functions/orders', undefined, headers)
  return (json as { user: unknown }).user !== null || status === 200
}
