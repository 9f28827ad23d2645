import { makePerson } from '#test/account-fixture.ts'
import { totpCode } from '#test/totp-code.ts'
import type { Caller } from './browser-client.ts'
import { PASSWORD, signIn, type Target } from './open-target.ts'

/** A person and what an attacker may know of them. */
interface Person {
  readonly id: string
  readonly email: string
  readonly secret: string
  readonly codes: readonly string[]
  /** The code that switched the factor on. */
  readonly used: string
  /** Their own browser, signed in. */
  readonly browser: Caller
}

/** Somebody whose second factor is on. */
export async function personWithFactor(
  target: Target,
  email: string,
  role: 'viewer' | 'owner',
): Promise<Person> {
  const id = await makePerson(target.db, email, role)
  const browser = await signIn(target.caller(), email)
  const { json } = await browser.post('/auth/two-factor/enable', { password: PASSWORD })
  const { totpUri, recoveryCodes } = json as { totpUri: string; recoveryCodes: readonly string[] }
  const secret = new URL(totpUri).searchParams.get('secret') ?? ''
  const used = totpCode(secret, Date.now())
  const on = await browser.post('/auth/two-factor/verify-totp', { code: used })
  if (on.status !== 200) throw new Error(`expected the second factor to be on, got ${on.said}`)
  return { id, email, secret, codes: recoveryCodes, used, browser }
}
