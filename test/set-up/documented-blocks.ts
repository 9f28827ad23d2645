/** A block of commands of a document, and the machines it is for. */
export interface DocumentedBlock {
  /** The nearest heading above it. */
  readonly heading: string
  /** Named in the text before it, such as "On `db1` and `db2`:". */
  readonly machines: readonly string[]
  readonly commands: readonly string[]
}

/**
 * Reads the blocks of a document that names the machine before each.
 *
 * @throws if a block has no machine before it.
 */
export function readBlocks(document: string): readonly DocumentedBlock[] {
  const found: DocumentedBlock[] = []
  let heading = ''
  let before = ''
  for (const part of document.split(/^(```sh nomachine\n[\s\S]*?^```$)/m)) {
    const script = /^```sh nomachine\n([\s\S]*?)```$/.exec(part)?.[1]
    if (script === undefined) {
      heading = [...part.matchAll(/^#+ (.*)$/gm)].at(-1)?.[1] ?? heading
      before = part
      continue
    }
    const [, names = ''] = /((?:`[a-z0-9]+`(?:, | and )?)+):\s*$/.exec(before) ?? []
    const machines = [...names.matchAll(/`([a-z0-9]+)`/g)].map(([, name = '']) => name)
    if (machines.length === 0) throw new Error(`${heading}: expected a machine's name before ${script}`)
    found.push({ heading, machines, commands: script.split('\n').filter((line) => line.trim() !== '') })
  }
  return found
}
