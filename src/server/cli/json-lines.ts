import { createLog, describeError } from '#server/runtime/log.ts'

interface Output {
  readonly isTTY?: boolean | undefined
  write(text: string): unknown
}

/** Where the lines of the program go. */
export interface LineWriters {
  readonly out: (line: string) => void
  readonly say: (line: string) => void
}

/**
 * How a shop that serves prints: whatever is no terminal gets JSON lines only, as the log has them, so that what collects
 * them parses every one; a person at a terminal reads sentences.
 */
export function servingLines({
  stdout,
  stderr,
}: {
  readonly stdout: Output
  readonly stderr: Output
}): LineWriters {
  return { out: lineWriter(stdout), say: lineWriter(stderr) }
}

/** How every other command prints. */
export function plainLines({
  stdout,
  stderr,
}: {
  readonly stdout: Output
  readonly stderr: Output
}): LineWriters {
  return { out: (line) => stdout.write(`${line}\n`), say: (line) => stderr.write(`${line}\n`) }
}

function lineWriter(output: Output): (line: string) => void {
  const write = (line: string) => {
    output.write(`${line}\n`)
  }
  if (output.isTTY === true) return write
  const log = createLog({ level: 'info', write })
  return (line) => {
    log.info({}, line)
  }
}

/** Writes the warnings of Node and of packages, and the error that ends the process, as lines of the log. */
export function logProcessFailures(process: NodeJS.Process): void {
  if (process.stderr.isTTY) return
  const log = createLog({ level: 'info' })
  // Node's own listener prints text
  process.removeAllListeners('warning')
  process.on('warning', (warning) => {
    log.warn({ error: describeError(warning) }, 'a warning of the runtime')
  })
  process.on('uncaughtException', (error) => {
    log.error({ error: describeError(error) }, 'the shop ends by an error that nothing caught')
    process.exit(1)
  })
}
