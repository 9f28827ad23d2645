import ts from 'typescript'
import { ASSETS, COINS } from '#shared/assets.ts'
import { CHAINS, WALLETS } from '#shared/chains.ts'
import { NETWORKS } from '#shared/rails.ts'

const NAMES: ReadonlySet<string> = new Set([...CHAINS, ...WALLETS, ...NETWORKS, ...COINS, ...ASSETS])
const ANY_NAME = new RegExp(`\\b(${[...NAMES].join('|')})\\b`)

/**
 * Names of chains, wallets, rails, coins and assets in the code of a file, each as `line: name`: as a text, inside the SQL
 * of a template, and as a property that is read. Keys of an object are none, since a table with a key for each member of a
 * union must be complete; nor are comments.
 */
export function findTableNames(path: string, code: string): readonly string[] {
  if (!ANY_NAME.test(code)) return []
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const note = (node: ts.Node, name: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    found.push(`${String(line + 1)}: ${name}`)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (NAMES.has(node.text) && !isKey(node)) note(node, node.text)
    }
    if (ts.isPropertyAccessExpression(node) && NAMES.has(node.name.text)) note(node, node.name.text)
    if (ts.isTemplateLiteralToken(node)) {
      for (const [, name = ''] of node.text.matchAll(/'([^']*)'/g)) if (NAMES.has(name)) note(node, name)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isKey(node: ts.Node): boolean {
  return ts.isPropertyAssignment(node.parent) && node.parent.name === node
}
