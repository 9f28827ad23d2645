import { useEffect, useEffectEvent, useRef } from 'react'
import type { Language } from '#shared/languages.ts'

/** In the URL of an order that is being paid: its page then opens the dialog by itself. */
const PAY = 'pay'

export function isPayUrl(): boolean {
  return new URLSearchParams(location.search).has(PAY)
}

/** The order's page as it stands without the dialog. */
export function leavePayUrl(): void {
  const search = new URLSearchParams(location.search)
  if (!search.has(PAY)) return
  search.delete(PAY)
  history.replaceState(null, '', `${location.pathname}?${search.toString()}${location.hash}`)
}

/** The state of the entry of the history that is the order's while the dialog shows it, and the page's own afterwards. */
const ORDER_ENTRY = 'order'

/**
 * While the dialog shows a payment, the address bar shows the order's page: a reload, another tab or another device
 * continue there. "Back" closes the dialog.
 */
export function useOrderUrl(paymentId: string | null, language: Language, close: () => void): void {
  const closeDialog = useEffectEvent(close)
  const home = useRef<string | null>(null)
  useEffect(() => {
    home.current ??= location.pathname + location.search + location.hash
    const path = paymentId === null ? null : `/order/${paymentId}`
    if (path === location.pathname) return
    if (path === null) {
      goTo(home.current)
      return
    }
    hideReferrer()
    const url = `${path}?lang=${language}&${PAY}`
    if (history.state === ORDER_ENTRY) goTo(url)
    else history.pushState(ORDER_ENTRY, '', url)
  }, [paymentId, language])
  useEffect(() => {
    const loadedPath = location.pathname
    const onMove = () => {
      if (location.pathname === loadedPath) closeDialog()
    }
    loadPagesOfHistory(loadedPath)
    addEventListener('popstate', onMove)
    return () => {
      removeEventListener('popstate', onMove)
      if (location.pathname === loadedPath) return
      // a new order made on the page of an old one has a page of its own
      if (loadedPath.startsWith('/order/')) {
        leavePayUrl()
        location.reload()
      } else {
        goTo(home.current ?? loadedPath)
      }
    }
  }, [])
}

function goTo(url: string): void {
  if (history.state === ORDER_ENTRY) history.replaceState(ORDER_ENTRY, '', url)
}

let isWatching = false

/** A move between entries of the history keeps the document: where it is not the page of the URL, that page is loaded. */
export function loadPagesOfHistory(loadedPath: string): void {
  if (isWatching) return
  isWatching = true
  addEventListener('popstate', () => {
    if (location.pathname !== loadedPath) location.reload()
  })
}

/** As on the order's own page, whose URL names the order: no request tells where it comes from. */
function hideReferrer(): void {
  if (document.querySelector('meta[name=referrer]') !== null) return
  const policy = document.createElement('meta')
  policy.name = 'referrer'
  policy.content = 'no-referrer'
  document.head.append(policy)
}
