import type { Language } from '#shared/languages.ts'
import { EMAIL_MAX, SUPPORT_MESSAGE_MAX, SUPPORT_NAME_MAX } from '#shared/constants.ts'
import type { DialogTexts } from '#texts/en/dialogs.ts'
import { callShop, type CallFailure } from '#web/api/call-shop.ts'
import { plural } from '#texts/format.ts'
import { makeElement } from '#web/ui/make-element.ts'
import { makeField, makeFormDialog, type FormDialog } from '#web/ui/form-dialog.ts'
import { supportFaults, tidySupportForm, type SupportForm } from './support-form.ts'
import type { Toast } from '#web/ui/toast.ts'

const MINUTE_MS = 60_000

interface EmailDialogParts {
  readonly language: Language
  readonly texts: DialogTexts
  /** The studio's address, for visitors who prefer to write themselves. */
  readonly supportEmail: string
  readonly toast: Toast
}

export interface EmailDialog {
  /** @param note shown above the fields, for example why there is no chat. */
  open(note?: string): void
}

/** Builds the dialog with the form that writes to the studio. */
export function makeEmailDialog(parts: EmailDialogParts): EmailDialog {
  const { texts, supportEmail } = parts
  const { emailDialog } = texts
  const dialog: FormDialog<keyof SupportForm> = makeFormDialog({
    words: { title: emailDialog.title, close: texts.close, submit: emailDialog.submit },
    fields: makeFields(emailDialog),
    faultsOf: (form) =>
      new Map(supportFaults(tidySupportForm(form)).map((name) => [name, emailDialog.faults[name]])),
    onSubmit: (form) => {
      if (dialog.submit.ariaDisabled !== 'true') void send(dialog, tidySupportForm(form), parts)
    },
  })
  const note = makeElement('p', 'ask-lead ask-why')
  note.role = 'status'
  dialog.lead.before(note)
  dialog.lead.append(...leadOf(emailDialog.lead, supportEmail))
  return {
    open(why = '') {
      note.textContent = why
      dialog.open()
    },
  }
}

function makeFields(texts: DialogTexts['emailDialog']) {
  const name = makeElement('input')
  name.autocomplete = 'name'
  name.maxLength = SUPPORT_NAME_MAX
  const email = makeElement('input')
  email.type = 'email'
  email.autocomplete = 'email'
  email.maxLength = EMAIL_MAX
  email.dir = 'ltr'
  const message = makeElement('textarea')
  message.rows = 5
  message.maxLength = SUPPORT_MESSAGE_MAX
  message.dir = 'auto'
  name.dir = 'auto'
  return {
    name: makeField('name', name, { label: texts.name }),
    email: makeField('email', email, { label: texts.email }),
    message: makeField('message', message, { label: texts.message }),
  }
}

function leadOf(text: string, supportEmail: string): readonly (string | Node)[] {
  const link = makeElement('a')
  link.href = `mailto:${supportEmail}`
  const address = makeElement('bdi')
  address.dir = 'ltr'
  address.textContent = supportEmail
  link.append(address)
  const [before = '', after = ''] = text.split('{email}')
  return [before, link, after]
}

async function send(dialog: FormDialog<string>, form: SupportForm, parts: EmailDialogParts): Promise<void> {
  const { texts, language, toast } = parts
  const { emailDialog } = texts
  setSending(dialog, true, emailDialog.sending)
  const outcome = await callShop('/functions/send-support-email', form, { language })
  setSending(dialog, false, emailDialog.submit)
  if (outcome.kind === 'failed') {
    console.warn(`The message could not be sent: ${outcome.code}.`)
    dialog.failure.replaceChildren(...failureLines(outcome, parts))
    return
  }
  dialog.form.reset()
  dialog.element.close()
  toast.show([emailDialog.sent, emailDialog.sentNext])
}

function setSending({ submit }: FormDialog<string>, isSending: boolean, label: string): void {
  submit.textContent = label
  submit.ariaDisabled = isSending ? 'true' : null
  submit.ariaBusy = isSending ? 'true' : null
}

function failureLines(
  { retryAfterMs, status }: CallFailure,
  { texts, language }: EmailDialogParts,
): readonly Node[] {
  const { failed, failedNext, wait } = texts.emailDialog
  const isLimited = status === 429 && retryAfterMs !== null
  const next = isLimited
    ? plural(language, wait, Math.max(1, Math.ceil(retryAfterMs / MINUTE_MS)))
    : failedNext
  return [failed, next].map((line) => {
    const paragraph = makeElement('p')
    paragraph.textContent = line
    return paragraph
  })
}
