import { parseArgs } from 'node:util'
import { exportAudit } from '#server/audit/list-audit.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { systemClock } from '#server/clock.ts'
import type { Db } from '#server/db/database.ts'
import { exportKeys } from '#server/keys/export-keys.ts'
import { UsageError, type CommandContext } from './command.ts'
import { withDatabase } from './with-database.ts'

/** `export keys|audit`: CSV to standard output. */
export async function run(context: CommandContext): Promise<number> {
  const { positionals } = parseArgs({ args: [...context.args], allowPositionals: true })
  const [what, ...rest] = positionals
  if ((what !== 'keys' && what !== 'audit') || rest.length > 0)
    throw new UsageError('expected keys or audit; the file is what you redirect standard output to')
  await withDatabase(context, async ({ database: { db } }) => {
    for await (const line of what === 'keys'
      ? keys(db)
      : exportAudit(db, { action: '', actor: '', subject: '' })) {
      context.out(line.trimEnd())
    }
  })
  return 0
}

async function* keys(db: Db): AsyncGenerator<string> {
  const subject = { kind: 'keys', id: 'all all' } as const
  await recordAudit(db, { at: systemClock(), actorId: null, action: 'keys.export', subject })
  yield* exportKeys(db, { edition: 'all', status: 'all', q: '' })
}
