/** A parsed invoice file: the bytes its digest covers, and the digest it states. */
export interface ParsedInvoiceFile {
  readonly body: Uint8Array<ArrayBuffer>
  /** 64 hexadecimal digits, lower case. */
  readonly claimed: string
}

/** Larger files are not invoices of the shop. */
export const INVOICE_MAX_BYTES = 64 * 1024

// the last line: SHA-256: <64 hex digits>, with or without a line end
const LAST_LINE = /(?:^|\n)SHA-256: ([0-9a-fA-F]{64})\r?\n?$/

/** Parses an invoice file; null if its last line is not the shop's. */
export function readInvoiceFile(bytes: Uint8Array<ArrayBuffer>): ParsedInvoiceFile | null {
  // one character per byte, so that string positions are file positions
  const text = new TextDecoder('latin1').decode(bytes)
  const match = LAST_LINE.exec(text)
  const claimed = match?.[1]
  if (match === null || claimed === undefined) return null
  const start = match.index + (match[0].startsWith('\n') ? 1 : 0)
  return { body: bytes.slice(0, start), claimed: claimed.toLowerCase() }
}

/** Returns the SHA-256 digest as 64 hexadecimal digits. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
