import { useEffect, useReducer } from 'react'
import { CAPTCHA_PASS_LIFE_S } from '#shared/constants.ts'
import { checkCaptcha, checkProof, newCaptcha, newProof } from '#web/api/captcha.ts'
import { serverNowMs } from '#web/api/server-clock.ts'
import { captchaReducer, type CaptchaEvent, type CaptchaMessage, type CaptchaState } from './captcha-state.ts'
import { workProof } from './work-proof.ts'

// Renewed a little before the server's limit: a pass must last until the order has arrived.
const PASS_LIFE_MS = (CAPTCHA_PASS_LIFE_S - 30) * 1000
const PICTURE_SPARE_MS = 15_000

type Tell = (event: CaptchaEvent) => void

/** Runs the security verification: performs the work its state asks for. */
export function useCaptcha(first: CaptchaMessage | null): readonly [CaptchaState, Tell] {
  const [state, dispatch] = useReducer(captchaReducer, { kind: 'loading', message: first })
  const { kind } = state
  const picture = kind === 'checking' || kind === 'shown' ? state.picture : null
  const code = kind === 'checking' ? state.typed : ''
  useEffect(() => {
    const calledOff = new AbortController()
    const tell: Tell = (event) => {
      if (!calledOff.signal.aborted) dispatch(event)
    }
    if (kind === 'loading') void load(tell, calledOff.signal)
    if (kind === 'checking' && picture !== null) void check(picture.id, code, tell)
    if (kind === 'working') void work(tell, calledOff.signal)
    return () => {
      calledOff.abort()
    }
  }, [kind, picture, code])
  useAging(state, dispatch)
  return [state, dispatch]
}

async function load(tell: Tell, signal: AbortSignal): Promise<void> {
  const outcome = await newCaptcha({ signal })
  if (outcome.kind === 'ok') tell({ kind: 'loaded', picture: outcome.reply })
  else tell({ kind: 'notLoaded', code: outcome.code })
}

async function check(id: string, code: string, tell: Tell): Promise<void> {
  const outcome = await checkCaptcha(id, code)
  tell(outcome.kind === 'ok' ? { kind: 'passed' } : { kind: 'refused', code: outcome.code })
}

async function work(tell: Tell, signal: AbortSignal): Promise<void> {
  const challenge = await newProof({ signal })
  if (challenge.kind === 'failed') {
    tell({ kind: 'notLoaded', code: challenge.code })
    return
  }
  let payload: string
  try {
    payload = await workProof(
      challenge.reply,
      (share) => {
        tell({ kind: 'worked', share })
      },
      signal,
    )
  } catch (cause) {
    if (!signal.aborted) console.warn('The proof of work failed.', cause)
    tell({ kind: 'workFailed' })
    return
  }
  const outcome = await checkProof(payload)
  tell(outcome.kind === 'ok' ? { kind: 'passed' } : { kind: 'refused', code: outcome.code })
}

/** Pictures and passes expire: a new picture is loaded before the server would reject the old one. */
function useAging(state: CaptchaState, dispatch: Tell): void {
  const expiresAt = state.kind === 'shown' ? state.picture.expiresAt : null
  const isPassed = state.kind === 'passed'
  useEffect(() => {
    if (expiresAt === null && !isPassed) return
    const lifeMs =
      expiresAt === null ? PASS_LIFE_MS : Date.parse(expiresAt) - serverNowMs() - PICTURE_SPARE_MS
    const timer = setTimeout(
      () => {
        dispatch({ kind: 'aged' })
      },
      Math.max(lifeMs, PICTURE_SPARE_MS),
    )
    return () => {
      clearTimeout(timer)
    }
  }, [expiresAt, isPassed, dispatch])
}
