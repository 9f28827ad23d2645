/** An invoice file taken apart: what its digest is of, and the digest it says. */
export interface InvoiceFile {
  readonly body: Uint8Array<ArrayBuffer>
  /** 64 hexadecimal digits, in small letters. */
  readonly claimed: string
}

/** Files larger than this are none of ours. */
export const INVOICE_MAX_BYTES = 64 * 1024

// the last line: SHA-256: <64 hex digits>, with or without an end of line
const LAST_LINE = /(?:^|\n)SHA-256: ([0-9a-fA-F]{64})\r?\n?$/

/** Takes an invoice file apart; null where its last line is none of ours. */
export function readInvoiceFile(bytes: Uint8Array<ArrayBuffer>): InvoiceFile | null {
  // one letter a byte, so that places in the text are places in the file
  const text = new TextDecoder('latin1').decode(bytes)
  const match = LAST_LINE.exec(text)
  const claimed = match?.[1]
  if (match === null || claimed === undefined) return null
  const start = match.index + (match[0].startsWith('\n') ? 1 : 0)
  return { body: bytes.slice(0, start), claimed: claimed.toLowerCase() }
}

/** SHA-256 as 64 hexadecimal digits. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
