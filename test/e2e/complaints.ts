import type { BrowserContext } from '@playwright/test'

/** Console errors and exceptions of pages, which fail a test. */
export interface Complaints {
  /** Allows responses a test provokes: the browser logs every 4xx as an error. */
  allow(status: number, path: RegExp): void
  /** Listens to every page of a context. */
  watch(context: BrowserContext): void
  readonly heard: readonly string[]
}

export function listenForComplaints(): Complaints {
  const heard: string[] = []
  const allowed: { readonly status: string; readonly path: RegExp }[] = []
  return {
    heard,
    allow: (status, path) => {
      allowed.push({ status: `status of ${String(status)}`, path })
    },
    watch: (context) => {
      context.on('weberror', (error) => heard.push(error.error().message))
      context.on('console', (message) => {
        if (message.type() !== 'error') return
        const { url } = message.location()
        const isAllowed = allowed.some(
          ({ status, path }) => message.text().includes(status) && path.test(url),
        )
        if (!isAllowed) heard.push(`${message.text()} ${url}`)
      })
    },
  }
}
