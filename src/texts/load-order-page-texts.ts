import { defineTexts } from './define-texts.ts'
import type { OrderPageTexts } from './en/order-page.ts'

/** The texts of the buyer’s order page; fetched with its script. */
export const loadOrderPageTexts = defineTexts<OrderPageTexts>({
  en: () => import('./en/order-page.ts').then((file) => file.enOrderPage),
  ru: () => import('./ru/order-page.ts').then((file) => file.ruOrderPage),
  zh: () => import('./zh/order-page.ts').then((file) => file.zhOrderPage),
  ar: () => import('./ar/order-page.ts').then((file) => file.arOrderPage),
  fr: () => import('./fr/order-page.ts').then((file) => file.frOrderPage),
  de: () => import('./de/order-page.ts').then((file) => file.deOrderPage),
  he: () => import('./he/order-page.ts').then((file) => file.heOrderPage),
})
