import {
  SUPPORT_MESSAGE_MAX,
  SUPPORT_MESSAGE_MIN,
  SUPPORT_NAME_MAX,
  SUPPORT_NAME_MIN,
} from '#shared/constants.ts'
import { isEmail } from '#web/api/is-email.ts'

/** What a visitor writes to the studio: the fields of `send-support-email`. */
export interface SupportForm {
  readonly name: string
  readonly email: string
  readonly message: string
}

/**
 * Trims the form as it is sent: no surrounding spaces, no line breaks in the name, no characters that the database
 * cannot store.
 */
export function tidySupportForm(form: SupportForm): SupportForm {
  const tidy = (text: string) => text.toWellFormed().replaceAll('\0', '').trim()
  return {
    name: tidy(form.name.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')),
    email: tidy(form.email),
    message: tidy(form.message),
  }
}

/** Returns the fields of a tidied form that the shop would reject, in the order of the form. */
export function supportFaults({ name, email, message }: SupportForm): readonly (keyof SupportForm)[] {
  const faults: (keyof SupportForm)[] = []
  if (!hasLength(name, SUPPORT_NAME_MIN, SUPPORT_NAME_MAX)) faults.push('name')
  if (!isEmail(email)) faults.push('email')
  if (!hasLength(message, SUPPORT_MESSAGE_MIN, SUPPORT_MESSAGE_MAX)) faults.push('message')
  return faults
}

/** Counts code points, not UTF-16 units, as the server does. */
function hasLength(text: string, min: number, max: number): boolean {
  const { length } = Array.from(text)
  return length >= min && length <= max
}
