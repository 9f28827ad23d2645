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

/**
 * While the dialog shows a payment, the address bar shows the order's page: a reload, another tab or another device
 * continue there. "Back" closes the dialog.
 */
export function useOrderUrl(paymentId: string | null, language: Language, close: () => void): void {
  const home = useRef<string | null>(null)
  const closeDialog = useEffectEvent(close)
  useEffect(() => {
    const path = paymentId === null ? null : `/order/${paymentId}`
    if (path === null || path === location.pathname) {
      if (home.current !== null) history.replaceState(null, '', home.current)
      return
    }
    const url = `${path}?lang=${language}&${PAY}`
    hideReferrer()
    if (home.current === null) {
      home.current = location.pathname + location.search
      history.pushState(null, '', url)
    } else {
      history.replaceState(null, '', url)
    }
  }, [paymentId, language])
  useEffect(() => {
    const loadedPath = location.pathname
    const onMove = () => {
      if (location.pathname === loadedPath) closeDialog()
    }
    addEventListener('popstate', onMove)
    return () => {
      removeEventListener('popstate', onMove)
      reloadOnForward(loadedPath)
      if (location.pathname === loadedPath) return
      // a new order made on the page of an old one has a page of its own
      if (loadedPath.startsWith('/order/')) {
        leavePayUrl()
        location.reload()
      } else {
        history.back()
      }
    }
  }, [])
}

let isWatching = false

/** Moves between entries of the history keep the document: where it is not the page of the URL, that one is loaded. */
export function reloadOnForward(loadedPath: string): void {
  if (isWatching) return
  isWatching = true
  addEventListener('popstate', () => {
    if (location.pathname !== loadedPath && document.querySelector('dialog[open]') === null) location.reload()
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
