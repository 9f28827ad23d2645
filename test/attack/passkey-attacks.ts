import { makePerson } from '#test/account-fixture.ts'
import {
  softwareAuthenticator,
  type PasskeyFlaws,
  type SoftwareAuthenticator,
} from '#test/software-authenticator.ts'
import type { Attack } from './attack.ts'
import { nothingOf } from './attack.ts'
import type { Caller } from './browser-client.ts'
import { PASSWORD, signIn, type Target } from './open-target.ts'

const REFUSED = /^(401|403|PASSKEY_REFUSED|PASSKEY_UNKNOWN|CONFIRM_REQUIRED|UNAUTHORIZED)$/

/** What attackers can do to passkeys, and with one of their own. */
export const PASSKEY_ATTACKS: readonly Attack[] = [
  {
    finding: 'passkeys',
    name: 'a passkey is used with something wrong, or again',
    expected: 'refused, and no session',
    async run(target) {
      const { device, caller } = await personWithPasskey(target, 'passkey@shop.example')
      const flaws: readonly (readonly [string, PasskeyFlaws])[] = [
        ['another origin', { origin: 'https://shop.evil.example' }],
        ['another relying party', { rpId: 'evil.example' }],
        ['not verified', { isVerified: false }],
        ['a copy', { counter: 0 }],
      ]
      const broke: string[] = []
      for (const [name, flaw] of flaws) {
        const attacker = target.caller()
        const { said } = await use(attacker, device, flaw)
        if (said !== 'PASSKEY_REFUSED' || (await isIn(attacker))) broke.push(`${name}: ${said}`)
      }
      const right = target.caller()
      const assertion = device.use(await challengeOf(right))
      const first = await right.post('/auth/passkey/sign-in', { assertion })
      const again = await right.post('/auth/passkey/sign-in', { assertion })
      if (first.said !== '200') broke.push(`the right one: ${first.said}`)
      if (again.said !== 'PASSKEY_REFUSED') broke.push(`again: ${again.said}`)
      if (!(await isIn(caller))) broke.push('its owner was signed out')
      return nothingOf(broke, flaws.length + 1, 'refused')
    },
  },
  {
    finding: 'passkeys',
    name: 'somebody takes, renames or adds a passkey of another account, or adds one with a stolen session',
    expected: 'refused, and the account keeps the one it has',
    async run(target) {
      const victim = await personWithPasskey(target, 'victim@shop.example')
      const attacker = await personWithPasskey(target, 'attacker@shop.example')
      const { json } = await victim.caller.get('/auth/passkeys')
      const [{ id }] = (json as { passkeys: [{ id: string }] }).passkeys
      // a session that was copied has cookies, and no password
      const stolen = target.caller()
      await use(stolen, victim.device)
      const began = await victim.caller.post('/auth/passkeys/start', {})
      const { challenge } = (began.json as { creation: { challenge: string } }).creation
      const attestation = softwareAuthenticator(target.url).create(challenge)
      const tried = [
        await attacker.caller.post('/auth/passkeys/rename', { id, name: 'Mine' }),
        await attacker.caller.ask('DELETE', '/auth/passkeys', { id }),
        await attacker.caller.post('/auth/passkeys', { name: 'Mine', attestation }),
        await use(attacker.caller, victim.device),
        await stolen.post('/auth/passkeys/start', {}),
        await stolen.ask('DELETE', '/auth/passkeys', { id }),
        await target.caller().post('/auth/passkeys', { name: 'Mine', attestation }),
      ]
      const broke = tried.flatMap(({ said }, index) =>
        REFUSED.test(said) ? [] : [`${String(index)}: ${said}`],
      )
      const names = await namesOf(target, victim.id)
      if (names.join() !== 'Laptop') broke.push(`passkeys: ${names.join()}`)
      return nothingOf(broke, tried.length, 'refused')
    },
  },
]

async function personWithPasskey(target: Target, email: string) {
  const id = await makePerson(target.db, email, 'viewer')
  const caller = await signIn(target.caller(), email)
  await caller.post('/auth/confirm', { password: PASSWORD })
  const started = await caller.post('/auth/passkeys/start', {})
  const { challenge } = (started.json as { creation: { challenge: string } }).creation
  const device = softwareAuthenticator(target.url)
  const attestation = device.create(challenge)
  const added = await caller.post('/auth/passkeys', { name: 'Laptop', attestation })
  if (added.status !== 200) throw new Error(`expected a passkey to be added, got ${added.said}`)
  return { id, caller, device }
}

async function challengeOf(caller: Caller): Promise<string> {
  const { json } = await caller.post('/auth/passkey/request', {})
  return (json as { request: { challenge: string } }).request.challenge
}

async function use(caller: Caller, device: SoftwareAuthenticator, flaws: PasskeyFlaws = {}) {
  return caller.post('/auth/passkey/sign-in', { assertion: device.use(await challengeOf(caller), flaws) })
}

async function isIn(caller: Caller): Promise<boolean> {
  const { json } = await caller.get('/data/user')
  return (json as { user: object | null }).user !== null
}

async function namesOf(target: Target, userId: string): Promise<readonly string[]> {
  const rows = await target.db
    .selectFrom('user_passkeys')
    .select('name')
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ name }) => name)
}
