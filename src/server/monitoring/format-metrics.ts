import Counter from 'prom-client/lib/counter.js'
import Gauge from 'prom-client/lib/gauge.js'
import Registry from 'prom-client/lib/registry.js'

/** A value of a metric, with its labels. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** A metric that is read at once. */
export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'gauge' | 'counter'
  readonly samples: readonly Sample[]
}

/** Writes metrics in Prometheus' text format. */
export function formatMetrics(metrics: readonly Metric[]): Promise<string> {
  const registry = new Registry()
  for (const { name, help, type, samples } of metrics) {
    const labelNames = Object.keys(samples[0]?.labels ?? {})
    const options = { name, help, labelNames, registers: [registry] }
    if (type === 'counter') {
      const counter = new Counter(options)
      for (const { labels = {}, value } of samples) counter.inc({ ...labels }, value)
    } else {
      const gauge = new Gauge(options)
      // one without a value would be 0
      if (samples.length === 0) gauge.remove()
      for (const { labels = {}, value } of samples) gauge.set({ ...labels }, value)
    }
  }
  return registry.metrics()
}
