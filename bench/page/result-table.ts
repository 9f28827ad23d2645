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

/** The results as a Markdown table, without columns that are empty. */
export function resultTable(results: readonly Result[]): string {
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
  const columns = head.map((_, column) => column).filter((column) => rows.some((row) => row[column] !== ''))
  const widths = columns.map((column) =>
    Math.max(3, ...[head, ...rows].map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${columns.map((column, at) => (cells[column] ?? '').padEnd(widths[at] ?? 0)).join(' | ')} |`
  const ruler = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(head), ruler, ...rows.map(line)].join('\n')
}
