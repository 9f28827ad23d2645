/** Nothing of the chat is fetched before it is requested; then only its one script, from the configured URL. */
const WAIT_MS = 15_000
/** A payment dialog, open or about to open; not the closed frame of one in the landing page. */
const PAYMENT_DIALOG = 'dialog.checkout:is([open], :not([data-checkout] > *))'

export type ChatAnswer =
  | { readonly kind: 'opened' }
  /** No chat is configured. */
  | { readonly kind: 'unavailable' }
  /** The script failed to load. */
  | { readonly kind: 'failed' }
  /** Nothing to report: a payment is in progress, or the script is already loading. */
  | { readonly kind: 'silent' }

type ChatState = 'idle' | 'loading' | 'open' | 'failed'

let state: ChatState = 'idle'

/**
 * Fetches the chat's script, once. A loaded chat is asked to open by the window event `openLiveChat`. The page is
 * marked before the script runs: from then on no payment dialog opens on it (see `order-intent.ts`).
 */
export async function openChat(source: string | undefined): Promise<ChatAnswer> {
  if (document.querySelector(PAYMENT_DIALOG) !== null || state === 'loading') return { kind: 'silent' }
  if (source === undefined || state === 'failed') return { kind: 'unavailable' }
  if (state === 'idle') {
    setState('loading')
    document.documentElement.dataset['chat'] = ''
    setState((await fetchScript(source)) ? 'open' : 'failed')
  }
  if (state !== 'open') return { kind: 'failed' }
  window.dispatchEvent(new Event('openLiveChat'))
  return { kind: 'opened' }
}

function setState(next: ChatState): void {
  state = next
  for (const button of document.querySelectorAll<HTMLElement>('[data-asks="chat"]')) {
    button.ariaBusy = next === 'loading' ? 'true' : null
    button.toggleAttribute('data-open', next === 'open')
  }
}

function fetchScript(source: string): Promise<boolean> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = source
    script.async = true
    script.addEventListener('load', () => resolve(true))
    script.addEventListener('error', () => {
      delete document.documentElement.dataset['chat']
      resolve(false)
    })
    // The script may still load after this timeout; the page stays marked.
    setTimeout(() => resolve(false), WAIT_MS)
    document.head.append(script)
  })
}
