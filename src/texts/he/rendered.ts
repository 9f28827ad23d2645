import type { RenderedTexts } from '#texts/en/rendered.ts'
import { heLegalPage } from './legal.ts'
import { heOrderPage } from './order-page.ts'
import { hePlain } from './plain.ts'
import { heSignIn } from './sign-in.ts'
import { heSite } from './site.ts'
import { heSupport } from './support.ts'

export const heRendered: RenderedTexts = {
  site: heSite,
  orderPage: heOrderPage,
  plain: hePlain,
  legalPage: heLegalPage,
  signIn: heSignIn,
  support: heSupport,
}
