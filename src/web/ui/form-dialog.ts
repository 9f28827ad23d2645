import { makeButton, makeElement } from './make-element.ts'

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface FieldTexts {
  readonly label: string
  readonly hint?: string
}

/** A labelled control with its hint or its error message below. */
export interface FormField {
  readonly element: HTMLElement
  readonly control: Control
  /** Shows an error message; null removes it. */
  setFault(fault: string | null): void
}

export function makeField(name: string, control: Control, { label, hint = '' }: FieldTexts): FormField {
  const id = `ask-${name}`
  const words = makeElement('label')
  words.htmlFor = id
  words.textContent = label
  const note = makeElement('p', 'ask-note')
  note.id = `${id}-note`
  note.textContent = hint
  control.id = id
  control.name = name
  control.required = true
  control.setAttribute('aria-describedby', note.id)
  const element = makeElement('div', 'ask-field')
  element.append(words, control, note)
  return {
    element,
    control,
    setFault(fault) {
      control.ariaInvalid = fault === null ? null : 'true'
      note.classList.toggle('ask-fault', fault !== null)
      note.textContent = fault ?? hint
    },
  }
}

interface DialogLabels {
  readonly title: string
  readonly close: string
  readonly submit: string
}

/** A modal dialog around one form; typed text is kept while it is closed. */
export interface FormDialog<Name extends string> {
  readonly element: HTMLDialogElement
  readonly form: HTMLFormElement
  readonly submit: HTMLButtonElement
  /** Between the heading and the fields. */
  readonly lead: HTMLElement
  /** Where a failure is shown, above the button. */
  readonly failure: HTMLElement
  open(): void
  /** Returns the typed values, unchanged. */
  read(): Record<Name, string>
}

interface FormRules<Name extends string> {
  readonly words: DialogLabels
  readonly fields: Readonly<Record<Name, FormField>>
  /** Returns the error messages by field, in the order of the form. */
  readonly faultsOf: (values: Record<Name, string>) => ReadonlyMap<Name, string>
  /** Called with the typed values once they are valid. */
  readonly onSubmit: (values: Record<Name, string>) => void
}

/** Adds the dialog to the page, closed. Errors are shown on submit, and removed as soon as the field is valid. */
export function makeFormDialog<Name extends string>(rules: FormRules<Name>): FormDialog<Name> {
  const { words, fields, faultsOf, onSubmit } = rules
  const element = makeElement('dialog', 'ask')
  const title = makeElement('h2')
  title.id = `ask-title-${Object.keys(fields).join('-')}`
  title.textContent = words.title
  element.setAttribute('aria-labelledby', title.id)
  const close = makeButton(words.close, 'close', 'ask-close', () => element.close())
  const lead = makeElement('p', 'ask-lead')
  const failure = makeElement('div', 'ask-failure')
  failure.role = 'alert'
  const submit = makeElement('button', 'button')
  submit.type = 'submit'
  submit.textContent = words.submit
  const form = makeElement('form')
  form.noValidate = true
  const all = Object.entries(fields) as [Name, FormField][]
  form.append(lead, ...all.map(([, field]) => field.element), failure, submit)
  element.append(title, close, form)
  document.body.append(element)

  const read = () =>
    Object.fromEntries(all.map(([name, { control }]) => [name, control.value])) as Record<Name, string>
  const show = (faults: ReadonlyMap<Name, string>) => {
    for (const [name, field] of all) field.setFault(faults.get(name) ?? null)
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    failure.replaceChildren()
    const faults = faultsOf(read())
    show(faults)
    const first = all.find(([name]) => faults.has(name))
    if (first === undefined) onSubmit(read())
    else first[1].control.focus()
  })
  form.addEventListener('input', () => {
    const faults = faultsOf(read())
    for (const [name, field] of all) if (!faults.has(name)) field.setFault(null)
  })
  form.addEventListener('reset', () => show(new Map()))
  const open = () => {
    if (!element.open) element.showModal()
    all[0]?.[1].control.focus()
  }
  return { element, form, submit, lead, failure, open, read }
}
