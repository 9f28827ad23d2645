import type { FastifyReply } from 'fastify'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { CallError, clientOf, type App } from '#server/http/app.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { refuseAbove } from '#server/rate-limits/refuse-above.ts'
import {
  CaptchaCheckRequest,
  CaptchaNewReply,
  Done,
  EmptyRequest,
  Failure,
  ProofCheckRequest,
  ProofNewReply,
} from '#shared/api.ts'
import { checkCaptcha, type ChallengeOutcome } from './check-captcha.ts'
import { newCaptcha } from './new-captcha.ts'
import { passCookie } from './pass-cookie.ts'
import { checkProof, newProof } from './proof-of-work.ts'

export interface CaptchaDeps {
  readonly db: Db
  readonly clock: Clock
  readonly limits: Limits
  /** The installation's; signs challenges. */
  readonly secret: Uint8Array
  /** KEYHOLD_CAPTCHA_CODE, in the demo only; null where codes are random. */
  readonly pinnedCode: string | null
  /** Whether the public URL is https. */
  readonly isSecure: boolean
}

/** Proving to be a person: a picture to read, or work for the browser where it cannot be read. */
export function captchaRoutes(app: App, shop: CaptchaDeps): void {
  const { db, clock, limits, secret } = shop
  const pass = (reply: FastifyReply, outcome: ChallengeOutcome) => {
    if (outcome.kind !== 'passed') throw refusal(outcome.kind)
    void reply.header('set-cookie', passCookie(outcome.token, shop.isSecure))
    return { success: true } as const
  }

  app.post(
    '/functions/captcha',
    { schema: { body: EmptyRequest, response: { 200: CaptchaNewReply, '4xx': Failure } } },
    async (request) => {
      await refuseAbove(limits, 'captcha', clientOf(request))
      const captcha = await newCaptcha(db, secret, shop.pinnedCode, clock())
      return { ...captcha, expiresAt: captcha.expiresAt.toISOString() }
    },
  )

  app.post(
    '/functions/captcha/check',
    { schema: { body: CaptchaCheckRequest, response: { 200: Done, '4xx': Failure } } },
    async (request, reply) => {
      await refuseAbove(limits, 'captcha-check', clientOf(request))
      return pass(reply, await checkCaptcha(db, secret, request.body, clock()))
    },
  )

  app.post(
    '/functions/captcha/proof',
    { schema: { body: EmptyRequest, response: { 200: ProofNewReply, '4xx': Failure } } },
    async (request) => {
      await refuseAbove(limits, 'captcha', clientOf(request))
      return newProof(secret, clock())
    },
  )

  app.post(
    '/functions/captcha/proof/check',
    { schema: { body: ProofCheckRequest, response: { 200: Done, '4xx': Failure } } },
    async (request, reply) => {
      await refuseAbove(limits, 'captcha-check', clientOf(request))
      return pass(reply, await checkProof(db, secret, request.body.payload, clock()))
    },
  )
}

function refusal(kind: 'failed' | 'expired'): CallError {
  const code = kind === 'failed' ? 'CAPTCHA_FAILED' : 'CAPTCHA_EXPIRED'
  return new CallError(400, code, 'Captcha verification failed. Please try again.')
}
