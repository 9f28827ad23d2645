/** In columns; a Chinese character takes two. RFC 5322 section 2.1.1 recommends at most 78. */
const MAX_COLUMNS = 72
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u

/**
 * Breaks prose into lines for the plain-text part of a mail: between words, and in Chinese, which has no spaces, between
 * characters, but never before closing punctuation.
 *
 * @param mark the start of the first line, such as `- `; the other lines are indented by its width.
 */
export function wrapText(text: string, mark = ''): string {
  const lines: string[] = []
  let line = mark
  let columns = mark.length
  let isEmpty = true
  for (const piece of piecesOf(text)) {
    const word = columnsOf(piece.trimEnd())
    if (!isEmpty && columns + word > MAX_COLUMNS) {
      lines.push(line.trimEnd())
      line = ' '.repeat(mark.length)
      columns = mark.length
    }
    line += piece
    columns += word + (piece.endsWith(' ') ? 1 : 0)
    isEmpty = false
  }
  return [...lines, line.trimEnd()].join('\n')
}

/** The unbreakable pieces of a text, each with the space after it. A no-break space does not end a piece. */
function piecesOf(text: string): readonly string[] {
  const words = text.match(/[^ ]+ ?/g) ?? []
  if (!WIDE.test(text)) return words
  return words.flatMap((word) => (WIDE.test(word) ? (word.match(CHINESE_PIECE) ?? [word]) : [word]))
}
// a wide character with its opening and closing punctuation, or a run of anything else
const CHINESE_PIECE =
  /[（“]*(?:[\u2e80-\u2fff\u3040-\ua4cf\uf900-\ufaff][，。：；！？）、”]* ?|[^（“\u2e80-\u2fff\u3040-\ua4cf\uf900-\ufaff]+)|[（“]+/gu

function columnsOf(text: string): number {
  if (!WIDE.test(text)) return text.length
  let columns = 0
  for (const sign of text) columns += WIDE.test(sign) ? 2 : 1
  return columns
}
