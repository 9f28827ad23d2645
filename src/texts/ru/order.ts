import type { SiteTexts } from '#texts/en/site.ts'

/** An order in Russian, as the order page and the invoice file show it. */
export const ruOrder: SiteTexts['order'] = {
  title: 'Ваш заказ',
  loading: 'Загружаем заказ…',
  missing: 'По этому адресу заказа нет. Возможно, его данные удалены: за 30 дней деньги так и не поступили.',
  unreadable: 'Магазин сейчас не отвечает. Мы продолжаем попытки.',
  backToShop: 'Назад в магазин',
  waiting: 'Заказ ждёт оплаты.',
  continuePayment: 'Перейти к оплате',
  timeline: 'Что уже произошло',
  ordered: 'Заказ создан',
  detected: 'Платёж обнаружен, подтверждений: {count} из {required}',
  confirmed: 'Подтверждён в блокчейне',
  delivered: 'Ключи выданы',
  awaitingKeys: 'Ждём новые ключи',
  figures: 'Счёт',
  keys: 'Ваши ключи',
  keysClosed:
    'Ключи и ваша почта видны только в том браузере, где оформлен заказ. Чтобы увидеть их здесь, откройте ссылку из нашего письма.',
  keysLater: 'Ключи появятся здесь, как только будут отправлены.',
  show: 'Показать ключи',
  hide: 'Скрыть ключи',
  hidden: 'Скрытый ключ {number}',
  copyKey: 'Копировать ключ {number}',
  keyCopied: 'Ключ скопирован в буфер обмена',
  mail: 'Мы пишем на {email}. Загляните также в папку «Спам».',
  keysMailed: {
    one: 'Ваш ключ есть и в отправленном вам письме.',
    few: 'Ваши ключи есть и в отправленном вам письме.',
    many: 'Ваши ключи есть и в отправленном вам письме.',
    other: 'Ваши ключи есть и в отправленном вам письме.',
  },
  refundAddress: 'Адрес для возврата:',
  invoice: { number: 'Порядковый номер счёта', statusRefunded: 'ВОЗВРАЩЕНО', checkCode: 'Проверочный код' },
}
