import type { FrameMessage } from '#shared/framed.ts'

// Served as /embed.js and loaded by pages of other sites. It imports nothing but types: a test limits its bytes.

/** How long after its page has loaded a frame may be silent: what comes then is a browser's refusal, or no checkout. */
const SILENCE_MS = 3_000

const STYLE =
  'dialog.keyhold{box-sizing:border-box;inline-size:min(680px,100% - 32px);block-size:min(var(--keyhold-height,640px),100dvh - 32px);max-inline-size:none;max-block-size:none;margin:auto;padding:0;border:1px solid #55492c;border-radius:8px;overflow:hidden;background:#0b0e1a;color:#eee;transition:block-size .2s}' +
  'dialog.keyhold::backdrop{background:rgb(4 6 14/78%)}' +
  'dialog.keyhold iframe{display:block;inline-size:100%;block-size:100%;border:0;color-scheme:dark}' +
  'dialog.keyhold button{position:absolute;inset-block-start:12px;inset-inline-end:12px;inline-size:44px;block-size:44px;border:0;background:0;color:inherit;font:24px/1 sans-serif;cursor:pointer}' +
  'dialog.keyhold[data-ready] button{display:none}' +
  '@media(max-width:640px){dialog.keyhold{inline-size:100%;block-size:100dvh;border:0;border-radius:0}}' +
  '@media(prefers-reduced-motion:reduce){dialog.keyhold{transition:none}}'

const CLOSE: Readonly<Record<string, string>> = {
  ar: 'إغلاق',
  de: 'Schließen',
  en: 'Close',
  fr: 'Fermer',
  he: 'סגירה',
  ru: 'Закрыть',
  zh: '关闭',
}

const script = document.currentScript as HTMLScriptElement
const shop = new URL(script.src).origin
const dialogs = new Map<HTMLAnchorElement, HTMLDialogElement>()

const sheet = new CSSStyleSheet()
sheet.replaceSync(STYLE)
document.adoptedStyleSheets.push(sheet)

document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-keyhold]')
  if (link === null || link.origin !== shop || event.defaultPrevented || event.button !== 0) return
  // another tab or a download is wanted
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const dialog = dialogs.get(link) ?? makeDialog(link)
  dialogs.set(link, dialog)
  dialog.showModal()
})

function makeDialog(link: HTMLAnchorElement): HTMLDialogElement {
  const dialog = document.createElement('dialog')
  const frame = document.createElement('iframe')
  const close = document.createElement('button')
  const query = new URL(link.href).searchParams
  const language = query.get('lang') ?? document.documentElement.lang.slice(0, 2)
  const name = link.getAttribute('aria-label') ?? link.textContent.trim()
  let isOrdered = false

  query.set('origin', location.origin)
  if (language !== '') query.set('lang', language)
  dialog.className = 'keyhold'
  dialog.ariaLabel = name
  frame.title = name
  frame.allow = 'clipboard-write'
  frame.src = `${shop}/embed?${query.toString()}`
  close.type = 'button'
  close.textContent = '×'
  close.ariaLabel = CLOSE[language] ?? 'Close'
  close.onclick = () => dialog.close()
  dialog.append(frame, close)
  document.body.append(dialog)

  const onMessage = ({ origin, source, data }: MessageEvent<FrameMessage>) => {
    if (origin !== shop || source !== frame.contentWindow) return
    if (data.type === 'keyhold:ready') dialog.dataset['ready'] = ''
    if (data.type === 'keyhold:height')
      dialog.style.setProperty('--keyhold-height', `${String(data.height + 2)}px`)
    if (data.type === 'keyhold:ordered') isOrdered = true
    if (data.type === 'keyhold:confirmed') isOrdered = false
    if (data.type === 'keyhold:close') dialog.close()
    else tell(data)
  }
  const tell = ({ type, ...detail }: FrameMessage) =>
    link.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }))
  window.addEventListener('message', onMessage)
  frame.onload = () => {
    setTimeout(() => {
      // refused, or not on sale: the link leads to the shop as it does without this script
      if (dialog.open && dialog.dataset['ready'] === undefined) location.href = link.href
    }, SILENCE_MS)
  }
  dialog.onclose = () => {
    tell({ type: 'keyhold:close' })
    // an order that is still to be paid stays where it is, for the next click on the link
    if (isOrdered) return
    window.removeEventListener('message', onMessage)
    dialog.remove()
    dialogs.delete(link)
    link.focus()
  }
  return dialog
}
