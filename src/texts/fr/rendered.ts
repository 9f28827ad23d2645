import type { RenderedTexts } from '#texts/en/rendered.ts'
import { frLegalPage } from './legal.ts'
import { frOrderPage } from './order-page.ts'
import { frPlain } from './plain.ts'
import { frSignIn } from './sign-in.ts'
import { frSite } from './site.ts'
import { frSupport } from './support.ts'

export const frRendered: RenderedTexts = {
  site: frSite,
  orderPage: frOrderPage,
  plain: frPlain,
  legalPage: frLegalPage,
  signIn: frSignIn,
  support: frSupport,
}
