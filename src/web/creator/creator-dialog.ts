import type { Language } from '#shared/languages.ts'
import { EMAIL_MAX } from '#shared/constants.ts'
import type { DialogTexts } from '#texts/en/dialogs.ts'
import { fill, formatCount } from '#texts/format.ts'
import { makeElement } from '#web/ui/make-element.ts'
import { makeField, makeFormDialog } from '#web/ui/form-dialog.ts'
import type { Toast } from '#web/ui/toast.ts'
import { creatorFaults, PLATFORMS } from './creator-form.ts'
import { PROMO_CODE_MAX, toPromoCode } from './promo-code.ts'

interface CreatorDialogParts {
  readonly language: Language
  readonly texts: DialogTexts
  readonly toast: Toast
}

/**
 * Builds the dialog of the creators' application. Applications are not open yet: a completed form is cleared, and
 * nothing is sent.
 */
export function makeCreatorDialog({ language, texts, toast }: CreatorDialogParts): { open(): void } {
  const { creator } = texts
  const fields = makeFields(creator, language)
  const dialog = makeFormDialog({
    words: { title: creator.title, close: texts.close, submit: creator.submit },
    fields,
    faultsOf: (form) => new Map(creatorFaults(form).map((name) => [name, creator.faults[name]])),
    onSubmit: () => {
      dialog.form.reset()
      dialog.element.close()
      toast.show([creator.done])
    },
  })
  const showLink = () => {
    fields.link.element.hidden = fields.platform.control.value === ''
  }
  showLink()
  fields.platform.control.addEventListener('change', showLink)
  // The values are only reset after the event.
  dialog.form.addEventListener('reset', () => {
    fields.link.element.hidden = true
  })
  return { open: dialog.open }
}

function makeFields(texts: DialogTexts['creator'], language: Language) {
  const email = makeElement('input')
  email.type = 'email'
  email.autocomplete = 'email'
  email.maxLength = EMAIL_MAX
  email.dir = 'ltr'
  const link = makeElement('input')
  link.type = 'url'
  link.setAttribute('autocomplete', 'url')
  link.dir = 'ltr'
  const hint = fill(texts.promoHint, { count: formatCount(language, PROMO_CODE_MAX) })
  return {
    email: makeField('email', email, { label: texts.email }),
    platform: makeField('platform', platformSelect(texts), { label: texts.platform }),
    link: makeField('link', link, { label: texts.link }),
    promoCode: makeField('promoCode', promoInput(), { label: texts.promoCode, hint }),
  }
}

function platformSelect(texts: DialogTexts['creator']): HTMLSelectElement {
  const select = makeElement('select')
  select.add(new Option(texts.choosePlatform, ''))
  for (const [id, name] of Object.entries(PLATFORMS)) select.add(new Option(name ?? texts.otherPlatform, id))
  return select
}

/** Builds an input that filters typed and pasted text to the allowed characters and keeps the caret in place. */
function promoInput(): HTMLInputElement {
  const input = makeElement('input')
  input.autocomplete = 'off'
  input.autocapitalize = 'characters'
  input.spellcheck = false
  input.dir = 'ltr'
  input.addEventListener('input', (event) => {
    if (event instanceof InputEvent && event.isComposing) return
    filterCode(input)
  })
  input.addEventListener('compositionend', () => filterCode(input))
  return input
}

function filterCode(input: HTMLInputElement): void {
  const code = toPromoCode(input.value)
  if (code === input.value) return
  const caret = toPromoCode(input.value.slice(0, input.selectionStart ?? undefined)).length
  input.value = code
  input.setSelectionRange(caret, caret)
}
