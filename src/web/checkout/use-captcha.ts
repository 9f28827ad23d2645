import { useEffect, useReducer } from 'react'
import { CAPTCHA_PASS_LIFE_S } from '#shared/constants.ts'
import { sendCaptchaCheck, sendProofCheck, requestCaptcha, requestProof } from '#web/api/captcha.ts'
import { whenAdmitted } from '#web/api/when-admitted.ts'
import { serverNowMs } from '#web/api/server-clock.ts'
import { captchaReducer, type CaptchaEvent, type CaptchaMessage, type CaptchaState } from './captcha-state.ts'
import { solveProofInWorker } from './solve-proof-in-worker.ts'

// Renewed a little before the server's limit: a pass must last until the order has arrived.
const PASS_LIFE_MS = (CAPTCHA_PASS_LIFE_S - 30) * 1000
const PICTURE_SPARE_MS = 15_000

type CaptchaDispatch = (event: CaptchaEvent) => void

/** Runs the security verification: performs the work its state asks for. */
export function useCaptcha(first: CaptchaMessage | null): readonly [CaptchaState, CaptchaDispatch] {
  const [state, dispatch] = useReducer(captchaReducer, { kind: 'loading', message: first })
  const { kind } = state
  const picture = kind === 'checking' || kind === 'shown' ? state.picture : null
  const code = kind === 'checking' ? state.typed : ''
  useEffect(() => {
    const aborter = new AbortController()
    const send: CaptchaDispatch = (event) => {
      if (!aborter.signal.aborted) dispatch(event)
    }
    if (kind === 'loading') void load(send, aborter.signal)
    if (kind === 'checking' && picture !== null) void check(picture.id, code, send)
    if (kind === 'working') void solve(send, aborter.signal)
    return () => aborter.abort()
  }, [kind, picture, code])
  useExpiry(state, dispatch)
  return [state, dispatch]
}

const tellBusy = (send: CaptchaDispatch) => () => send({ kind: 'busy' })

async function load(send: CaptchaDispatch, signal: AbortSignal): Promise<void> {
  const outcome = await whenAdmitted(() => requestCaptcha({ signal }), { signal, onBusy: tellBusy(send) })
  if (outcome.kind === 'ok') send({ kind: 'loaded', picture: outcome.reply })
  else send({ kind: 'notLoaded', code: outcome.code })
}

async function check(id: string, code: string, send: CaptchaDispatch): Promise<void> {
  const outcome = await sendCaptchaCheck(id, code)
  send(outcome.kind === 'ok' ? { kind: 'passed' } : { kind: 'refused', code: outcome.code })
}

async function solve(send: CaptchaDispatch, signal: AbortSignal): Promise<void> {
  const challenge = await whenAdmitted(() => requestProof({ signal }), { signal, onBusy: tellBusy(send) })
  if (challenge.kind === 'failed') {
    send({ kind: 'notLoaded', code: challenge.code })
    return
  }
  let payload: string
  try {
    payload = await solveProofInWorker(challenge.reply, (share) => send({ kind: 'worked', share }), signal)
  } catch (cause) {
    if (!signal.aborted) console.warn('The proof of work failed.', cause)
    send({ kind: 'workFailed' })
    return
  }
  const outcome = await sendProofCheck(payload)
  send(outcome.kind === 'ok' ? { kind: 'passed' } : { kind: 'refused', code: outcome.code })
}

/** Pictures and passes expire: a new picture is loaded before the server would reject the old one. */
function useExpiry(state: CaptchaState, dispatch: CaptchaDispatch): void {
  const expiresAt = state.kind === 'shown' ? state.picture.expiresAt : null
  const isPassed = state.kind === 'passed'
  useEffect(() => {
    if (expiresAt === null && !isPassed) return
    const lifeMs =
      expiresAt === null ? PASS_LIFE_MS : Date.parse(expiresAt) - serverNowMs() - PICTURE_SPARE_MS
    const timer = setTimeout(() => dispatch({ kind: 'aged' }), Math.max(lifeMs, PICTURE_SPARE_MS))
    return () => clearTimeout(timer)
  }, [expiresAt, isPassed, dispatch])
}
