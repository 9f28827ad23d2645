import { writeFile } from 'node:fs/promises'

/** A bar of a chart. */
export interface Bar {
  readonly label: string
  readonly value: number
  /** What stands at its end: the value with its unit. */
  readonly text: string
}

/** A chart of horizontal bars from zero. */
export interface Chart {
  readonly title: string
  readonly axis: string
  readonly bars: readonly Bar[]
  /** A line across all bars, such as a limit. */
  readonly mark?: { readonly value: number; readonly text: string }
}

const WIDTH = 800
const LABELS = 340
const END = 120
const ROW = 22
const TOP = 54
/** Readable on the light and the dark ground of a page that shows the file as a picture. */
const STYLE = `text{font:13px system-ui,sans-serif;fill:#1f2328}.title{font-size:15px;font-weight:600}.axis,.mark{fill:#59636e;font-size:12px}rect{fill:#2f6fab}line{stroke:#b4541a;stroke-width:1.5;stroke-dasharray:5 3}.base{stroke:#8c959f;stroke-dasharray:none;stroke-width:1}@media(prefers-color-scheme:dark){text{fill:#e6edf3}.axis,.mark{fill:#9da7b1}rect{fill:#6ab0f3}line{stroke:#f0a06a}.base{stroke:#6e7681}}`

/** Writes a chart as an SVG file; nothing without the name of one. */
export async function drawChart(file: string, { title, axis, bars, mark }: Chart): Promise<void> {
  if (file === '') return
  const most = Math.max(...bars.map(({ value }) => value), mark?.value ?? 0)
  const x = (value: number) => LABELS + (value / most) * (WIDTH - LABELS - END)
  const bottom = TOP + bars.length * ROW
  const rows = bars.map(({ label, value, text }, index) => {
    const y = TOP + index * ROW
    return (
      `<text x="${String(LABELS - 8)}" y="${String(y + 15)}" text-anchor="end">${escape(label)}</text>` +
      `<rect x="${String(LABELS)}" y="${String(y + 4)}" width="${Math.max(1, x(value) - LABELS).toFixed(1)}" height="${String(ROW - 8)}"/>` +
      `<text x="${(x(value) + 6).toFixed(1)}" y="${String(y + 15)}">${escape(text)}</text>`
    )
  })
  const marked =
    mark === undefined
      ? ''
      : `<line x1="${x(mark.value).toFixed(1)}" y1="${String(TOP - 4)}" x2="${x(mark.value).toFixed(1)}" y2="${String(bottom)}"/>` +
        `<text class="mark" x="${x(mark.value).toFixed(1)}" y="${String(TOP - 8)}" text-anchor="middle">${escape(mark.text)}</text>`
  const height = bottom + 30
  await writeFile(
    file,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(WIDTH)} ${String(height)}" width="${String(WIDTH)}" height="${String(height)}" role="img" aria-label="${escape(title)}">` +
      `<style>${STYLE}</style><text class="title" x="8" y="22">${escape(title)}</text>` +
      `<line class="base" x1="${String(LABELS)}" y1="${String(TOP)}" x2="${String(LABELS)}" y2="${String(bottom)}"/>` +
      `${rows.join('')}${marked}<text class="axis" x="${String(LABELS)}" y="${String(bottom + 20)}">${escape(axis)}</text></svg>\n`,
  )
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
