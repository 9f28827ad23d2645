import { createHash, timingSafeEqual } from 'node:crypto'
import { CallError, type App } from '#server/http/app.ts'
import { collectMetrics, type MetricsDeps } from './collect-metrics.ts'

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Serves `GET /metrics` to whoever has the token. Without a token in the settings, the path does not exist. */
export function metricsRoutes(app: App, deps: MetricsDeps & { readonly metricsToken: string | null }): void {
  const { metricsToken } = deps
  if (metricsToken === null) return
  const wanted = digestOf(`Bearer ${metricsToken}`)
  app.get('/metrics', async (request, reply) => {
    if (!timingSafeEqual(digestOf(request.headers.authorization ?? ''), wanted)) {
      void reply.header('www-authenticate', 'Bearer')
      throw new CallError(
        401,
        'UNAUTHORIZED',
        'expected the header Authorization: Bearer and KEYHOLD_METRICS_TOKEN',
      )
    }
    return reply.type(CONTENT_TYPE).send(await collectMetrics(deps))
  })
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
