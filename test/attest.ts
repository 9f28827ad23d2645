import type { Attestation, ChainReader, FoundTransfer } from '#server/chain/chain-reader.ts'

/** The answers of every endpoint about one transfer. */
export async function attest(reader: ChainReader, transfer: FoundTransfer): Promise<readonly Attestation[]> {
  const [answers = []] = await reader.attest([transfer])
  return answers
}
