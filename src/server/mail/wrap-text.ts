/** In columns; a Chinese sign takes two. RFC 5322 section 2.1.1 asks for fewer than 78. */
const MOST_COLUMNS = 72
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u

/**
 * Breaks prose into lines for a mail's plain text: between words, and in Chinese, which has no spaces, between signs, but
 * never before the punctuation that ends something.
 *
 * @param mark what the first line starts with; the others stand below its text.
 */
export function wrapText(text: string, mark = ''): string {
  const lines: string[] = []
  let line = mark
  for (const piece of piecesOf(text)) {
    const isFull = columnsOf(line) + columnsOf(piece.trimEnd()) > MOST_COLUMNS
    if (isFull && line.trim() !== mark.trim()) {
      lines.push(line.trimEnd())
      line = ' '.repeat(mark.length)
    }
    line += piece
  }
  return [...lines, line.trimEnd()].join('\n')
}

/** What may not be torn apart, each with the space behind it. No-break spaces do not end a piece. */
function piecesOf(text: string): readonly string[] {
  return (text.match(/[^ ]+ ?/g) ?? []).flatMap((word) => word.match(CHINESE_PIECE) ?? [word])
}
// a wide sign with the closing punctuation that must stay on its line, or a run of anything else; opening marks go ahead
const CHINESE_PIECE =
  /[（“]*(?:[\u2e80-\u2fff\u3040-\ua4cf\uf900-\ufaff][，。：；！？）、”]* ?|[^（“\u2e80-\u2fff\u3040-\ua4cf\uf900-\ufaff]+)|[（“]+/gu

function columnsOf(text: string): number {
  let columns = 0
  for (const sign of text) columns += WIDE.test(sign) ? 2 : 1
  return columns
}
