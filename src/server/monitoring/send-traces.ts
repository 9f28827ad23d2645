import type { AsyncLocalStorage } from 'node:async_hooks'
import {
  defaultTextMapGetter,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Log } from '#server/runtime/log.ts'
import {
  CHAIN_LOOK,
  DATABASE_WAIT,
  MAIL,
  REQUEST_BEGUN,
  REQUEST_ENDED,
  STATEMENTS,
  type RequestBegun,
  type RequestEnded,
  type WorkChannel,
} from '#server/runtime/work-channels.ts'
import type { WorkContext } from '#server/runtime/work-context.ts'

// The only file that knows OpenTelemetry. Nothing imports it but `import()`, and the build makes a file of its own of it.

interface TracesDeps {
  /** `http://127.0.0.1:4318`: where a collector takes OTLP over HTTP. */
  readonly endpoint: string
  readonly version: string
  readonly log: Log
  /** An argument, since the built file would have a copy of its own. */
  readonly workContext: AsyncLocalStorage<WorkContext>
}

/** Sends traces until it is stopped. */
export interface Traces {
  /** Sends what is left, if the collector takes it. */
  stop(): Promise<void>
}

const SQL_LENGTH_MAX = 2000
const LAST_SPANS_MS = 3000

/** Begins to send traces of requests, statements, looks at chains and mails. */
export function startTraces({ endpoint, version, log, workContext }: TracesDeps): Traces {
  const tell = () => {
    log.warn({}, 'traces could not be sent to the collector')
  }
  const quiet = () => undefined
  // its messages have the collector's address
  diag.setLogger(
    { error: tell, warn: quiet, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'keyhold', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('keyhold', version)
  const propagator = new W3CTraceContextPropagator()
  const parentOf = (context: WorkContext | undefined) =>
    (context?.trace as Context | undefined) ?? ROOT_CONTEXT
  const spans = new WeakMap<object, Span>()

  /** Makes a span of each piece of work; what is done meanwhile becomes part of it. @returns what ends that. */
  const follow = <Facts extends object>(
    channel: WorkChannel<Facts>,
    kind: SpanKind,
    describe: (facts: Facts) => { readonly name: string; readonly attributes: Attributes },
  ) => {
    const onEnd = (facts: unknown) => {
      spans.get(facts as object)?.end()
    }
    const onError = (facts: unknown) => {
      spans.get(facts as object)?.setStatus({ code: SpanStatusCode.ERROR })
    }
    channel.start.bindStore(workContext, (facts) => {
      const { name, attributes } = describe(facts)
      const current = workContext.getStore()
      const parent = parentOf(current)
      const span = tracer.startSpan(name, { kind, attributes }, parent)
      spans.set(facts, span)
      return { ...current, trace: trace.setSpan(parent, span) }
    })
    channel.asyncEnd.subscribe(onEnd)
    channel.error.subscribe(onError)
    return () => {
      channel.start.unbindStore(workContext)
      channel.asyncEnd.unsubscribe(onEnd)
      channel.error.unsubscribe(onError)
    }
  }

  const onBegun = (message: unknown) => {
    const { context, method, route, headers } = message as RequestBegun
    const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'keyhold.request_id': context.requestId,
    }
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
    spans.set(context, span)
    context.trace = trace.setSpan(parent, span)
  }
  const onEnded = (message: unknown) => {
    const { context, status } = message as RequestEnded
    const span = spans.get(context)
    if (span === undefined) return
    span.setAttribute('http.response.status_code', status)
    if (context.orderId !== undefined) span.setAttribute('keyhold.order_id', context.orderId)
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
  REQUEST_BEGUN.subscribe(onBegun)
  REQUEST_ENDED.subscribe(onEnded)
  const unfollow = [
    follow(DATABASE_WAIT, SpanKind.CLIENT, () => ({
      name: 'wait for a connection',
      attributes: { 'db.system.name': 'postgresql' },
    })),
    follow(STATEMENTS, SpanKind.CLIENT, ({ queries }) => ({
      name: queries.length === 1 ? 'a statement' : `${String(queries.length)} statements`,
      attributes: {
        'db.system.name': 'postgresql',
        // values are parameters, which are left out
        'db.query.text': queries
          .map(({ sql }) => sql)
          .join(';\n')
          .slice(0, SQL_LENGTH_MAX),
      },
    })),
    follow(CHAIN_LOOK, SpanKind.INTERNAL, ({ chain }) => ({
      name: `look at ${chain}`,
      attributes: { 'keyhold.chain': chain },
    })),
    follow(MAIL, SpanKind.CLIENT, ({ template, orderId }) => ({
      name: `mail ${template}`,
      attributes: {
        'keyhold.template': template,
        ...(orderId === null ? {} : { 'keyhold.order_id': orderId }),
      },
    })),
  ]
  return {
    stop: async () => {
      REQUEST_BEGUN.unsubscribe(onBegun)
      REQUEST_ENDED.unsubscribe(onEnded)
      for (const end of unfollow) end()
      await provider.forceFlush({ timeoutMillis: LAST_SPANS_MS }).catch(tell)
      await provider.shutdown().catch(tell)
      diag.disable()
    },
  }
}
