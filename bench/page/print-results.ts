/** A row of the table: the value of each page, and the target. */
export interface Result {
  readonly what: string
  readonly ours: string
  readonly plain: string
  readonly next: string
  /** Ours against plain, such as `0.97 x`; empty if the ratio means nothing. */
  readonly ratio: string
  readonly limit: string
  /** Null if there is no target. */
  readonly isMet: boolean | null
}

/** Prints the results as a Markdown table, ready for docs/performance.md. */
export function printResults(results: readonly Result[]): void {
  const head = ['', 'ours', 'plain', 'Next.js', 'ours / plain', 'limit', '']
  const rows = results.map(({ what, ours, plain, next, ratio, limit, isMet }) => [
    what,
    ours,
    plain,
    next,
    ratio,
    limit,
    isMet === null ? '' : isMet ? 'PASS' : 'MISS',
  ])
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  console.log(`\n${line(head)}`)
  console.log(line(widths.map((width) => '-'.repeat(width))))
  for (const row of rows) console.log(line(row))
}
