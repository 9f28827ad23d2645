import { USD } from '#shared/currency.ts'
import { expect, test } from 'vitest'
import { EMPTY_CODE_FORM, toCreation } from './code-form-state.ts'

const FORM = { ...EMPTY_CODE_FORM, name: 'Ada', value: '10' }

test('what was typed becomes the request', () => {
  expect(
    toCreation({ ...FORM, kind: 'amount', value: '4,50', uses: '20', code: 'ada-10', count: '9' }, USD),
  ).toEqual({
    code: 'ADA10',
    count: 1,
    content: {
      name: 'Ada',
      percent: null,
      amountCents: 450,
      edition: null,
      uses: 20,
      usesPerMailbox: null,
      from: null,
      until: null,
    },
  })
})

test.each([
  ['no value', { value: '' }],
  ['a hundred percent', { value: '100' }],
  ['a third of a cent', { kind: 'amount', value: '0.333' }],
  ['words', { value: 'ten' }],
  ['half a use', { uses: '0.5' }],
  ['no codes', { count: '0' }],
] as const)('%s is refused', (_what, changed) => expect(toCreation({ ...FORM, ...changed }, USD)).toBeNull())
