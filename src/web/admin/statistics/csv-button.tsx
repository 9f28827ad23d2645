import { csvLine } from '#shared/csv.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { fill } from '#texts/format.ts'
import { downloadText } from '#web/ui/download-text.ts'

interface CsvButtonProps {
  /** What the chart is called on the page. */
  readonly chart: string
  /** Without its ending. */
  readonly fileName: string
  /** The first row names the columns; they and the values are the same in every language. */
  readonly rows: () => readonly Parameters<typeof csvLine>[0][]
}

/** Downloads the data of a chart. */
export function CsvButton({ chart, fileName, rows }: CsvButtonProps) {
  const { charts } = useAdmin().texts
  return (
    <Button
      isSmall
      aria-label={fill(charts.csvOf, { chart })}
      onClick={() => {
        const text = rows().map((cells) => `${csvLine(cells)}\n`)
        downloadText(`${fileName}.csv`, text.join(''), 'text/csv')
      }}
    >
      {charts.csv}
    </Button>
  )
}
