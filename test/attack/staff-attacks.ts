import { makePerson } from '#test/account-fixture.ts'
import type { Attack } from './attack.ts'
import { nothingOf } from './attack.ts'
import { PASSWORD, signIn, type Target } from './open-target.ts'
import { cpuOf } from './cpu-of.ts'

/** What attackers can do who know a password, hold a session, or guess. */
export const STAFF_ATTACKS: readonly Attack[] = [
  {
    finding: 'A2',
    name: 'wrong passwords for one account, each from another address',
    expected: 'delayed from the 21st on, in the audit, an alert; the person’s own browser signs in',
    async run(target) {
      const email = 'guessed@shop.example'
      const id = await makePerson(target.db, email, 'viewer')
      const own = await signIn(target.caller(), email)
      const said: string[] = []
      for (let n = 0; n < 22; n += 1)
        said.push(
          (await target.caller().post('/auth/sign-in/email', { email, password: 'not the password' })).said,
        )
      await signIn(own, email)
      const failures = await countAudit(target, 'sign-in.failed', id)
      const alerts = await target.db
        .selectFrom('alerts')
        .select('id')
        .where('kind', '=', 'sign-ins-failed')
        .execute()
      const isHeld =
        said.includes('RATE_LIMITED') && !said.includes('200') && failures >= 20 && alerts.length > 0
      return { seen: `${[...new Set(said)].join(' ')}, ${String(failures)} in the audit, own 200`, isHeld }
    },
  },
  {
    finding: 'A2',
    name: 'calls that a role may not make',
    expected: 'refused and in the audit',
    async run(target) {
      const reply = await target.as.viewer.get('/functions/people')
      const found = await target.db
        .selectFrom('audit')
        .select('id')
        .where('action', '=', 'access.refused')
        .execute()
      return {
        seen: `${reply.said}, ${String(found.length)} in the audit`,
        isHeld: reply.status === 403 && found.length > 0,
      }
    },
  },
  {
    finding: 'A6',
    name: 'the whole stock is read page by page',
    expected: 'each page is in the audit, 300 an hour',
    async run(target) {
      const id = await makePerson(target.db, 'reader@shop.example', 'manager')
      const reader = await signIn(target.caller(), 'reader@shop.example')
      const said = new Set<string>()
      let pages = 0
      const read = async () => {
        const { said: one } = await reader.get('/functions/manage-game-keys?action=list&limit=1')
        said.add(one)
        if (one === '200') pages += 1
      }
      for (let n = 0; n < 301; n += 7) await Promise.all(Array.from({ length: 7 }, read))
      const audited = await countAudit(target, 'keys.show', id, 'actor_id')
      const isHeld = pages === 300 && audited === 300 && said.has('RATE_LIMITED')
      return { seen: `${String(pages)} pages, ${String(audited)} in the audit`, isHeld }
    },
  },
  {
    finding: 'A6',
    name: 'keys are revealed one after the other',
    expected: '60 an hour, each in the audit; support sees sold keys only',
    async run(target) {
      const id = await makePerson(target.db, 'revealer@shop.example', 'manager')
      const manager = await signIn(target.caller(), 'revealer@shop.example')
      const keys = await target.db
        .selectFrom('game_keys')
        .select('id')
        .where('handed_at', 'is', null)
        .limit(1)
        .execute()
      const body = { action: 'reveal', keyId: keys[0]?.id }
      const said: string[] = []
      for (let n = 0; n < 61; n += 1)
        said.push((await manager.post('/functions/manage-game-keys', body)).said)
      const support = await target.as.support.post('/functions/manage-game-keys', body)
      const audited = await countAudit(target, 'keys.reveal', id, 'actor_id')
      const isHeld = audited === 60 && said.at(-1) === 'RATE_LIMITED' && support.status === 403
      return {
        seen: `${String(audited)} revealed, then ${said.at(-1) ?? ''}; support ${support.said}`,
        isHeld,
      }
    },
  },
  {
    finding: 'A6',
    name: 'exports leave no trace',
    expected: 'every file is in the audit',
    async run(target) {
      const silent = []
      const files = target.routes.filter(({ url, method }) => method === 'GET' && url.includes('/export-'))
      for (const { url } of files) {
        const before = await countAudit(target, 'export')
        const { status } = await target.as.owner.get(url)
        if (status !== 200 || (await countAudit(target, 'export')) === before)
          silent.push(`${url} ${String(status)}`)
      }
      return nothingOf(silent, files.length, 'kinds of files, each in the audit')
    },
  },
  {
    finding: 'A11',
    name: 'a session that is renewed for ever',
    expected: 'over after 12 hours',
    async run(target) {
      const email = 'long@shop.example'
      const id = await makePerson(target.db, email, 'viewer')
      const session = await signIn(target.caller(), email)
      const at = async (hours: number) => {
        const began = new Date(Date.now() - hours * 3600_000)
        const set = { created_at: began, expires_at: new Date(Date.now() + 500_000) }
        await target.db.updateTable('user_sessions').set(set).where('user_id', '=', id).execute()
        await session.get('/auth/session')
        return (await session.get('/functions/orders')).status
      }
      const seen = [await at(11.9), await at(12.1)].join(' ')
      return { seen: `${seen} after 11.9 and 12.1 h`, isHeld: seen === '200 401' }
    },
  },
  {
    finding: 'A11',
    name: 'a copied session outlives a new sign-in, a sign-out, or a new password',
    expected: 'each ends it',
    async run(target) {
      const alive = []
      for (const how of ['sign-in', 'sign-out', 'password'] as const) {
        const email = `${how}@shop.example`
        await makePerson(target.db, email, 'viewer')
        const person = await signIn(target.caller(), email)
        const thief = target.caller()
        for (const [name, value] of person.cookies) thief.cookies.set(name, value)
        if ((await thief.get('/functions/orders')).status !== 200) alive.push(`${how}: no session to copy`)
        if (how === 'sign-in') await signIn(person, email)
        else if (how === 'sign-out') await person.post('/auth/sign-out')
        else {
          const change = { currentPassword: PASSWORD, newPassword: 'quite another sentence' }
          const other = await signIn(target.caller(), email)
          if ((await other.post('/auth/change-password', change)).status !== 200) alive.push('not changed')
        }
        if ((await thief.get('/functions/orders')).status !== 401) alive.push(how)
      }
      return nothingOf(alive, 3, 'ways end it')
    },
  },
  {
    finding: 'A11',
    name: 'passwords that are tried first',
    expected: 'PASSWORD_GUESSABLE',
    async run(target) {
      const tried = ['password1234', '123456789012', 'aaaaaaaaaaaa', 'support@shop.example', 'ashendominion1']
      const accepted = []
      for (const newPassword of tried) {
        const { said } = await target.as.support.post('/auth/change-password', {
          currentPassword: PASSWORD,
          newPassword,
        })
        if (said !== 'PASSWORD_GUESSABLE') accepted.push(`${newPassword} ${said}`)
      }
      return nothingOf(accepted, tried.length, 'refused')
    },
  },
  {
    finding: 'A11',
    name: 'ten minutes at an owner’s browser make a lasting owner',
    expected: 'CONFIRM_REQUIRED after a quarter of an hour, for roles, files and refunds',
    async run(target) {
      const email = 'away@shop.example'
      const id = await makePerson(target.db, email, 'owner')
      const owner = await signIn(target.caller(), email)
      const old = { created_at: new Date(Date.now() - 16 * 60_000), confirmed_at: null }
      await target.db.updateTable('user_sessions').set(old).where('user_id', '=', id).execute()
      const invite = { action: 'invite', email: 'accomplice@shop.example', role: 'owner' }
      const said = [
        (await owner.post('/functions/people', invite)).said,
        (await owner.get('/functions/export-keys')).said,
        (await owner.post(`/functions/refunds/${crypto.randomUUID()}/quote`)).said,
      ]
      return { seen: said.join(' '), isHeld: said.every((one) => one === 'CONFIRM_REQUIRED') }
    },
  },
  {
    finding: 'A12',
    name: 'junk tokens make the shop compute slow hashes',
    expected: 'the token is looked up first: a tenth of the CPU of a wrong password',
    async run(target) {
      const caller = target.caller()
      const junk = { token: 'x'.repeat(43), password: 'a sentence of my own' }
      const wrong = { email: 'nobody-knows@shop.example', password: 'not the password' }
      const before = cpuOf(target.shop.pid)
      for (let n = 0; n < 5; n += 1) await caller.post('/auth/set-password', junk)
      const between = cpuOf(target.shop.pid)
      for (let n = 0; n < 5; n += 1) await caller.post('/auth/sign-in/email', wrong)
      const [ofJunk, ofHash] = [between - before, cpuOf(target.shop.pid) - between]
      return {
        seen: `${String(ofJunk)} and ${String(ofHash)} ticks for 5 calls`,
        isHeld: ofJunk * 3 < ofHash,
      }
    },
  },
]

async function countAudit(
  { db }: Target,
  action: string,
  id: string | null = null,
  column: 'subject_id' | 'actor_id' = 'subject_id',
): Promise<number> {
  const rows = await db.selectFrom('audit').selectAll().where('action', 'like', `%${action}`).execute()
  return rows.filter((row) => id === null || row[column] === id).length
}
