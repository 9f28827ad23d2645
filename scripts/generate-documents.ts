import { writeFile } from 'node:fs/promises'
import { INVARIANTS_FILE, writeInvariantsPage } from '#test/faults/invariants-page.ts'
import { drawStatusGraph } from '#test/payment-status/draw-status-graph.ts'
import { GRAPH_FILE, PAGE_FILE, writePage } from '#test/payment-status/status-page.ts'
import { TABLE_FILE, writeTable } from '#test/payment-status/status-table.ts'

// Writes what is made from the code: the table of statuses and events, its page and its drawing, and the page of the promises that
// the simulation judges. Tests compare them.
await writeFile(TABLE_FILE, writeTable())
await writeFile(PAGE_FILE, await writePage())
await writeFile(GRAPH_FILE, drawStatusGraph())
await writeFile(INVARIANTS_FILE, writeInvariantsPage())
