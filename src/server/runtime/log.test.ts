import { expect, test } from 'vitest'
import { describeError } from './log.ts'

class Refusal {
  readonly code = 'E_REFUSED'
  readonly buyer = 'ada@example.com'
}

test('what was thrown and is no error is described by its class and fields, without their values', () => {
  expect(describeError(new Refusal())).toEqual({
    name: 'thrown Refusal',
    code: 'E_REFUSED',
    fields: ['code', 'buyer'],
  })
  expect(describeError(Object.assign(Object.create(null) as object, { reason: 'x' }))).toEqual({
    name: 'thrown object',
    fields: ['reason'],
  })
  expect(describeError('ada@example.com')).toEqual({ name: 'thrown string' })
  expect(describeError(null)).toEqual({ name: 'thrown object' })
})

test('an error of PostgreSQL keeps its code and the names of things, and none of its texts', () => {
  const error = Object.assign(new Error('Key (email)=(ada@example.com) already exists'), {
    severity: 'ERROR',
    code: '23505',
    table: 'users',
  })
  expect(describeError(error)).toMatchObject({ name: 'Error', code: '23505', table: 'users' })
  expect(JSON.stringify(describeError(error))).not.toContain('ada')
})
