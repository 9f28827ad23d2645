import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { ProofNewReply } from '#shared/visitor-api.ts'
import { proofPayload, solveProof } from './solve-proof.ts'

const secrets = { hmacSignatureSecret: 'challenge', hmacKeySignatureSecret: 'answer' }

test('the proof of work finds the solution the server accepts, and reports its progress', async () => {
  const made = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter: 42,
    deriveKey,
    data: { expiresAt: 1_900_000_000_000, mostTries: 50 },
    ...secrets,
  })
  const challenge = ProofNewReply.parse(made)
  const shares: number[] = []
  const solution = await solveProof(challenge, (share) => shares.push(share))
  expect(solution.counter).toBe(42)
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  const payload = JSON.parse(atob(proofPayload(challenge, solution))) as {
    challenge: typeof made
    solution: typeof solution
  }
  const { verified } = await verifySolution({ ...payload, deriveKey, ...secrets })
  expect(verified).toBe(true)
})
