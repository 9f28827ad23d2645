/**
 * One line of CSV (RFC 4180), without its end. What a spreadsheet would take for a formula is quoted for it: an e-mail may
 * begin with a plus or an equals sign. Numbers are written as they are, also negative ones.
 */
export function csvLine(cells: readonly (string | number | bigint | null)[]): string {
  return cells
    .map((cell) => (typeof cell === 'string' ? csvCell(cell) : cell === null ? '' : String(cell)))
    .join(',')
}

function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
