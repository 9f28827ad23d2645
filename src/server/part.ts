/** A piece of the shop that works in the background while it serves. */
export interface Part {
  /** For the log. */
  readonly name: string
  start(): Promise<void>
  /** Finishes what is under way and begins nothing more. */
  stop(): Promise<void>
}

/** Starts parts in order; where one fails, those that started stop again. */
export async function startParts(parts: readonly Part[]): Promise<void> {
  const started: Part[] = []
  try {
    for (const part of parts) {
      await part.start()
      started.push(part)
    }
  } catch (error) {
    await stopParts(started)
    throw error
  }
}

/** Stops parts in the opposite order, all of them even where one fails. */
export async function stopParts(parts: readonly Part[]): Promise<void> {
  const failures: unknown[] = []
  for (const part of [...parts].reverse()) {
    try {
      await part.stop()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'parts of the shop did not stop cleanly')
}
