import { CAPTCHA_LENGTH } from '#shared/constants.ts'
import type { CaptchaChallenge } from '#web/api/captcha.ts'
import type { CallCode } from '#web/api/call-shop.ts'

/** The message above the field; a key of the texts. */
export type CaptchaMessage =
  'failed' | 'expired' | 'again' | 'busy' | 'limited' | 'unreachable' | 'workUnavailable'

/** The state of the form's security verification. */
export type CaptchaState =
  | { readonly kind: 'loading'; readonly message: CaptchaMessage | null }
  | {
      readonly kind: 'shown'
      readonly picture: CaptchaChallenge
      readonly typed: string
      readonly message: CaptchaMessage | null
    }
  | { readonly kind: 'checking'; readonly picture: CaptchaChallenge; readonly typed: string }
  /** No picture: the buyer has to request one. */
  | { readonly kind: 'stuck'; readonly message: CaptchaMessage }
  | { readonly kind: 'working'; readonly share: number }
  | { readonly kind: 'passed' }

export type CaptchaEvent =
  | { readonly kind: 'loaded'; readonly picture: CaptchaChallenge }
  /** The picture is asked for again in a moment. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'notLoaded'; readonly code: CallCode }
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'refused'; readonly code: CallCode }
  | { readonly kind: 'passed' }
  | { readonly kind: 'refresh' }
  /** The picture, or the pass, has expired. */
  | { readonly kind: 'aged' }
  | { readonly kind: 'cannotRead' }
  | { readonly kind: 'worked'; readonly share: number }
  | { readonly kind: 'workFailed' }

/**
 * In `loading` the component fetches a picture, in `checking` it checks the code, in `working` it computes the proof.
 */
export function captchaReducer(state: CaptchaState, event: CaptchaEvent): CaptchaState {
  switch (event.kind) {
    case 'loaded':
      if (state.kind !== 'loading') return state
      return {
        kind: 'shown',
        picture: event.picture,
        typed: '',
        message: state.message === 'busy' ? null : state.message,
      }
    case 'busy':
      return state.kind === 'loading' ? { kind: 'loading', message: 'busy' } : state
    case 'notLoaded':
      return state.kind === 'loading' || state.kind === 'working'
        ? { kind: 'stuck', message: event.code === 'RATE_LIMITED' ? 'limited' : 'unreachable' }
        : state
    case 'typed':
      return state.kind === 'shown' ? afterTyping(state.picture, event.text) : state
    case 'refused':
      return state.kind === 'checking' || state.kind === 'working' ? afterRefusal(event.code) : state
    case 'passed':
      return state.kind === 'checking' || state.kind === 'working' ? { kind: 'passed' } : state
    case 'refresh':
      return state.kind === 'passed' ? state : { kind: 'loading', message: null }
    case 'aged':
      if (state.kind === 'shown') return { kind: 'loading', message: state.typed === '' ? null : 'expired' }
      return state.kind === 'passed' ? { kind: 'loading', message: 'again' } : state
    case 'cannotRead':
      return state.kind === 'passed' ? state : { kind: 'working', share: 0 }
    case 'worked':
      return state.kind === 'working' ? { kind: 'working', share: event.share } : state
    case 'workFailed':
      return state.kind === 'working' ? { kind: 'stuck', message: 'workUnavailable' } : state
  }
}

/** A complete code is checked at once; case does not matter, so it is shown in the picture's case. */
function afterTyping(picture: CaptchaChallenge, text: string): CaptchaState {
  const typed = text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, CAPTCHA_LENGTH)
  if (typed.length === CAPTCHA_LENGTH) return { kind: 'checking', picture, typed }
  return { kind: 'shown', picture, typed, message: null }
}

function afterRefusal(code: CallCode): CaptchaState {
  switch (code) {
    case 'CAPTCHA_EXPIRED':
      return { kind: 'loading', message: 'expired' }
    case 'RATE_LIMITED':
      return { kind: 'stuck', message: 'limited' }
    case 'OFFLINE':
    case 'UNAVAILABLE':
    case 'INTERNAL':
      return { kind: 'stuck', message: 'unreachable' }
    default:
      return { kind: 'loading', message: 'failed' }
  }
}
