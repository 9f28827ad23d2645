import type { RenderedTexts } from '#texts/en/rendered.ts'
import { arLegalPage } from './legal.ts'
import { arOrderPage } from './order-page.ts'
import { arPlain } from './plain.ts'
import { arSignIn } from './sign-in.ts'
import { arSite } from './site.ts'
import { arSupport } from './support.ts'

export const arRendered: RenderedTexts = {
  site: arSite,
  orderPage: arOrderPage,
  plain: arPlain,
  legalPage: arLegalPage,
  signIn: arSignIn,
  support: arSupport,
}
