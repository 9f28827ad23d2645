/** A sentence of a document, without its marks. */
export interface Sentence {
  readonly text: string
  readonly words: number
}

/**
 * Reads the sentences of a Markdown document. Headings, tables, pictures and blocks of code are none; a list item begins a
 * sentence; of a link its text counts, and a piece of code is one word.
 */
export function readSentences(markdown: string): readonly Sentence[] {
  const prose = markdown
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^(?:\||#).*$/gm, '')
    .replace(/`[^`]+`/g, 'code')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
  return prose
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .map((block) =>
      block
        .replace(/^\s*(?:[-*]|\d+\.) /, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .flatMap((block) => block.split(/(?<=[.?!]["”)]?) /))
    .map((text) => ({ text, words: text.split(' ').filter((word) => /[\p{L}\d]/u.test(word)).length }))
    .filter(({ words }) => words > 0)
}
