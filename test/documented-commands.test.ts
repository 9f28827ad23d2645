import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { COMMANDS } from '#server/cli/commands.ts'
import { runCommand } from '#server/cli/run-command.ts'

/** A fenced block of shell commands. Marked `sh nomachine`: it changes the machine, and is parsed only. */
interface Block {
  readonly path: string
  readonly mark: string
  readonly script: string
}

const texts = new Map<string, string>()
let blocks: readonly Block[] = []
beforeAll(async () => {
  const names = [
    ...(await readdir('.')),
    ...(await readdir('docs', { recursive: true })).map((name) => `docs/${name}`),
  ]
  for (const name of names.filter((one) => one.endsWith('.md'))) texts.set(name, await readFile(name, 'utf8'))
  blocks = [...texts].flatMap(([path, text]) =>
    [...text.matchAll(/^```(\w+)?(?: (.*))?\n([\s\S]*?)^```$/gm)]
      .filter(([, language]) => ['sh', 'bash', 'shell', 'console'].includes(language ?? ''))
      .map(([, , mark = '', script = '']) => ({ path, mark, script })),
  )
})

test('every block of commands is a script that a shell takes, and has a known mark', () => {
  expect(blocks.length).toBeGreaterThan(5)
  const faults = blocks.flatMap(({ path, mark, script }) => {
    const { status, stderr } = spawnSync('sh', ['-n'], { input: script, encoding: 'utf8' })
    const isKnown = ['', 'nomachine'].includes(mark)
    return status === 0 && isKnown ? [] : [`${path}: ${mark} ${stderr}`]
  })
  expect(faults).toEqual([])
})

test('files that commands name are in the repository', async () => {
  const named = blocks.flatMap(({ path, script }) =>
    [...script.matchAll(/(?:^|[\s"'])((?:deploy|scripts|docs|bench|test)\/[\w@./-]+)/g)].map(
      ([, file = '']) => ({ path, file }),
    ),
  )
  // made by a command of the same block
  const made = new Set(['deploy/shop.env', 'deploy/database-password'])
  const missing = []
  for (const { path, file } of named) {
    const isHere = await readFile(file).then(
      () => true,
      (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EISDIR',
    )
    if (!isHere && !made.has(file)) missing.push(`${path}: ${file}`)
  }
  expect(missing).toEqual([])
})

test('every command of the shop in any document exists and takes the options it is shown with', async () => {
  const calls = [...texts].flatMap(([path, text]) =>
    [
      ...text.matchAll(/npm run keyhold -- ([a-z][^`\n|>#;&<]*)/g),
      ...text.matchAll(/^keyhold shop ([a-z][^`\n|>#;&<]*)/gm),
      ...text.matchAll(/run --rm shop ([a-z][^`\n|>#;&<]*)/g),
    ].map(([, words = '']) => ({ path, words: words.trim() })),
  )
  expect(calls.length).toBeGreaterThan(20)
  const faults: string[] = []
  for (const { path, words } of calls) {
    const said: string[] = []
    const context = {
      environment: {},
      stdin: Readable.from([]),
      out: (line: string) => said.push(line),
      say: (line: string) => said.push(line),
    }
    const parts = words.split(/\s+/)
    if (parts[0] === 'help' || parts[0] === 'COMMAND') continue
    const status = await runCommand([...parts, '--help'], context)
    const described = COMMANDS.filter(({ name }) => words.startsWith(name)).map(({ summary }) => summary)
    const usage = [...said, ...described].join(' ')
    const isGroup = COMMANDS.some(({ name }) => name.startsWith(`${parts[0] ?? ''} `)) && parts.length === 1
    const options = parts.filter((part) => /^--[a-z]/.test(part)).map((part) => part.replace(/[.,)]+$/, ''))
    const isOpen = usage.includes('OPTION')
    const unknown = options.filter((option) => !usage.includes(option) && !isOpen)
    if ((status !== 0 && !isGroup) || unknown.length > 0)
      faults.push(`${path}: ${words}: ${usage} ${unknown.join(' ')}`)
  }
  expect(faults).toEqual([])
})
