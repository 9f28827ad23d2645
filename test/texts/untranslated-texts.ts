import { isLanguage, type Language } from '#shared/languages.ts'
import type { TextEntry } from './read-texts.ts'

const NETWORKS = ['ERC-20 (Ethereum)', 'TRC-20 (Tron)']
/** Names that wallets write in Latin letters in every language. */
const LATIN_NAMES = ['USD Coin', 'Euro Coin', 'Base', 'Polygon']
const COINS = ['Bitcoin', 'Ethereum', 'Litecoin', 'Tether USD', ...LATIN_NAMES, ...NETWORKS]

/** What a language has in common with English: names it writes in Latin letters, and words. */
const SAME_AS_ENGLISH: Readonly<Record<Language, readonly string[]>> = {
  en: [],
  ru: COINS,
  zh: LATIN_NAMES,
  ar: LATIN_NAMES,
  fr: [
    ...COINS,
    'Actions',
    'Code',
    'Confirmations',
    'Date',
    'Dates',
    'E-mail',
    'Exceptions',
    'Message',
    'Minutes',
    'Question {number}',
    'Questions',
    'Simulation',
    'Total',
    'Transaction',
    'Version',
  ],
  de: [
    ...COINS,
    'Block',
    'Browser',
    'Code',
    'Edition',
    'Import',
    'Index',
    'Key',
    'Keys',
    'Mail',
    'Mails',
    'Name',
    'Passkeys',
    'Simulation',
    'Status',
    'Support',
    'Team',
    'Text',
    'Version',
    'Wallet',
    'Wallets',
  ],
  he: ['Tether USD', ...LATIN_NAMES],
}

/** Whether a text may read in a language as it does in English. */
export function maySayAsEnglish(language: string, text: string): boolean {
  const isName = /^(PayPal|ClickPay|BIP-21)$/.test(text)
  return isName || !hasWords(text) || (isLanguage(language) && SAME_AS_ENGLISH[language].includes(text))
}

/** The texts of a language that are still English. */
export function untranslatedTexts(
  language: string,
  texts: readonly TextEntry[],
  english: readonly TextEntry[],
): readonly TextEntry[] {
  const originals = new Map(english.map(({ file, path, text }) => [`${file} ${path}`, text]))
  return texts.filter(
    ({ file, path, text }) => text === originals.get(`${file} ${path}`) && !maySayAsEnglish(language, text),
  )
}

/** Whether there is something to translate: more than values, signs and abbreviations. */
function hasWords(text: string): boolean {
  return /\p{Ll}{2}/u.test(text.replace(/\$?\{\w+\}/g, '').replace(/[^\p{L}]/gu, ''))
}
