import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { CALL_GROUPS } from '#server/api-docs/call-groups.ts'
import { composeShop, type ComposedShop } from './composed-shop.ts'
import { TEST_SECRET_TEXT } from './installation-secret.ts'
import { useTestDatabase } from './use-test-database.ts'

const FILES = ['/openapi.json', '/api/v1/openapi.json', '/openapi-back-office.json'] as const
const PAGES = ['/docs', '/docs/api', '/docs/back-office'] as const

interface DescribedCall {
  readonly operationId: string
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example: unknown }>> }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }>
  >
}
interface Document {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>
}

const database = useTestDatabase()
let shop: ComposedShop
const documents = new Map<string, Document>()
beforeAll(async () => {
  shop = await composeShop({
    DATABASE_URL: database.url,
    KEYHOLD_SECRET: TEST_SECRET_TEXT,
    KEYHOLD_DATA: '/nonexistent',
    KEYHOLD_LIMITS: 'off',
  })
  for (const file of FILES) documents.set(file, (await shop.app.inject(file)).json<Document>())
})
afterAll(() => shop.close())

function callsOf(file: string): readonly (readonly [string, DescribedCall])[] {
  const paths: Document['paths'] = documents.get(file)?.paths ?? {}
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => [`${method.toUpperCase()} ${path}`, call] as const),
  )
}

describe.each(FILES)('%s', (file) => {
  test('has no finding of the rules that Redocly recommends', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const source = JSON.stringify(documents.get(file))
    const found = await lintFromString({ source, absoluteRef: file, config })
    expect(
      found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer].join(' ')),
    ).toEqual([])
  })

  test('has examples that the shop itself accepts', () => {
    const wrong = callsOf(file).flatMap(([name, call]) => {
      const { body, response } = schemasOf(name)
      const sent = call.requestBody?.content['application/json']?.example
      const replies = Object.entries(response ?? {}).flatMap(([status, schema]) => {
        const { content } = call.responses[status] ?? {}
        return content?.['application/json']?.example === undefined
          ? []
          : [faultOf(`${name} ${status}`, schema, content['application/json'].example)]
      })
      return [body === undefined ? null : faultOf(name, body, sent), ...replies].filter((one) => one !== null)
    })
    expect(wrong).toEqual([])
  })

  test('names each call once', () => {
    const ids = callsOf(file).map(([, { operationId }]) => operationId)
    expect(ids.length).toBeGreaterThan(0)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

function schemasOf(name: string): {
  readonly body?: z.ZodType
  readonly response?: Readonly<Record<string, z.ZodType>>
} {
  const route = shop.routes.find(
    ({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}` === name,
  )
  return route?.schema ?? {}
}

function faultOf(name: string, schema: z.ZodType, example: unknown): string | null {
  const { error } = schema.safeParse(example)
  return error === undefined ? null : `${name}: ${z.prettifyError(error)}`
}

test('every call of the shop is in exactly one document, and every note has its call', () => {
  const described = FILES.flatMap((file) => callsOf(file).map(([name]) => name))
  const noted = CALL_GROUPS.flatMap(({ calls }) => Object.keys(calls))
  expect(new Set(described).size).toBe(described.length)
  expect([...described].sort()).toEqual([...noted].sort())
  const { paths } = shop.app.swagger() as unknown as Document
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect([...described].sort()).toEqual(served.sort())
})

test.each(PAGES)(
  '%s shows the document in the design of the shop, and runs nothing of others',
  async (page) => {
    const { statusCode, headers, body } = await shop.app.inject(page)
    expect([statusCode, headers['content-language']]).toEqual([200, 'en'])
    expect(body).toContain('class="header')
    expect(body).not.toMatch(/ style="| on\w+="|(?:src|href)="https?:\/\/(?!www\.standardwebhooks\.com)/)
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https:/)
    const file = FILES[PAGES.indexOf(page)] ?? ''
    expect(body).toContain(`href="${file}"`)
    for (const [, { operationId }] of callsOf(file)) expect(body).toContain(`id="${operationId}"`)
  },
)
