import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import type { App } from './app.ts'
import type { Health } from './create-app.ts'

/** What a module adds to the shop; made by its `register-….ts`, listed by `compose`. */
export interface Feature {
  /** Adds its HTTP calls and pages. */
  readonly addRoutes?: (app: App) => void
  /** What it does in the background while the shop serves. */
  readonly workers?: readonly BackgroundWorker[]
  /** Its part of `GET /health`. */
  readonly health?: () => Promise<Health['parts']>
}
