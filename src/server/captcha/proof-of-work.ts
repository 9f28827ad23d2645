import { createHmac, randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod'
import type { Db } from '#server/db/database.ts'
import { ProofNewReply } from '#shared/visitor-api.ts'
import { CAPTCHA_LIFE_S } from '#shared/constants.ts'
import type { ChallengeOutcome } from './check-captcha.ts'
import { issuePass } from './passes.ts'

/** How much work a challenge takes on average: `rounds` of PBKDF2 for each of `meanTries` derivations. */
export interface ProofWork {
  readonly rounds: number
  readonly meanTries: number
}

/**
 * 8 million rounds: 1.1 s of a server's core with SHA instructions, no less on any phone (measured in Chromium's worker), and
 * 4 s on a slow one. Few long derivations have less overhead than many short ones.
 */
export const PROOF_WORK: ProofWork = { rounds: 20_000, meanTries: 400 }
/** A seventh of it, for the demo. */
export const DEMO_PROOF_WORK: ProofWork = { rounds: 5_000, meanTries: 225 }

/** From this many unpaid orders of a client on, its challenges take so many times the work. */
const MORE_WORK = [
  { unpaid: 60, times: 8 },
  { unpaid: 30, times: 4 },
  { unpaid: 10, times: 2 },
] as const

/**
 * The work for a client with unpaid orders: an order that nobody pays costs the shop an address and calls to nodes.
 *
 * @param scaled multiplies the numbers of orders, as all limits.
 */
export function workFor(work: ProofWork, unpaid: number, scaled: (most: number) => number): ProofWork {
  const times = MORE_WORK.find((row) => unpaid >= scaled(row.unpaid))?.times ?? 1
  return { ...work, meanTries: work.meanTries * times }
}

/**
 * Creates a proof-of-work challenge, for someone who cannot read a picture. It is signed, so nothing is stored until it is
 * answered. The solution is uniform from the first counter on: no solver pays less than one that counts up.
 */
export async function createProof(secret: Uint8Array, now: Date, work: ProofWork): Promise<ProofNewReply> {
  const mostTries = work.meanTries * 2
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: work.rounds,
    counter: randomInt(mostTries),
    deriveKey,
    // in the signed data, since the library would compare its own expiry with the system clock
    data: { expiresAt: now.getTime() + CAPTCHA_LIFE_S * 1000, mostTries },
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
