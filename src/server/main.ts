import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Node strips the types of each file it runs; what it has stripped and compiled once it finds again here, which makes a
// start twice as fast and 20 MB smaller. Not the system's folder for temporary files: others could write there.
enableCompileCache(fileURLToPath(new URL('../../.cache/compiled', import.meta.url)))
if (existsSync('.env')) process.loadEnvFile('.env')

void main()

// no await at the top level: the built server is a CommonJS file
async function main(): Promise<void> {
  const { logProcessFailures, plainLines, servingLines } = await import('./cli/json-lines.ts')
  const { runCommand } = await import('./cli/run-command.ts')
  const words = process.argv.slice(2)
  const isServing = words[0] === 'serve'
  // a reader such as `head` ends before the command: the rest is dropped, and the command ends in order
  let isOutputClosed = false
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      if (stream === process.stdout) isOutputClosed = true
    })
  if (isServing) logProcessFailures(process)
  process.exitCode = await runCommand(words, {
    environment: process.env,
    stdin: process.stdin,
    isOutputClosed: () => isOutputClosed,
    ...(isServing ? servingLines(process) : plainLines(process)),
  })
  // a start that failed half-way may leave something open; nothing of it matters any more
  setTimeout(() => process.exit(), 1_000).unref()
}
