import { expect, test } from 'vitest'
import { cssForLanguage } from './css-for-language.ts'

const CSS =
  '@layer a,b;@layer a{:root{--to-end:to right}[dir=rtl]{--to-end:to left}@media (width>1px){[dir=rtl] .x{color:red}}}' +
  ':is(:lang(en),:lang(fr)) :is(h2,h3){a:b}:lang(zh) p,:lang(ar) p{c:d}:lang(zh) .y,.z{e:f}:not(:lang(zh)) q{g:h}' +
  '@font-face{font-family:D;src:url(/d.woff2)}'

test.each([
  [
    'en',
    '@layer a,b;@layer a{:root{--to-end:to right}}:is(:lang(en),:lang(fr)) :is(h2,h3){a:b}.z{e:f}:not(:lang(zh)) q{g:h}@font-face{font-family:D;src:url(/d.woff2)}',
  ],
  [
    'ar',
    '@layer a,b;@layer a{:root{--to-end:to right}[dir=rtl]{--to-end:to left}@media (width>1px){[dir=rtl] .x{color:red}}}:is(:lang(en),:lang(fr)) :is(h2,h3){a:b}:lang(ar) p{c:d}.z{e:f}:not(:lang(zh)) q{g:h}@font-face{font-family:D;src:url(/d.woff2)}',
  ],
] as const)('a page in %s has no rule that only applies to other languages', (language, wanted) => {
  expect(cssForLanguage(CSS, language)).toBe(wanted)
})
