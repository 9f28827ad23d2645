import { parseArgs } from 'node:util'
import { readMigrations } from '#server/db/migrate.ts'
import { readCommit, readRelease } from '#server/runtime/release.ts'
import type { CommandContext } from './command.ts'

/** `version`: prints what is installed. It needs no settings and no database. */
export async function runVersion({ args, out }: CommandContext): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean' } } })
  const [version, commit, migrations] = await Promise.all([readRelease(), readCommit(), readMigrations()])
  const schema = migrations.at(-1)?.name ?? ''
  const node = process.versions.node
  if (values.json === true) {
    out(JSON.stringify({ version, commit, schema, node }))
    return 0
  }
  out(`Keyhold ${version}`)
  out(`commit  ${commit ?? 'none: this is a checkout, not a release'}`)
  out(`schema  ${schema}`)
  out(`node    ${node}`)
  return 0
}
