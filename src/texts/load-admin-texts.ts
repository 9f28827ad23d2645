import { defineTexts } from './define-texts.ts'
import type { AdminTexts } from './en/admin.ts'

/** The texts of the back office; fetched with it. */
export const loadAdminTexts = defineTexts<AdminTexts>({
  en: () => import('./en/admin.ts').then((file) => file.enAdmin),
  ru: () => import('./ru/admin.ts').then((file) => file.ruAdmin),
  zh: () => import('./zh/admin.ts').then((file) => file.zhAdmin),
  ar: () => import('./ar/admin.ts').then((file) => file.arAdmin),
  fr: () => import('./fr/admin.ts').then((file) => file.frAdmin),
  de: () => import('./de/admin.ts').then((file) => file.deAdmin),
  he: () => import('./he/admin.ts').then((file) => file.heAdmin),
})
