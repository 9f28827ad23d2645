import { PASSWORD_MIN } from './constants.ts'

/** Words that lists of leaked passwords are full of; what consists of them is tried first. */
const COMMON_WORDS = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'administrator',
  'changeme',
  'letmein',
  'trustno',
  'iloveyou',
  'password',
  'passwort',
  'passwd',
  'welcome',
  'sunshine',
  'princess',
  'football',
  'baseball',
  'superman',
  'starwars',
  'whatever',
  'computer',
  'internet',
  'azerty',
  'qwertz',
  'qwerty',
  'monkey',
  'dragon',
  'master',
  'shadow',
  'secret',
  'crypto',
  'wallet',
  'keyhold',
  'summer',
  'winter',
  'spring',
  'autumn',
  'hello',
  'login',
  'admin',
  'guest',
  'owner',
  'manager',
  'test',
  'user',
  'root',
  'pass',
  'love',
  'the',
  'is',
  'my',
] as const

const LEET: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  $: 's',
  '@': 'a',
}
/** What is left beside common words must be as long as a word. */
const REST_MIN = 5
const DIFFERENT_MIN = 5

/**
 * Whether a password of a permitted length is among those that are tried first: without the names, too short; digits only;
 * few different characters; a sequence; or common words with little else. No rules about kinds of characters.
 *
 * @param names of the account and the shop, in any case; those shorter than four characters are ignored.
 */
export function isGuessablePassword(password: string, names: readonly string[]): boolean {
  const text = without(password.toLowerCase(), names)
  if (text.length < PASSWORD_MIN) return true
  if (new Set(text).size < DIFFERENT_MIN || isSequence(text)) return true
  const letters = [...text]
    .map((one) => LEET[one] ?? one)
    .filter((one) => /\p{L}/u.test(one))
    .join('')
  const digitsOnly = /^[^\p{L}]*$/u.test(text)
  return digitsOnly || without(letters, COMMON_WORDS, 1).length < REST_MIN
}

/** The names by which an account is guessed: its e-mail and the parts of it. */
export function namesOfEmail(email: string): readonly string[] {
  const [local = ''] = email.split('@')
  return [email, local, ...local.split(/[._+-]+/)]
}

/** The names by which a shop is guessed: its title, its words, and the title in one word. */
export function namesOfTitle(title: string): readonly string[] {
  const words = title.split(/\s+/)
  return [title, words.join(''), words.join('-'), ...words]
}

function without(text: string, names: readonly string[], shortest = 4): string {
  const longestFirst = names.filter((name) => name.length >= shortest).sort((a, b) => b.length - a.length)
  return longestFirst.reduce((rest, name) => rest.replaceAll(name.toLowerCase(), ''), text)
}

/** Whether nearly every character follows the one before it, as in `123456789012` and `abcdefghijkl`. */
function isSequence(text: string): boolean {
  const steps = [...text].slice(1).map((one, at) => (one.codePointAt(0) ?? 0) - (text.codePointAt(at) ?? 0))
  const most = Math.max(...[-1, 0, 1].map((step) => steps.filter((one) => one === step).length))
  return most > 0.7 * steps.length
}
