/**
 * Repeats a statement that changes at most `size` rows until it changes fewer, so that no statement locks many rows for
 * long. Between two of them it ends with the error of `signal`.
 */
export async function inBatches(
  size: number,
  statement: () => Promise<{ readonly numAffectedRows?: bigint | undefined }>,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await statement()
    if (numAffectedRows < size) return
    signal?.throwIfAborted()
  }
}
