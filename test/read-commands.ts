import { readdir, readFile } from 'node:fs/promises'
import { COMMANDS } from '#server/cli/commands.ts'

/** A command that a document shows. */
export interface DocumentedCommand {
  readonly path: string
  /** As it stands there, without its comment. */
  readonly command: string
}

/** History: what these tell was true once. */
const HISTORY = /^(CHANGELOG\.md|docs\/decisions\/)/
const PROGRAMS = /^(npm |node |KEYHOLD_\w+=\S+ )/

/**
 * Reads the commands of all documents: the lines of their blocks of shell commands, and what is in backquotes and is a command of
 * npm or, with its words after `npm run keyhold --`, of the shop. A command of one word is only mentioned.
 */
export async function readCommands(): Promise<readonly DocumentedCommand[]> {
  const names = [
    ...(await readdir('.')),
    ...(await readdir('docs', { recursive: true })).map((name) => `docs/${name}`),
  ].filter((name) => name.endsWith('.md') && !HISTORY.test(name))
  const found: DocumentedCommand[] = []
  for (const path of names.sort()) {
    const text = await readFile(path, 'utf8')
    const blocks = [...text.matchAll(/^```(?:sh|bash|shell|console)(?: .*)?\n([\s\S]*?)^```$/gm)]
    const lines = blocks.flatMap(([, script = '']) => script.replaceAll('\\\n', ' ').split('\n'))
    // the README's table shows the forms of all commands, which have no values
    const prose = text.replace(/^```[\s\S]*?^```$/gm, '').replace(/^\|.*$/gm, '')
    const inline = [...prose.matchAll(/`([^`]+)`/g)]
      .map(([, words = '']) => words.replace(/\s+/g, ' '))
      .flatMap((words) => (PROGRAMS.test(words) ? [words] : shopCommand(words)))
    for (const command of [...lines.map((line) => line.replace(/ +#.*$/, '').trim()), ...inline])
      if (command !== '' && command !== 'npm run keyhold -- COMMAND') found.push({ path, command })
  }
  return found
}

/** The whole command, if the words begin with one of the shop and say more than its name. */
function shopCommand(text: string): readonly string[] {
  const words = text.replace(/^keyhold /, '')
  const isCommand = COMMANDS.some(({ name }) => words.startsWith(`${name} `))
  return isCommand ? [`npm run keyhold -- ${words}`] : []
}
