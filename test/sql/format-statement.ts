const WIDTH = 112
/** Each begins a line, outside of brackets. */
const CLAUSES =
  /^(?:select|from|(?:inner|left|cross) join|where|set|values|order by|group by|having|limit|returning|on conflict|union|for) /

/**
 * Makes one text of all statements that differ in the number of their values only, and breaks it into lines. PostgreSQL
 * understands it still.
 */
export function formatStatement(sql: string): string {
  const text = sql
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=\() | (?=\))/g, '')
    .trim()
  return breakLines(numberAnew(giveUsualPage(keepOneOfEach(unquote(text)))))
}

/** Without a number, PostgreSQL takes a page for a tenth of the table. */
const giveUsualPage = (text: string) =>
  text.replaceAll(/\blimit \$\d+/g, 'limit 50').replaceAll(/\boffset \$\d+/g, 'offset 0')

/** Words of the language that also name a column or a table. */
const RESERVED: ReadonlySet<string> = new Set(['order', 'primary', 'to', 'user'])

const unquote = (text: string) =>
  text.replaceAll(/"([a-z_][a-z0-9_]*)"/g, (quoted, name: string) => (RESERVED.has(name) ? quoted : name))

/** Of the values of a list, and of the rows of an insert. */
const keepOneOfEach = (text: string) =>
  text
    .replaceAll(/ in \((\$\d+)(?:, \$\d+)+\)/g, ' in ($1)')
    .replaceAll(/( values (\((?:[^()]|\([^()]*\))*\)))(?:, \((?:[^()]|\([^()]*\))*\))+/g, '$1')

function numberAnew(text: string): string {
  const numbers = new Map<string, string>()
  return text.replaceAll(/\$\d+/g, (parameter) => {
    const number = numbers.get(parameter) ?? `$${String(numbers.size + 1)}`
    numbers.set(parameter, number)
    return number
  })
}

function breakLines(text: string): string {
  const lines: string[] = []
  let depth = 0
  let line = ''
  let rest = text
  while (rest !== '') {
    // a word, or several with a text between quotes
    const word = /^(?:'[^']*'|[^\s'])+/.exec(rest)?.[0] ?? rest
    const isFull = line.length + word.length > WIDTH
    const isClause = depth === 0 && line !== 'delete' && CLAUSES.test(`${rest} `)
    if (line !== '' && (isFull || isClause)) {
      lines.push(line)
      line = isClause ? word : `  ${word}`
    } else line = line === '' ? word : `${line} ${word}`
    depth += word.split('(').length - word.split(')').length
    rest = rest.slice(word.length).trimStart()
  }
  return [...lines, line].join('\n')
}
