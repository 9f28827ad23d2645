import type { CreatePaymentRequest } from '#shared/api.ts'

/**
 * Gives each intent to buy one idempotency key: the same request keeps its key however often it is sent, a changed one
 * gets a new key, and {@link SubmitIntent.forget} ends the intent.
 */
export interface SubmitIntent {
  keyFor(request: CreatePaymentRequest): string
  forget(): void
}

export function createSubmitIntent(newKey: () => string = randomKey): SubmitIntent {
  let current: { readonly request: string; readonly key: string } | null = null
  return {
    keyFor(request) {
      const text = JSON.stringify(request)
      if (current?.request !== text) current = { request: text, key: newKey() }
      return current.key
    },
    forget() {
      current = null
    },
  }
}

// crypto.randomUUID is missing on plain http other than loopback; getRandomValues is not.
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
