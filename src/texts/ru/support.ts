import type { SupportTexts } from '#texts/en/support.ts'

export const ruSupport: SupportTexts = {
  announcement: 'Объявление',
  refundsAndContact: 'Возврат и связь',
  promise: 'Сейчас любой покупатель может вернуть ключи и запросить возврат денег. Пишите: {email}',
  contactNow: 'Написать нам',
  requestRefund: 'Запросить возврат',
  dismiss: 'Скрыть объявление',
  support: 'Поддержка',
  hint: 'Нужна помощь? Напишите в поддержку',
  liveChat: 'Онлайн-чат',
  emailSupport: 'Поддержка по почте',
}
