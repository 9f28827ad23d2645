import { isRightToLeft, type Language } from '#shared/languages.ts'
import { cssBlocks, isGroup, splitAtCommas, type CssBlock } from './css-blocks.ts'

/**
 * A style sheet without the rules that only apply to other languages, or to the other direction. Rules for English stay: every
 * page has English parts, such as the title.
 *
 * @param css as the build has minified it.
 */
export function cssForLanguage(css: string, language: Language): string {
  return cssBlocks(css)
    .map((block) => ofLanguage(block, language))
    .join('')
}

function ofLanguage(block: CssBlock, language: Language): string {
  const { head, body } = block
  if (body === null) return `${head};`
  if (isGroup(block)) {
    const inner = cssForLanguage(body, language)
    return inner === '' ? '' : `${head}{${inner}}`
  }
  if (head.startsWith('@')) return `${head}{${body}}`
  const selectors = splitAtCommas(head).filter((selector) => applies(selector, language))
  return selectors.length === 0 ? '' : `${selectors.join(',')}{${body}}`
}

function applies(selector: string, language: Language): boolean {
  // a negation is not taken apart
  if (/:not\([^)]*(:lang\(|\[dir)/.test(selector)) return true
  if (selector.includes('[dir=rtl]') && !isRightToLeft(language)) return false
  if (selector.includes('[dir=ltr]') && isRightToLeft(language)) return false
  const languages = [...selector.matchAll(/:lang\(([^)]*)\)/g)].flatMap(([, codes = '']) => codes.split(','))
  return languages.length === 0 || languages.some((code) => ['en', language].includes(code.trim()))
}
