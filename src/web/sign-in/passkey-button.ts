import { askPasskey, hasPasskeys } from '#web/api/passkeys.ts'
import { callShop, type CallFailure } from '#web/api/call-shop.ts'

interface PasskeyForm {
  /** Runs the work with the button marked as busy. */
  readonly withBusyButton: (button: HTMLButtonElement, work: () => Promise<void>) => Promise<void>
  readonly onDone: () => void
  /** Null: the device gave no passkey. */
  readonly onFailure: (failure: CallFailure | null) => void
}

/** Shows a form's button for passkeys where the browser has them, and signs in with one when it is pressed. */
export function startPasskeyButton(
  form: HTMLFormElement,
  { withBusyButton, onDone, onFailure }: PasskeyForm,
): void {
  const button = form.querySelector<HTMLButtonElement>('[data-passkey]')
  if (button === null || !hasPasskeys()) return
  button.hidden = false
  const signIn = async () => {
    const asked = await askPasskey()
    if (asked.kind !== 'ok') {
      onFailure(asked.kind === 'failed' ? asked : null)
      return
    }
    const outcome = await callShop('/auth/passkey/sign-in', { assertion: asked.answer })
    if (outcome.kind === 'ok') onDone()
    else onFailure(outcome)
  }
  button.addEventListener('click', () => void withBusyButton(button, signIn))
}
