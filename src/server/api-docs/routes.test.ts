import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import type { App } from '#server/http/app.ts'
import { appWith } from '#test/app-with.ts'
import { docsPage } from './docs-page.ts'
import { docsRoutes } from './routes.ts'
import { typeText } from './type-text.ts'

let app: App
beforeAll(async () => {
  app = await appWith((routes) => {
    const body = z.strictObject({
      name: z.string().min(2).max(100),
      copies: z.int().min(1).max(100).default(1),
      kinds: z.array(z.enum(['<new>', 'old'])).optional(),
      note: z.string().nullable(),
    })
    const schema = {
      params: z.object({ id: z.uuid() }),
      body,
      response: { 200: z.object({ at: z.iso.datetime() }) },
    }
    routes.post('/functions/things/:id', { schema, config: { rule: 'things.make' } }, () => ({ at: '' }))
    docsRoutes(routes)
  })
})
afterAll(() => app.close())

test('the page shows every call with its parameters, body, answer and who may make it', async () => {
  const reply = await app.inject('/docs')
  expect(reply.statusCode).toBe(200)
  const text = reply.body.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  expect(text).toContain(
    '<summary><code>POST /functions/things/{id}</code> <small>things.make</small></summary>',
  )
  expect(text).toContain('id: string  // path, uuid')
  expect(text).toContain(
    [
      '{',
      '  name: string  // 2 to 100 characters',
      '  copies?: integer  // 1 to 100, 1 by default',
      '  kinds?: ("<new>" | "old")[]',
      '  note: string | null',
      '}',
    ].join('\n'),
  )
  expect(text).toContain('at: string  // date-time')
})

test('it runs nothing, loads nothing and lets nothing it describes become markup', async () => {
  const { body, headers } = await app.inject('/docs')
  expect(body).not.toMatch(/<script|<link|src=|https?:\/\/|<new>| style="| on\w+="/)
  const style = /<style>([^]*)<\/style>/.exec(body)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
  )
})

test('a shop with nothing to describe still has a page', () => {
  expect(docsPage({})).toContain('<h1>Calls of this shop</h1>')
})

test.each([
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ type: 'array', items: { type: 'object', properties: {} } }, '{}[]'],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, '{ [name]: integer }'],
  [{}, 'anything'],
])('%j reads as %s', (schema, text) => {
  expect(typeText(schema)).toBe(text)
})
