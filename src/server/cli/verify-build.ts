import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { CommandError, UsageError, type CommandContext } from './command.ts'

const SCRIPT = fileURLToPath(new URL('../../../scripts/verify-build.mjs', import.meta.url))

/**
 * `verify-build`: builds the sources into a temporary folder and compares every file with dist, or with another folder. `npm run
 * verify-build` does the same without running anything of dist.
 */
export async function runVerifyBuild({ args, out, say }: CommandContext): Promise<number> {
  if (args.length > 1) throw new UsageError('expected at most one folder')
  if (!existsSync(SCRIPT))
    throw new CommandError(
      'a release has no sources: in a checkout of its tag run "npm run verify-build -- FOLDER" with its folder dist',
    )
  const child = spawn(process.execPath, [SCRIPT, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  createInterface(child.stdout).on('line', out)
  createInterface(child.stderr).on('line', say)
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? 1
}
