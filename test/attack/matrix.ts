import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { ROLES } from '#shared/permissions.ts'
import type { Standing, Target } from './open-target.ts'
import { replyFields } from './reply-fields.ts'

const FILE = join(import.meta.dirname, 'matrix.json')
/** The calls whose replies have the fields of another one. */
const SAME = /^as (.+)$/
const Matrix = z.record(
  z.string(),
  z.strictObject({
    /** `everybody`, `signed-in`, roles, or `token` (no person): decided by people, unlike the rest. */
    who: z.string(),
    /** All fields of its reply, or `as GET /…`; empty for pages and files. */
    fields: z.string(),
  }),
)
type Matrix = z.infer<typeof Matrix>

/** Who may call each route, and which fields its reply has: every route has a row, or the attacks fail. */
export async function readMatrix(): Promise<Matrix> {
  return Matrix.parse(JSON.parse(await readFile(FILE, 'utf8')))
}

/** Whether a row lets somebody call. */
export function letsIn(who: string, standing: Standing): boolean {
  if (who === 'everybody') return true
  if (who === 'signed-in') return standing !== 'nobody'
  return who.split(' ').includes(standing)
}

/** The matrix as the shop's routes need it: rows that exist keep who may call. */
function matrixOf(target: Target, known: Matrix): Matrix {
  const rows = new Map<string, string>()
  const sorted = target.routes
    .filter(({ method }) => method !== 'HEAD')
    .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
  const matrix = sorted.map((route) => {
    const name = nameOf(route).split(' ').toReversed().join(' ')
    const all = replyFields(target.description, route.method, route.url).join(' ')
    const other = all.length > 200 ? rows.get(all) : undefined
    if (other === undefined) rows.set(all, name)
    return [
      name,
      { who: known[name]?.who ?? 'NOT DECIDED', fields: other === undefined ? all : `as ${other}` },
    ] as const
  })
  return Object.fromEntries(matrix)
}

/** Writes the rows anew; those of new routes have to be decided by hand. */
export async function writeMatrix(target: Target): Promise<void> {
  const lines = Object.entries(matrixOf(target, await readMatrix())).map(
    ([name, row]) => `  ${JSON.stringify(name)}: ${JSON.stringify(row)}`,
  )
  await writeFile(FILE, `{\n${lines.join(',\n')}\n}\n`)
}

/** Differences between the matrix and the shop's routes, for a message. */
export function differencesOf(target: Target, known: Matrix): readonly string[] {
  const wanted = matrixOf(target, known)
  const names = new Set([...Object.keys(wanted), ...Object.keys(known)])
  return [...names].flatMap((name) => {
    const [row, wants] = [known[name], wanted[name]]
    if (row === undefined) return [`${name} has no row in matrix.json`]
    if (wants === undefined) return [`${name} is no route`]
    const isKnownWho =
      ['everybody', 'signed-in', 'token'].includes(row.who) || row.who.split(' ').every(isRoleName)
    if (!isKnownWho) return [`${name}: nobody decided who may call it`]
    if (row.fields === wants.fields) return []
    const [before, after] = [new Set(row.fields.split(' ')), new Set(wants.fields.split(' '))]
    const changed = [...after, ...before].filter((field) => !(after.has(field) && before.has(field)))
    return [`${name}: fields ${SAME.test(row.fields) ? row.fields : changed.join(' ')}`]
  })
}

function isRoleName(name: string): boolean {
  return (ROLES as readonly string[]).includes(name)
}

/** Sorts calls by their path first. */
function nameOf({ method, url }: { readonly method: string; readonly url: string }): string {
  return `${url} ${method}`
}
