import { createHmac, randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod'
import type { Db } from '#server/db/database.ts'
import { ProofNewReply } from '#shared/visitor-api.ts'
import { CAPTCHA_LIFE_S } from '#shared/constants.ts'
import type { ChallengeOutcome } from './check-captcha.ts'
import { issuePass } from './passes.ts'

/** About 1.1 million rounds in all: 1 to 2 s on a phone. Few long derivations have less overhead than many short ones. */
const ROUNDS = 5000
const MIN_TRIES = 150
const MAX_TRIES = 300

/** Creates a proof-of-work challenge, for someone who cannot read a picture. It is signed, so nothing is stored until it is answered. */
export async function createProof(secret: Uint8Array, now: Date): Promise<ProofNewReply> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: randomInt(MIN_TRIES, MAX_TRIES + 1),
    deriveKey,
    // in the signed data, since the library would compare its own expiry with the system clock
    data: { expiresAt: now.getTime() + CAPTCHA_LIFE_S * 1000 },
    ...secretsOf(secret),
  })
  return ProofNewReply.parse(challenge)
}

const Payload = z.object({
  challenge: ProofNewReply,
  solution: z.object({ counter: z.int().min(0), derivedKey: z.string() }),
})

/** Checks an answer. Each challenge is accepted once, which the library does not ensure. */
export async function checkProof(
  db: Db,
  secret: Uint8Array,
  payload: string,
  now: Date,
): Promise<ChallengeOutcome> {
  const answer = readPayload(payload)
  if (answer === null) return { kind: 'failed' }
  const { challenge, solution } = answer
  const result = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(secret) })
  if (!result.verified) return { kind: 'failed' }
  const expiresAt = new Date(challenge.parameters.data.expiresAt)
  if (expiresAt <= now) return { kind: 'expired' }
  return db.transaction().execute(async (tx) => {
    const first = await tx
      .insertInto('used_proofs')
      .values({ signature: challenge.signature, expires_at: expiresAt })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (first.numInsertedOrUpdatedRows !== 1n) return { kind: 'expired' } as const
    return { kind: 'passed', token: await issuePass(tx, now) } as const
  })
}

function readPayload(payload: string): z.infer<typeof Payload> | null {
  try {
    return Payload.parse(JSON.parse(Buffer.from(payload, 'base64').toString('utf8')))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}

function secretsOf(secret: Uint8Array) {
  const derive = (use: string) => createHmac('sha256', secret).update(use).digest('hex')
  return { hmacSignatureSecret: derive('proof challenge'), hmacKeySignatureSecret: derive('proof answer') }
}
