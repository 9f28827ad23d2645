import type { en } from './en.ts'

/** A text by number: `other` always, further categories of Intl.PluralRules where a language has them. */
export type Plural = { readonly other: string } & { readonly [rule in Intl.LDMLPluralRule]?: string }

/** The keys of a dictionary, its texts free. */
export type Shape<T> = T extends string
  ? string
  : T extends { readonly other: string }
    ? Plural
    : T extends readonly unknown[]
      ? readonly string[]
      : { readonly [key in keyof T]: Shape<T[key]> }

/** What every language must have: the keys of English. */
export type Dictionary = Shape<typeof en>
