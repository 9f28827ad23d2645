import { defineTexts } from './define-texts.ts'
import type { DialogTexts } from './en/dialogs.ts'

/** The texts of the support and creator dialogs; fetched with the first dialog that is opened. */
export const loadDialogTexts = defineTexts<DialogTexts>({
  en: () => import('./en/dialogs.ts').then((file) => file.enDialogs),
  ru: () => import('./ru/dialogs.ts').then((file) => file.ruDialogs),
  zh: () => import('./zh/dialogs.ts').then((file) => file.zhDialogs),
  ar: () => import('./ar/dialogs.ts').then((file) => file.arDialogs),
  fr: () => import('./fr/dialogs.ts').then((file) => file.frDialogs),
  de: () => import('./de/dialogs.ts').then((file) => file.deDialogs),
  he: () => import('./he/dialogs.ts').then((file) => file.heDialogs),
})
