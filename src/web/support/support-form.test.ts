import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SupportRequest } from '#shared/visitor-api.ts'
import { SUPPORT_MESSAGE_MAX, SUPPORT_NAME_MAX } from '#shared/constants.ts'
import { supportFaults, tidySupportForm } from './support-form.ts'

const GOOD = { name: 'Mira', email: 'mira@example.com', message: 'Where is my key?' }

test.each([
  [{}, []],
  [{ name: ' M ' }, ['name']],
  [{ email: 'mira@example' }, ['email']],
  [{ email: '' }, ['email']],
  [{ message: ' too short ' }, ['message']],
  [{ name: '', email: '', message: '' }, ['name', 'email', 'message']],
  [{ name: 'Li', message: '0123456789' }, []],
])('with %j the invalid fields are %j', (changes, faults) => {
  expect(supportFaults(tidySupportForm({ ...GOOD, ...changes }))).toEqual(faults)
})

test('page and server agree about every form', () => {
  const text = (maxLength: number) =>
    fc.oneof(
      fc.string({ unit: 'binary', maxLength }),
      fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\u2028', '\0', '\ud800', 'ש', '٣'), maxLength: 14 }),
    )
  const form = fc.record({
    name: text(SUPPORT_NAME_MAX),
    email: fc.oneof(fc.emailAddress(), fc.constantFrom('a@b.co', ' a@b.co ', 'a@b', '@', 'ä@b.co'), text(40)),
    message: text(SUPPORT_MESSAGE_MAX),
  })
  fc.assert(
    fc.property(form, (typed) => {
      const tidy = tidySupportForm(typed)
      expect(supportFaults(tidy).length === 0).toBe(SupportRequest.safeParse(tidy).success)
    }),
    { numRuns: 2000 },
  )
})
