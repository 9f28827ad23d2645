import type { TextShape } from '#texts/text-shape.ts'
import { enLegalPage } from './legal.ts'
import { enOrderPage } from './order-page.ts'
import { enPlain } from './plain.ts'
import { enSignIn } from './sign-in.ts'
import { enSite } from './site.ts'
import { enSupport } from './support.ts'

export const enRendered = {
  site: enSite,
  orderPage: enOrderPage,
  plain: enPlain,
  legalPage: enLegalPage,
  signIn: enSignIn,
  support: enSupport,
}

/** The texts every language must have: the keys of English. */
export type RenderedTexts = TextShape<typeof enRendered>
