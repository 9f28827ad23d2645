import { defineTexts } from './define-texts.ts'
import type { SiteTexts } from './en/site.ts'

/** The texts of the landing page, the payment dialog and all pages around them; fetched with the dialog. */
export const loadSiteTexts = defineTexts<SiteTexts>({
  en: () => import('./en/site.ts').then((file) => file.enSite),
  ru: () => import('./ru/site.ts').then((file) => file.ruSite),
  zh: () => import('./zh/site.ts').then((file) => file.zhSite),
  ar: () => import('./ar/site.ts').then((file) => file.arSite),
  fr: () => import('./fr/site.ts').then((file) => file.frSite),
  de: () => import('./de/site.ts').then((file) => file.deSite),
  he: () => import('./he/site.ts').then((file) => file.heSite),
})
