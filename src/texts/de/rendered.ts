import type { RenderedTexts } from '#texts/en/rendered.ts'
import { deLegalPage } from './legal.ts'
import { deOrderPage } from './order-page.ts'
import { dePlain } from './plain.ts'
import { deSignIn } from './sign-in.ts'
import { deSite } from './site.ts'
import { deSupport } from './support.ts'

export const deRendered: RenderedTexts = {
  site: deSite,
  orderPage: deOrderPage,
  plain: dePlain,
  legalPage: deLegalPage,
  signIn: deSignIn,
  support: deSupport,
}
