import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from './use-test-database.ts'
import { serveShop, type ServedShop } from './served-shop.ts'
import { until } from './until.ts'

/** As OTLP has it in JSON. */
interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[]
}

interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[]
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

let collector: Server
const database = useTestDatabase()
let shop: ServedShop
const paths: string[] = []
const spans: Span[] = []

beforeAll(async () => {
  collector = createServer((request, response) => {
    void json(request).then((body) => {
      paths.push(`${request.method ?? ''} ${request.url ?? ''}`)
      for (const { scopeSpans } of (body as Export).resourceSpans)
        spans.push(...scopeSpans.flatMap((scope) => scope.spans))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  shop = await serveShop({
    DATABASE_URL: database.url,
    KEYHOLD_TRUST_PROXY: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(port)}`,
  })
})
afterAll(async () => {
  await shop.stop()
  collector.close()
})

const attribute = (span: Span | undefined, name: string) =>
  span?.attributes.find(({ key }) => key === name)?.value.stringValue

test('a collector gets requests with their statements, in the trace that a proxy began, and looks at chains', async () => {
  const reply = await fetch(`${shop.url}/data/payments/${crypto.randomUUID()}?secret=word`, {
    headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
  })
  const request = () => spans.find(({ traceId, name }) => traceId === TRACE && name.startsWith('GET'))
  await until(() => request() !== undefined && spans.some(({ name }) => name === 'look at bitcoin'))
  expect(new Set(paths)).toEqual(new Set(['POST /v1/traces']))
  expect(request()).toMatchObject({ name: 'GET /data/payments/:id', parentSpanId: PARENT })
  expect(attribute(request(), 'keyhold.request_id')).toBe(reply.headers.get('x-request-id'))
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request()?.spanId)
  expect(statements.map((span) => attribute(span, 'db.query.text') ?? '').join()).toContain('from "payments"')
  const look = spans.find(({ name }) => name === 'look at bitcoin')
  expect(spans.filter(({ parentSpanId }) => parentSpanId === look?.spanId).length).toBeGreaterThan(1)
  expect(JSON.stringify(spans)).not.toContain('secret=word')
})

test('without a collector nothing of OpenTelemetry is read: it is in a file of its own', async () => {
  const [main, traces] = await Promise.all(
    ['shop', 'traces'].map((name) => readFile(`dist/server/${name}.cjs`, 'utf8')),
  )
  expect(traces).toContain('OTLPTraceExporter')
  expect(main).not.toMatch(/OTLPTraceExporter|node_modules\/@opentelemetry\/(?!semantic-conventions)/)
})
