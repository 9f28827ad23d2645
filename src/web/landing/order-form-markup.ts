import type { Currency } from '#shared/currency.ts'
import type { Language } from '#shared/languages.ts'
import { cents, type Cents } from '#shared/money.ts'
import { fill, fillPlural, formatPrice, plural } from '#texts/format.ts'
import type { Plural } from '#texts/text-shape.ts'
import { namedCoins } from '#web/payment/named-coins.ts'
import { restSections } from './rest-sections.ts'

/** What the order form is opened for. */
export interface FormOrder {
  readonly language: Language
  readonly editionName: string
  /** 1 to 100. */
  readonly quantity: number
  readonly unitPriceCents: Cents
  readonly currency: Currency
}

/** The form as the build has rendered it, for no order in particular. */
interface FormMarkup {
  readonly dialog: Element
  /** Such as `'{edition}: {total}'`. */
  readonly title: string
  readonly copies: Plural
  /** The files of the dialog that takes the form over. */
  readonly ahead: readonly string[]
}

let markup: FormMarkup | null = null
let loading: Promise<FormMarkup> | null = null
let frame: Node | null = null
let copy: Element | null = null

/** The element with the frame of the dialog; null where the page has none. */
export function orderFormHost(): HTMLElement | null {
  return document.querySelector('[data-checkout]')
}

/**
 * Opens the dialog at once and shows the form in it as soon as its markup is loaded; resolves when the form is drawn. A dialog
 * that is open already keeps what was typed.
 *
 * @throws {Error} if the markup or its styles cannot be loaded.
 */
export async function showFormMarkup(host: HTMLElement, order: FormOrder): Promise<void> {
  const dialog = host.querySelector('dialog')
  if (dialog === null) throw new Error('expected a dialog in [data-checkout], got none; render its frame')
  frame ??= closedCopy(dialog)
  write(dialog, '.checkout-title', markup === null ? order.editionName : titleOf(markup, order))
  if (!dialog.open) open(dialog)
  // the frame is drawn first: the form takes longer to lay out
  const [form] = await Promise.all([loadOrderForm(), nextFrame()])
  fillIn(dialog, form, order)
  // who waits for this has more to do than a frame may take, such as React that takes the form over
  await nextFrame()
}

/** Restores the empty frame once the dialog is closed. */
export function restoreFrame(host: HTMLElement): void {
  if (frame !== null) host.replaceChildren(frame.cloneNode(true))
}

/** Loads the markup of the form and its styles, which the page names; once, unless that fails. */
export function loadOrderForm(): Promise<FormMarkup> {
  loading ??= load().catch((cause: unknown) => {
    loading = null
    throw cause
  })
  return loading
}

async function load(): Promise<FormMarkup> {
  const files = document.documentElement.dataset['order']?.split(' ') ?? []
  const file = files.find((name) => name.endsWith('.html')) ?? ''
  const styles = files.filter((name) => name.endsWith('.css'))
  const [content] = await Promise.all([requestDocument(file), ...styles.map(addStyles)])
  const root = content.querySelector<HTMLElement>('[data-title]')
  const dialog = root?.querySelector('dialog')
  if (!root || !dialog) throw new Error(`expected the order form in ${file}, got none; build the site`)
  const coins = namedCoins()
  for (const choice of dialog.querySelectorAll<HTMLInputElement>('input[name="coin"]'))
    if (coins?.includes(choice.value) === false) choice.closest('label')?.remove()
  const { title = '', copies = '{}', ahead = '' } = root.dataset
  markup = { dialog, title, copies: JSON.parse(copies) as Plural, ahead: ahead.split(' ') }
  copy = copyOf(markup)
  return markup
}

/** Fetches the dialog that takes the form over in parallel with React, not after it. */
export async function preloadDialog(): Promise<void> {
  const { ahead } = await loadOrderForm()
  for (const file of ahead) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = file
    document.head.append(link)
  }
}

/** Not by `innerHTML`, which the page's Trusted Types refuse. */
function requestDocument(url: string): Promise<Document> {
  const request = new XMLHttpRequest()
  request.open('GET', url)
  request.responseType = 'document'
  const loaded = new Promise<Document>((resolve, reject) => {
    request.onloadend = () => {
      if (request.status === 200 && request.responseXML !== null) resolve(request.responseXML)
      else reject(new Error(`expected the order form from ${url}, got status ${String(request.status)}`))
    }
  })
  request.send()
  return loaded
}

function addStyles(url: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = url
  const loaded = new Promise<void>((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`expected the styles of the order form from ${url}, got none`))
    }
  })
  document.head.append(link)
  return loaded
}

function closedCopy(dialog: HTMLDialogElement): Node {
  const closed = dialog.cloneNode(true)
  if (closed instanceof Element) closed.removeAttribute('open')
  return closed
}

function open(dialog: HTMLDialogElement): void {
  const close = dialog.querySelector('button')
  if (close !== null) {
    close.onclick = () => dialog.close()
  }
  restSections(dialog)
  dialog.showModal()
  dialog.querySelector<HTMLElement>('.checkout-title')?.focus()
}

/** Resolves when the browser has drawn what has changed so far. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
}

function titleOf(
  { title }: FormMarkup,
  { language, editionName, quantity, unitPriceCents, currency }: FormOrder,
): string {
  return fill(title, {
    edition: editionName,
    total: formatPrice(language, cents(unitPriceCents * quantity), currency),
  })
}

/** Puts the form into the frame, after what the frame has of it, and writes the order into it. */
function fillIn(dialog: HTMLDialogElement, markup: FormMarkup, order: FormOrder): void {
  const { copies } = markup
  const [head] = dialog.children
  if (dialog.children.length === 1 && head !== undefined) {
    const [formHead, ...rest] = takeCopy(markup).children
    if (formHead !== undefined) head.append(...[...formHead.children].slice(head.children.length))
    dialog.append(...rest)
  }
  const { language, quantity, unitPriceCents, currency } = order
  const price = (amount: Cents) => formatPrice(language, amount, currency)
  write(dialog, '.checkout-title', titleOf(markup, order))
  write(dialog, '.pay-total strong', price(cents(unitPriceCents * quantity)))
  const each = write(
    dialog,
    '.checkout-copies',
    plural(language, fillPlural(copies, { price: price(unitPriceCents) }), quantity),
  )
  each?.toggleAttribute('hidden', quantity === 1)
}

/** Takes the copy that was made ahead of an order, and makes one for the next. */
function takeCopy(markup: FormMarkup): Element {
  const taken = copy ?? copyOf(markup)
  copy = null
  setTimeout(() => {
    copy ??= copyOf(markup)
  })
  return taken
}

function copyOf({ dialog }: FormMarkup): Element {
  return document.importNode(dialog, true)
}

function write(dialog: Element, selector: string, text: string): Element | null {
  const element = dialog.querySelector(selector)
  if (element !== null) element.textContent = text
  return element
}
