import type { RenderedTexts } from '#texts/en/rendered.ts'
import { zhLegalPage } from './legal.ts'
import { zhOrderPage } from './order-page.ts'
import { zhPlain } from './plain.ts'
import { zhSignIn } from './sign-in.ts'
import { zhSite } from './site.ts'
import { zhSupport } from './support.ts'

export const zhRendered: RenderedTexts = {
  site: zhSite,
  orderPage: zhOrderPage,
  plain: zhPlain,
  legalPage: zhLegalPage,
  signIn: zhSignIn,
  support: zhSupport,
}
