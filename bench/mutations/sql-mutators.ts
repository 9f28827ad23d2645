import type { babel } from '@stryker-mutator/core'

type Node = babel.NodePath['node']
type TemplateLiteral = Extract<Node, { readonly type: 'TemplateLiteral' }>

/** What Stryker asks at each node of a file: the replacements of that node. */
interface Mutator {
  readonly name: string
  mutate(path: { readonly node: Node; readonly parent: Node }): Iterable<Node>
}

/** Operators of a builder's comparisons, and what stands in their place. */
const OPERATORS: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  is: 'is not',
  'is not': 'is',
  in: 'not in',
  'not in': 'in',
}

/** Words of a statement, and what stands in their place. Most specific first. */
const WORDS: readonly (readonly [word: RegExp, replacement: string])[] = [
  [/\bis not (?=null|true|false|distinct)/g, 'is '],
  [/\bis (?=null|true|false|distinct)/g, 'is not '],
  [/\bnot exists\b/g, 'exists'],
  [/(?<!not )\bexists(?= \()/g, 'not exists'],
  [/(?<= )<=(?= )/g, '<'],
  [/(?<= )<(?= )/g, '<='],
  [/(?<= )>=(?= )/g, '>'],
  [/(?<= )>(?= )/g, '>='],
  [/(?<= )<>(?= )/g, '='],
  [/(?<= )=(?= )/g, '<>'],
  [/(?<= )\+(?= )/g, '-'],
  [/(?<= )-(?= )/g, '+'],
  [/(?<=\s)and(?=\s)/g, 'or'],
  [/(?<=\s)or(?=\s)/g, 'and'],
  [/\bmin(?=\()/g, 'max'],
  [/\bmax(?=\()/g, 'min'],
  [/\bleast(?=\()/g, 'greatest'],
  [/\bgreatest(?=\()/g, 'least'],
  [/(?<= )desc\b/g, 'asc'],
]

/** A comparison with a name or a value, as it stands in one piece of a text. */
const WHOLE_COMPARISON =
  /(?<=\b(?:where|and|or|when|on|not|filter \(where)\s+|\()[\w.]+ (?:(?:=|<>|<=?|>=?) (?:'[^']*'|[\w.]+)(?![\w.'(])|is (?:not )?null)/g
/** The begin of a comparison with a parameter, at the end of a piece of a text, and how its end looks in the next piece. */
const OPEN_COMPARISON = /(?<=\b(?:where|and|or|when|on|not)\s+|\()[\w.]+ (?:=|<>|<=?|>=?) (any\()?$/
const END_OF_PARAMETER = /^(?:::\w+(?:\[\])?)?/
const END_OF_LIST = /^(?:::\w+(?:\[\])?)?\)/

const STATEMENT = /^\s*(?:select|insert into|update|delete from|with|from|where|locktype)\s/
const CLAUSES = /\b(?:set|where|on|when|having|select|then|else|values|from|returning|between)\b/g

/** The conditions and operators of statements, which Stryker takes for texts. */
const SQL_MUTATORS: readonly Mutator[] = [
  { name: 'SqlText', mutate: mutateText },
  { name: 'SqlOperator', mutate: mutateOperator },
  { name: 'SqlCondition', mutate: dropCondition },
]

function* mutateText({ node, parent }: { readonly node: Node; readonly parent: Node }): Iterable<Node> {
  if (node.type === 'StringLiteral' && STATEMENT.test(node.value)) {
    for (const [value = ''] of mutatePieces([node.value]))
      yield { ...structuredClone(node), value, extra: {} }
  }
  if (node.type !== 'TemplateLiteral' || !isStatement(node, parent)) return
  for (const pieces of mutatePieces(node.quasis.map(({ value }) => value.raw))) {
    const replacement = structuredClone(node)
    for (const [index, raw] of pieces.entries()) {
      const quasi = replacement.quasis[index]
      if (quasi !== undefined) quasi.value = { raw, cooked: raw }
    }
    yield replacement
  }
}

function isStatement(node: TemplateLiteral, parent: Node): boolean {
  if (parent.type === 'TaggedTemplateExpression')
    return parent.tag.type === 'Identifier' && parent.tag.name === 'sql'
  return STATEMENT.test(node.quasis[0]?.value.raw ?? '')
}

/** Every replacement of one word, or of one comparison by `true`; the pieces are what stands between parameters. */
export function* mutatePieces(pieces: readonly string[]): Iterable<readonly string[]> {
  const put = (index: number, at: number, length: number, text: string) =>
    pieces.with(index, replaceAt(pieces[index] ?? '', at, length, text))
  for (const [index, piece] of pieces.entries()) {
    for (const [word, replacement] of WORDS)
      for (const { 0: found, index: at } of piece.matchAll(word))
        if (isMeant(found, pieces.slice(0, index).join('') + piece.slice(0, at)))
          yield put(index, at, found.length, replacement)
    for (const { 0: found, index: at } of piece.matchAll(WHOLE_COMPARISON))
      yield put(index, at, found.length, 'true')
    const open = OPEN_COMPARISON.exec(piece)
    const next = pieces[index + 1]
    if (open === null || next === undefined) continue
    const end = (open[1] === undefined ? END_OF_PARAMETER : END_OF_LIST).exec(next)?.[0]
    if (end !== undefined)
      yield put(index, open.index, 0, '(true or ').with(index + 1, replaceAt(next, end.length, 0, ')'))
  }
}

/** An `=` of an assignment and the `and` of `between` are none. */
function isMeant(word: string, before: string): boolean {
  const clause = [...before.matchAll(CLAUSES)].at(-1)?.[0]
  return !(word === '=' && clause === 'set') && !(word === 'and' && clause === 'between')
}

function replaceAt(text: string, at: number, length: number, replacement: string): string {
  return text.slice(0, at) + replacement + text.slice(at + length)
}

/** `where('a', '<', b)` of the builder becomes `where('a', '<=', b)`. */
function* mutateOperator({ node, parent }: { readonly node: Node; readonly parent: Node }): Iterable<Node> {
  if (node.type !== 'StringLiteral' || parent.type !== 'CallExpression') return
  const replacement = OPERATORS[node.value]
  if (replacement === undefined || parent.arguments.length !== 3 || parent.arguments[1] !== node) return
  yield { ...structuredClone(node), value: replacement, extra: {} }
}

/** `query.where(…)` becomes `query`; `where(…)` inside of a callback becomes `true`. */
function* dropCondition({ node }: { readonly node: Node }): Iterable<Node> {
  if (node.type !== 'CallExpression') return
  const { callee } = node
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
    const isDropped = ['where', 'whereRef', 'having'].includes(callee.property.name)
    if (isDropped && callee.object.type === 'CallExpression') yield structuredClone(callee.object)
  }
  if (callee.type === 'Identifier' && callee.name === 'where' && node.arguments.length === 3) {
    const lit = {
      type: 'MemberExpression',
      object: structuredClone(callee),
      property: { type: 'Identifier', name: 'lit' },
    }
    yield {
      type: 'CallExpression',
      callee: lit,
      arguments: [{ type: 'BooleanLiteral', value: true }],
    } as Node
  }
}

/**
 * Adds them to Stryker's own. It has no plugins for mutators: this reaches for its list, whose form is checked, in a version that
 * `package.json` pins.
 */
export async function addSqlMutators(): Promise<void> {
  const core = import.meta.resolve('@stryker-mutator/core')
  const file = new URL('../../../instrumenter/dist/src/mutators/mutate.js', core)
  const { allMutators } = (await import(file.href)) as { readonly allMutators?: Mutator[] }
  if (!allMutators?.some(({ name }) => name === 'StringLiteral'))
    throw new Error(`expected Stryker's list of mutators in ${file.pathname}`)
  if (!allMutators.some(({ name }) => name === 'SqlText')) allMutators.push(...SQL_MUTATORS)
}
