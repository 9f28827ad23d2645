import { afterEach, beforeEach } from 'vitest'

/** Whatever reaches `console.error` is a fault somebody would have to explain to a user; it fails the test. */
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
