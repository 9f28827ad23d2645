import './sign-in.css'
import { PASSWORD_MAX, PASSWORD_MIN } from '#shared/constants.ts'
import { callShop, readShop, type CallFailure } from '#web/api/call-shop.ts'
import { fill, formatCount, plural } from '#texts/format.ts'
import { navigateWithoutTransition } from '#web/ui/navigate-without-transition.ts'
import { startPasskeyButton } from './passkey-button.ts'
import { returnPath } from './return-path.ts'
import type { SignInProps } from './sign-in-props.ts'

const { language, texts } = JSON.parse(requireElement('#sign-in-props').textContent) as SignInProps
const forms = {
  password: requireElement('#sign-in-form') as HTMLFormElement,
  code: requireElement('#code-form') as HTMLFormElement,
  setPassword: requireElement('#set-password-form') as HTMLFormElement,
}
type FormName = keyof typeof forms
const TOTP = /^\d{6}$/
const token = takeToken()

/** The token of a one-time link, behind `#` or, in earlier links, in the query; it is dropped from the address. */
function takeToken(): string | null {
  const query = new URLSearchParams(location.search)
  const found = new URLSearchParams(location.hash.slice(1)).get('token') ?? query.get('token')
  if (found === null) return null
  query.delete('token')
  const rest = query.toString()
  history.replaceState(null, '', rest === '' ? location.pathname : `${location.pathname}?${rest}`)
  return found
}

function requireElement(selector: string): Element {
  const found = document.querySelector(selector)
  if (found === null) throw new Error(`expected ${selector} in the page, got none; render the sign-in page`)
  return found
}

function field(id: string): HTMLInputElement {
  return requireElement(`#${id}`) as HTMLInputElement
}

function show(name: FormName): void {
  for (const [one, form] of Object.entries(forms)) form.hidden = one !== name
  showNote(forms[name], '')
  forms[name].querySelector<HTMLInputElement>('input')?.focus()
}

function showNote(form: HTMLFormElement, text: string, kind: 'fault' | 'good' = 'fault'): void {
  const line = form.querySelector<HTMLElement>('[data-note]')
  if (line === null) return
  line.dataset['note'] = text === '' ? '' : kind
  line.textContent = text
}

/** Shows an error at a field, and focuses the field. */
function showFault(form: HTMLFormElement, id: string, text: string): void {
  const input = field(id)
  input.setAttribute('aria-invalid', 'true')
  input.addEventListener('input', () => input.removeAttribute('aria-invalid'), { once: true })
  showNote(form, text)
  input.focus()
}

function continueTo(): void {
  navigateWithoutTransition(returnPath(location.search, location.origin))
}

/** Runs one call of a form at a time: its button is marked as busy. */
async function withBusyForm(form: HTMLFormElement, work: () => Promise<void>): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  if (button !== null) await withBusyButton(form, button, work)
}

async function withBusyButton(
  form: HTMLFormElement,
  button: HTMLButtonElement,
  work: () => Promise<void>,
): Promise<void> {
  if (button.disabled) return
  const label = button.textContent
  showNote(form, '')
  button.disabled = true
  button.setAttribute('aria-busy', 'true')
  button.textContent = texts.busy
  await work()
  button.removeAttribute('aria-busy')
  // counts down by itself
  if (button.dataset['wait'] !== undefined) return
  button.textContent = label
  button.disabled = false
}

/** The codes that have a text of their own; every other code shows the text for an unknown error. */
type KnownCode = Extract<
  CallFailure['code'],
  | 'SIGN_IN_FAILED'
  | 'BAD_REQUEST'
  | 'CODE_WRONG'
  | 'PASSKEY_REFUSED'
  | 'LINK_INVALID'
  | 'PASSWORD_INVALID'
  | 'PASSWORD_GUESSABLE'
  | 'OFFLINE'
>

const ERROR_TEXTS: Readonly<Record<KnownCode, string>> = {
  SIGN_IN_FAILED: texts.errors.signInFailed,
  BAD_REQUEST: texts.errors.signInFailed,
  CODE_WRONG: texts.errors.codeWrong,
  PASSKEY_REFUSED: texts.errors.passkeyRefused,
  LINK_INVALID: texts.errors.linkInvalid,
  PASSWORD_INVALID: texts.errors.passwordLength,
  PASSWORD_GUESSABLE: texts.errors.passwordGuessable,
  OFFLINE: texts.errors.offline,
}

function isKnownCode(code: CallFailure['code']): code is KnownCode {
  return Object.hasOwn(ERROR_TEXTS, code)
}

