/** A text by number: `other` always, further categories of Intl.PluralRules where a language has them. */
export type Plural = { readonly other: string } & { readonly [rule in Intl.LDMLPluralRule]?: string }

/**
 * What every language must have: the keys of the English texts, with words of its own. A key that is missing or left
 * over does not compile.
 */
export type TextShape<English> = English extends string
  ? string
  : English extends { readonly other: string }
    ? Plural
    : English extends readonly unknown[]
      ? readonly string[]
      : { readonly [key in keyof English]: TextShape<English[key]> }
