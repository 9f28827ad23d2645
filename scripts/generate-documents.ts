import { writeFile } from 'node:fs/promises'
import { drawStatusGraph } from '#test/payment-status/draw-status-graph.ts'
import { GRAPH_FILE, PAGE_FILE, writePage } from '#test/payment-status/status-page.ts'
import { TABLE_FILE, writeTable } from '#test/payment-status/status-table.ts'

// Writes the table of statuses and events, its page and its drawing from what the function answers.
await writeFile(TABLE_FILE, writeTable())
await writeFile(PAGE_FILE, await writePage())
await writeFile(GRAPH_FILE, drawStatusGraph())
