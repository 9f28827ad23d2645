import { expect, test } from 'vitest'
import * as z from 'zod'
import { exampleOf } from './example-of.ts'
import { tidySchema } from './tidy-schema.ts'
import { typeText, type Schema } from './type-text.ts'

const BODY = z.strictObject({
  id: z.uuid(),
  name: z.string().min(2).max(100),
  copies: z.int().min(1).max(100).default(1),
  kinds: z.array(z.enum(['<new>', 'old'])).optional(),
  note: z.string().nullable(),
})

test('a schema reads as a type with its limits', () => {
  const schema = tidySchema(z.toJSONSchema(BODY, { io: 'input' }) as Schema)
  expect(typeText(schema)).toBe(
    [
      '{',
      '  id: string  // uuid',
      '  name: string  // 2 to 100 characters',
      '  copies?: integer  // 1 to 100, 1 by default',
      '  kinds?: ("<new>" | "old")[]',
      '  note: string | null',
      '}',
    ].join('\n'),
  )
})

test('an example fits its schema, with values that read like a shop', () => {
  const example = exampleOf(tidySchema(z.toJSONSchema(BODY, { io: 'input' }) as Schema))
  expect(BODY.parse(example)).toEqual(example)
  expect(example).toMatchObject({ name: 'Kim', copies: 1, kinds: ['<new>'] })
})

test.each([
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ type: 'array', items: { type: 'object', properties: {} } }, '{}[]'],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, '{ [name]: integer }'],
  [{}, 'anything'],
])('%j reads as %s', (schema, text) => expect(typeText(schema)).toBe(text))

test.each([
  [{ type: 'integer', minimum: 5 }, 5],
  [{ type: 'number', exclusiveMinimum: 0, maximum: 0.5 }, 0.5],
  [{ type: 'string', pattern: '^\\d+$' }, '1042'],
  [{ anyOf: [{ type: 'null' }, { type: 'string', format: 'date' }] }, '2026-11-22'],
  [
    { type: 'object', propertyNames: { enum: ['en'] }, additionalProperties: { type: 'boolean' } },
    { en: false },
  ],
])('%j has the example %j', (schema, example) => expect(exampleOf(schema)).toEqual(example))
