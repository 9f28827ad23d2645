/** A text with plural forms: always `other`, and the further categories of Intl.PluralRules that a language has. */
export type Plural = { readonly other: string } & { readonly [rule in Intl.LDMLPluralRule]?: string }

/**
 * The type every language must have: the keys of the English texts, each with a text. A missing or extra key does not
 * compile.
 */
export type TextShape<English> = English extends string
  ? string
  : English extends { readonly other: string }
    ? Plural
    : English extends readonly unknown[]
      ? readonly string[]
      : { readonly [key in keyof English]: TextShape<English[key]> }
