import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { ProofNewReply } from '#shared/visitor-api.ts'

/** Does the work of a challenge, as a browser does it. @returns the payload for the check; null if it has no solution. */
export async function answerProof(challenge: ProofNewReply): Promise<string | null> {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (solution === null) return null
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
