export interface Row {
  readonly what: string
  readonly measured: string
  readonly aim: string
}

/** Prints each measurement beside its target. */
export function printTable(title: string, rows: readonly Row[]): void {
  const width = (pick: (row: Row) => string) => Math.max(...rows.map((row) => pick(row).length))
  const [what, measured] = [width((row) => row.what), width((row) => row.measured)]
  console.log(`\n${title}`)
  for (const row of rows) {
    console.log(`${row.what.padEnd(what)}  ${row.measured.padStart(measured)}  aim ${row.aim}`)
  }
}
