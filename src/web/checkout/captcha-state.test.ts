import { expect, test } from 'vitest'
import { captchaReducer, type CaptchaEvent, type CaptchaState } from './captcha-state.ts'

const picture = { id: 'one', image: 'data:image/png;base64,', expiresAt: '2026-11-21T10:05:00.000Z' }
const loading: CaptchaState = { kind: 'loading', message: null }
const shown = (typed = ''): CaptchaState => ({ kind: 'shown', picture, typed, message: null })
const checking: CaptchaState = { kind: 'checking', picture, typed: 'ABC123' }
const working: CaptchaState = { kind: 'working', share: 0.5 }
const passed: CaptchaState = { kind: 'passed' }

test.each<[CaptchaState, CaptchaEvent, Partial<CaptchaState>]>([
  [loading, { kind: 'loaded', picture }, { kind: 'shown', typed: '', message: null }],
  [loading, { kind: 'notLoaded', code: 'OFFLINE' }, { kind: 'stuck', message: 'unreachable' }],
  [loading, { kind: 'notLoaded', code: 'RATE_LIMITED' }, { kind: 'stuck', message: 'limited' }],
  [loading, { kind: 'busy' }, { kind: 'loading', message: 'busy' }],
  [working, { kind: 'busy' }, { kind: 'working', share: 0.5 }],
  [
    { kind: 'loading', message: 'busy' },
    { kind: 'loaded', picture },
    { kind: 'shown', message: null },
  ],
  [shown(), { kind: 'typed', text: 'ab-c1' }, { kind: 'shown', typed: 'ABC1' }],
  [shown(), { kind: 'typed', text: ' abc 123' }, { kind: 'checking', typed: 'ABC123' }],
  [checking, { kind: 'typed', text: 'XYZ' }, { kind: 'checking', typed: 'ABC123' }],
  [checking, { kind: 'passed' }, { kind: 'passed' }],
  [checking, { kind: 'refused', code: 'CAPTCHA_FAILED' }, { kind: 'loading', message: 'failed' }],
  [checking, { kind: 'refused', code: 'CAPTCHA_EXPIRED' }, { kind: 'loading', message: 'expired' }],
  [checking, { kind: 'refused', code: 'OFFLINE' }, { kind: 'stuck', message: 'unreachable' }],
  [shown('AB'), { kind: 'refresh' }, { kind: 'loading', message: null }],
  [shown(), { kind: 'aged' }, { kind: 'loading', message: null }],
  [shown('AB'), { kind: 'aged' }, { kind: 'loading', message: 'expired' }],
  [passed, { kind: 'aged' }, { kind: 'loading', message: 'again' }],
  [passed, { kind: 'refresh' }, { kind: 'passed' }],
  [shown(), { kind: 'cannotRead' }, { kind: 'working', share: 0 }],
  [working, { kind: 'worked', share: 0.7 }, { kind: 'working', share: 0.7 }],
  [working, { kind: 'passed' }, { kind: 'passed' }],
  [working, { kind: 'refresh' }, { kind: 'loading' }],
  [working, { kind: 'workFailed' }, { kind: 'stuck', message: 'workUnavailable' }],
  [loading, { kind: 'worked', share: 0.7 }, { kind: 'loading' }],
  [shown(), { kind: 'passed' }, { kind: 'shown' }],
])('%# %o, then %o', (state, event, expected) => expect(captchaReducer(state, event)).toMatchObject(expected))

test('the error is shown above the next picture', () => {
  const refused = captchaReducer(checking, { kind: 'refused', code: 'CAPTCHA_FAILED' })
  expect(captchaReducer(refused, { kind: 'loaded', picture })).toMatchObject({ message: 'failed' })
})
