import type { DbDeps } from '#server/db/db-deps.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CallError, clientOf, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { enforceLimit, enforceRoom } from '#server/rate-limits/enforce-limit.ts'
import {
  CaptchaCheckRequest,
  CaptchaNewReply,
  ProofCheckRequest,
  ProofNewReply,
} from '#shared/visitor-api.ts'
import { Done, EmptyRequest } from '#shared/api.ts'
import { checkCaptcha, type ChallengeOutcome } from './check-captcha.ts'
import { createCaptcha } from './create-captcha.ts'
import { passHeaders } from './pass-cookie.ts'
import { checkProof, createProof, workFor, type ProofWork } from './proof-of-work.ts'

export interface CaptchaDeps extends DbDeps {
  readonly limits: Limits
  /** The installation's secret; signs challenges. */
  readonly secret: Uint8Array
  /** KEYHOLD_CAPTCHA_CODE, in the demo only; null for random codes. */
  readonly pinnedCode: string | null
  /** Whether the public URL is https. */
  readonly isSecure: boolean
  /** For a client without unpaid orders. */
  readonly proofWork: ProofWork
  /** How many orders of a client are open and unpaid. */
  readonly unpaidOrdersOf: (client: string) => Promise<number>
}

/** Routes of the captcha: a picture to read, or proof of work for someone who cannot read it. */
export function captchaRoutes(app: App, deps: CaptchaDeps): void {
  const { db, clock, limits, secret } = deps
  const pass = (request: FastifyRequest, reply: FastifyReply, outcome: ChallengeOutcome) => {
    if (outcome.kind !== 'passed') throw refusal(outcome.kind)
    void reply.headers(passHeaders(request, outcome.token, deps.isSecure))
    return { success: true } as const
  }

  app.post('/functions/captcha', callOf(CaptchaNewReply, { body: EmptyRequest }), (request) =>
    enforceRoom(limits, 'captcha', clientOf(request), async () => {
      await enforceLimit(limits, 'captcha', clientOf(request))
      const captcha = createCaptcha(secret, deps.pinnedCode, clock())
      return { ...captcha, expiresAt: captcha.expiresAt.toISOString() }
    }),
  )

  app.post(
    '/functions/captcha/check',
    callOf(Done, { body: CaptchaCheckRequest }),
    async (request, reply) => {
      await enforceLimit(limits, 'captcha-check', clientOf(request))
      return pass(request, reply, await checkCaptcha(deps, request.body, clock()))
    },
  )

  app.post('/functions/captcha/proof', callOf(ProofNewReply, { body: EmptyRequest }), (request) => {
    const client = clientOf(request)
    return enforceRoom(limits, 'captcha', client, async () => {
      await enforceLimit(limits, 'captcha', client)
      const unpaid = await deps.unpaidOrdersOf(client)
      return createProof(secret, clock(), workFor(deps.proofWork, unpaid, limits.scaled))
    })
  })

  app.post(
    '/functions/captcha/proof/check',
    callOf(Done, { body: ProofCheckRequest }),
    async (request, reply) => {
      await enforceLimit(limits, 'captcha-check', clientOf(request))
      return pass(request, reply, await checkProof(db, secret, request.body.payload, clock()))
    },
  )
}

function refusal(kind: 'failed' | 'expired'): CallError {
  const code = kind === 'failed' ? 'CAPTCHA_FAILED' : 'CAPTCHA_EXPIRED'
  return new CallError(400, code, 'Captcha verification failed. Please try again.')
}
