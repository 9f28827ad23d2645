import type { Machine } from './machine.ts'

/** A command as it was run. */
export interface FollowedCommand {
  readonly command: string
  readonly seconds: number
  readonly status: number
}

/** What is told while commands run. */
interface Progress {
  readonly onCommand: (command: string) => void
  readonly onLine: (line: string) => void
}

/** Runs commands in one shell, as an operator types them, until one fails. @param folder where the operator is. */
export async function followCommands(
  on: Machine,
  commands: readonly string[],
  { folder = '/root', onCommand, onLine }: Progress & { readonly folder?: string },
): Promise<readonly FollowedCommand[]> {
  const script = commands
    .map(
      (command, at) =>
        // a command's last line may have no end
        `echo '@@ ${String(at)}'\n${command}\nstatus=$?; printf '\\n@@ %s\\n' $status; [ $status = 0 ] || exit 1`,
    )
    .join('\n')
  on.write('/root/commands.sh', script)
  const followed: FollowedCommand[] = []
  let startedMs: number | null = null
  await on.run(`cd /root; [ ! -d ${folder} ] || cd ${folder}; . /root/commands.sh`, (line) => {
    const mark = /^@@ (\d+)$/.exec(line)?.[1]
    if (mark === undefined && line !== '') onLine(line)
    else if (mark === undefined) return
    else if (startedMs === null) {
      startedMs = performance.now()
      onCommand(commands[Number(mark)] ?? '')
    } else {
      const seconds = (performance.now() - startedMs) / 1000
      followed.push({ command: commands[followed.length] ?? '', seconds, status: Number(mark) })
      startedMs = null
    }
  })
  return followed
}
