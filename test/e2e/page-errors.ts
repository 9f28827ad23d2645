import type { BrowserContext } from '@playwright/test'

/** Console errors and exceptions of pages, which fail a test. */
export interface PageErrors {
  /** Allows responses a test provokes: the browser logs every 4xx as an error. */
  allow(status: number, path: RegExp): void
  /** Allows messages a test provokes. */
  allowText(pattern: RegExp): void
  /** Listens to every page of a context. */
  watch(context: BrowserContext): void
  readonly messages: readonly string[]
}

export function collectPageErrors(): PageErrors {
  const messages: string[] = []
  const allowedTexts: RegExp[] = []
  const allowed: { readonly status: string; readonly path: RegExp }[] = []
  return {
    messages,
    allow: (status, path) => {
      allowed.push({ status: `status of ${String(status)}`, path })
    },
    allowText: (pattern) => {
      allowedTexts.push(pattern)
    },
    watch: (context) => {
      context.on('weberror', (error) => messages.push(error.error().message))
      context.on('console', (message) => {
        if (message.type() !== 'error') return
        const { url } = message.location()
        const isAllowed =
          allowed.some(({ status, path }) => message.text().includes(status) && path.test(url)) ||
          allowedTexts.some((pattern) => pattern.test(message.text()))
        if (!isAllowed) messages.push(`${message.text()} ${url}`)
      })
    },
  }
}
