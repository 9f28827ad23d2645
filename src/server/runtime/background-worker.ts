/** A service of the shop that runs in the background. */
export interface BackgroundWorker {
  /** For the log. */
  readonly name: string
  start(): Promise<void>
  /** Finishes the work in progress and starts no more. */
  stop(): Promise<void>
}

/** Starts workers in order; if one fails, those already started are stopped. */
export async function startWorkers(workers: readonly BackgroundWorker[]): Promise<void> {
  const started: BackgroundWorker[] = []
  try {
    for (const worker of workers) {
      await worker.start()
      started.push(worker)
    }
  } catch (error) {
    await stopWorkers(started)
    throw error
  }
}

/** Stops workers in reverse order, all of them even if one fails. */
export async function stopWorkers(workers: readonly BackgroundWorker[]): Promise<void> {
  const failures: unknown[] = []
  for (const worker of [...workers].reverse()) {
    try {
      await worker.stop()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'workers of the shop did not stop cleanly')
}
