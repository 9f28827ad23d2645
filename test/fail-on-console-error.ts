import { afterEach, beforeEach } from 'vitest'

/** Fails a test that writes to `console.error`. */
const complaints: string[] = []
const original = console.error

beforeEach(() => {
  complaints.length = 0
  console.error = (...args: unknown[]) => {
    complaints.push(args.map(String).join(' '))
  }
})

afterEach(() => {
  console.error = original
  if (complaints.length > 0) throw new Error(`console.error was called: ${complaints.join('\n')}`)
})
