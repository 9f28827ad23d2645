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

/** The form as it is sent: nothing around it, no line ends in the name, and nothing that no shop can store. */
export function tidySupportForm(form: SupportForm): SupportForm {
  const tidy = (text: string) => text.toWellFormed().replaceAll('\0', '').trim()
  return {
    name: tidy(form.name.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')),
    email: tidy(form.email),
    message: tidy(form.message),
  }
}

/** The fields of a tidy form that the shop would refuse, in the order they stand in. */
export function supportFaults({ name, email, message }: SupportForm): readonly (keyof SupportForm)[] {
  const faults: (keyof SupportForm)[] = []
  if (!hasLength(name, SUPPORT_NAME_MIN, SUPPORT_NAME_MAX)) faults.push('name')
  if (!isEmail(email)) faults.push('email')
  if (!hasLength(message, SUPPORT_MESSAGE_MIN, SUPPORT_MESSAGE_MAX)) faults.push('message')
  return faults
}

/** Counts characters, not halves of them, as the server does. */
function hasLength(text: string, min: number, max: number): boolean {
  const { length } = Array.from(text)
  return length >= min && length <= max
}
