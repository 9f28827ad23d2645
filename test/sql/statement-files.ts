import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A statement of the shop. */
export interface Statement {
  /** What sends it, such as `'src/server/refunds/read-refunds.ts readRefunds'`. */
  readonly sender: string
  readonly text: string
  /** Lines of the shape of its plan; none if it reads no large table. */
  readonly plan: readonly string[]
}

/** The tests that run the shop's code in their own process; those with fuzz in their name draw other filters each time. */
export const SENDING_TESTS = [
  'src/server',
  'test/payout-',
  'test/sweep-',
  'test/alert-stories',
  'test/conformance/evm.test',
]

export const STATEMENT_FOLDER = import.meta.dirname
const HEADER = '-- The statements of a module and their plans, written by npm run sql.\n'

/** What is written in the files of all modules. */
export function readStatements(): readonly Statement[] {
  const files = readdirSync(STATEMENT_FOLDER).filter((name) => name.endsWith('.sql'))
  return files.flatMap((name) => parse(readFileSync(join(STATEMENT_FOLDER, name), 'utf8')))
}

function parse(file: string): readonly Statement[] {
  return file
    .split('\n\n')
    .slice(1)
    .map((entry) => {
      const [sender = '', ...lines] = entry.trimEnd().split('\n')
      const isPlan = (line: string) => line.startsWith('--')
      return {
        sender: sender.slice(3),
        text: lines
          .filter((line) => !isPlan(line))
          .join('\n')
          .slice(0, -1),
        plan: lines.filter(isPlan).map((line) => line.slice(5)),
      }
    })
}

/** What identifies a statement. */
export const keyOf = ({ sender, text }: Pick<Statement, 'sender' | 'text'>) => `${sender}\n${text}`

/**
 * What a run of tests recorded, with what was written before: after a run of all tests only of functions that it did not reach,
 * as where a node is not installed, and that have not gone.
 */
export function mergeStatements(
  written: readonly Statement[],
  recorded: readonly Statement[],
  isWhole: boolean,
): readonly Statement[] {
  const reached = new Set(isWhole ? recorded.map(({ sender }) => sender) : [])
  const kept = written.filter(({ sender }) => !reached.has(sender) && existsSync(sender.split(' ')[0] ?? ''))
  return [...new Map([...kept, ...recorded].map((statement) => [keyOf(statement), statement])).values()]
}

/** The content of each module's file, by the file's name. */
export function formatFiles(statements: readonly Statement[]): ReadonlyMap<string, string> {
  const entries = statements.map((statement) => ({ statement, entry: formatEntry(statement) }))
  const modules = Map.groupBy(entries, ({ statement }) => statement.sender.split('/')[2] ?? '')
  return new Map(
    [...modules].map(([module, of]) => {
      const sorted = of.map(({ entry }) => entry).sort((one, other) => (one < other ? -1 : 1))
      return [`${basename(module)}.sql`, [HEADER, ...sorted].join('\n')]
    }),
  )
}

function formatEntry({ sender, text, plan }: Statement): string {
  return `-- ${sender}\n${text};\n${plan.map((line) => `--   ${line}\n`).join('')}`
}
