/** A piece of the shop that runs in the background while it serves. */
export interface BackgroundWorker {
  /** For the log. */
  readonly name: string
  start(): Promise<void>
  /** Finishes what is under way and begins nothing more. */
  stop(): Promise<void>
}

/** Starts workers in order; where one fails, those that started stop again. */
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

/** Stops workers in the opposite order, all of them even where one fails. */
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
