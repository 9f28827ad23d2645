/** Runs a statement that changes at most `size` rows until it finds fewer, so that none holds many rows for long. */
export async function inBatches(
  size: number,
  statement: () => Promise<{ readonly numAffectedRows?: bigint | undefined }>,
): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await statement()
    if (numAffectedRows < size) return
  }
}
