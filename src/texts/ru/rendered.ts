import type { RenderedTexts } from '#texts/en/rendered.ts'
import { ruLegalPage } from './legal.ts'
import { ruOrderPage } from './order-page.ts'
import { ruPlain } from './plain.ts'
import { ruSignIn } from './sign-in.ts'
import { ruSite } from './site.ts'
import { ruSupport } from './support.ts'

export const ruRendered: RenderedTexts = {
  site: ruSite,
  orderPage: ruOrderPage,
  plain: ruPlain,
  legalPage: ruLegalPage,
  signIn: ruSignIn,
  support: ruSupport,
}
