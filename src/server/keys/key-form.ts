/** Why a text is not a key: its characters, or its length. */
export type KeyFormFault = 'characters' | 'length'

/** Groups joined by hyphens, such as Steam's `AAAAA-BBBBB-CCCCC`; written in capitals. */
const HYPHENATED = /^[A-Z0-9]{1,32}(-[A-Z0-9]{1,32}){1,15}$/i
/** Groups of one length joined by spaces, the last may be a pair: Steam's retail form has 15 characters and 2. */
const SPACED = /^([A-Z0-9]{4,16})( [A-Z0-9]{4,16}){0,7}( [A-Z0-9]{2})?$/i
/** One word of letters and digits; of one case it is written in capitals. */
const WORD = /^[A-Z0-9]+$/i
/** An address at which a buyer redeems the game, as itch.io and Humble give. */
const ADDRESS = /^https:\/\/[a-z0-9.-]+\.[a-z]{2,}(:\d+)?\/[!-~]+$/i
/** Anything else that is printed on paper: kept exactly. */
const EXACT = /^[A-Z0-9][A-Z0-9_.+/=#:-]*$/i

const LENGTH_MIN = 4
/** Of a word without groups: shorter ones are more likely part of a sentence. */
const WORD_LENGTH_MIN = 8
const LENGTH_MAX = 200

/**
 * Normalises a key as a publisher writes it. Groups are written in capitals; a redeem address and a word in which capitals
 * and small letters are mixed are kept exactly, since their case may matter.
 *
 * @param text without white space around it.
 */
export function normaliseKey(text: string): { readonly key: string } | KeyFormFault {
  const spaced = text.replace(/ +/g, ' ')
  if (spaced.length > LENGTH_MAX) return 'length'
  if (ADDRESS.test(text)) return { key: text }
  if (HYPHENATED.test(text)) {
    const characters = text.replaceAll('-', '').length
    return characters < LENGTH_MIN ? 'length' : { key: text.toUpperCase() }
  }
  if (spaced.includes(' ')) return isSpacedKey(spaced) ? { key: spaced.toUpperCase() } : 'characters'
  if (!EXACT.test(text) || text.includes('://')) return 'characters'
  if (text.length < WORD_LENGTH_MIN) return 'length'
  const isOneCase = WORD.test(text) && (text === text.toUpperCase() || text === text.toLowerCase())
  return { key: isOneCase ? text.toUpperCase() : text }
}

/** A sentence has words of different lengths, and mostly no digit. */
function isSpacedKey(text: string): boolean {
  if (!SPACED.test(text) || !/\d/.test(text)) return false
  const groups = text.split(' ')
  const whole = groups.at(-1)?.length === 2 ? groups.slice(0, -1) : groups
  return whole.every((group) => group.length === whole[0]?.length) && text.length >= 12
}