function showFailure(form: HTMLFormElement, failure: CallFailure): void {
  if (failure.code === 'RATE_LIMITED') {
    const seconds = Math.max(1, Math.ceil((failure.retryAfterMs ?? 1000) / 1000))
    showNote(form, plural(language, texts.errors.tooManyTries, seconds))
    startRetryCountdown(form, seconds)
    return
  }
  showNote(form, isKnownCode(failure.code) ? ERROR_TEXTS[failure.code] : texts.errors.unknown)
}

/** The button counts down the seconds; the message is announced only once. */
function startRetryCountdown(form: HTMLFormElement, seconds: number): void {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  if (button === null) return
  const endsAtMs = performance.now() + seconds * 1000
  button.dataset['wait'] = ''
  const tick = () => {
    const left = Math.ceil((endsAtMs - performance.now()) / 1000)
    if (left > 0) {
      button.disabled = true
      button.textContent = fill(texts.wait, { count: formatCount(language, left) })
      setTimeout(tick, 250)
      return
    }
    delete button.dataset['wait']
    button.disabled = false
    button.textContent = form === forms.code ? texts.codeSubmit : texts.submit
    showNote(form, '')
  }
  setTimeout(tick)
}

async function signIn(): Promise<void> {
  const [email, password] = [field('email').value.trim(), field('password').value]
  if (!/^\S+@\S+\.\S+$/.test(email)) {
    showFault(forms.password, 'email', texts.errors.emailMissing)
    return
  }
  if (password === '') {
    showFault(forms.password, 'password', texts.errors.passwordMissing)
    return
  }
  await withBusyForm(forms.password, async () => {
    const outcome = await callShop<{ secondFactor: boolean }>('/auth/sign-in/email', { email, password })
    if (outcome.kind === 'failed') showFailure(forms.password, outcome)
    else if (outcome.reply.secondFactor) show('code')
    else continueTo()
  })
}

async function confirmCode(): Promise<void> {
  const code = field('code').value.replace(/\s/g, '')
  if (code.length < 6) {
    showFault(forms.code, 'code', texts.errors.codeMissing)
    return
  }
  await withBusyForm(forms.code, async () => {
    const path = TOTP.test(code) ? 'verify-totp' : 'verify-backup-code'
    const outcome = await callShop(`/auth/two-factor/${path}`, { code })
    if (outcome.kind === 'ok') {
      continueTo()
      return
    }
    field('code').value = ''
    showFailure(forms.code, outcome)
  })
}

async function setPassword(): Promise<void> {
  const [password, repeated] = [field('new-password').value, field('repeat-password').value]
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX) {
    showFault(forms.setPassword, 'new-password', texts.errors.passwordLength)
    return
  }
  if (password !== repeated) {
    showFault(forms.setPassword, 'repeat-password', texts.errors.passwordsDiffer)
    return
  }
  await withBusyForm(forms.setPassword, async () => {
    const outcome = await callShop<{ email: string }>('/auth/set-password', { token, password })
    if (outcome.kind === 'failed') {
      // the server rejects a token that does not have the expected form as a bad request
      showFailure(
        forms.setPassword,
        outcome.code === 'BAD_REQUEST' ? { ...outcome, code: 'LINK_INVALID' } : outcome,
      )
      return
    }
    show('password')
    field('email').value = outcome.reply.email
    showNote(forms.password, texts.passwordSaved, 'good')
    field('password').focus()
  })
}

function onSubmit(name: FormName, work: () => Promise<void>): void {
  forms[name].addEventListener('submit', (event) => {
    event.preventDefault()
    void work()
  })
}

onSubmit('password', signIn)
onSubmit('code', confirmCode)
onSubmit('setPassword', setPassword)
for (const form of [forms.password, forms.code]) {
  startPasskeyButton(form, {
    withBusyButton: (button, work) => withBusyButton(form, button, work),
    onDone: continueTo,
    onFailure: (failure) => {
      if (failure === null) showNote(form, texts.errors.passkeyRefused)
      else showFailure(form, failure)
    },
  })
}
requireElement('#start-over').addEventListener('click', () => show('password'))
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-shows]')) {
  button.addEventListener('click', () => {
    const input = field(button.dataset['shows'] ?? '')
    const isShown = input.type === 'password'
    input.type = isShown ? 'text' : 'password'
    button.setAttribute('aria-pressed', String(isShown))
  })
}
document.querySelector('#demo-use')?.addEventListener('click', () => {
  field('email').value = requireElement('#demo-email').textContent
  field('password').value = requireElement('#demo-password').textContent
  forms.password.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
})
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#token=')) location.reload()
})
if (token !== null) {
  show('setPassword')
} else {
  // a user who is already signed in is sent on
  const session = await readShop<{ session: object | null }>('/auth/session')
  if (session.kind === 'ok' && session.reply.session !== null) continueTo()
}
document.documentElement.dataset['live'] = ''
