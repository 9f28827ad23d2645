import type { CreatePaymentRequest } from '#shared/api.ts'

/**
 * Provides one idempotency key per intent to buy: retries of the same request keep the key, a changed request gets a
 * new one, and {@link SubmitIntent.forget} ends the intent.
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

// crypto.randomUUID does not exist on plain http except on loopback; getRandomValues does.
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
