/** The overview of the back office in Russian. */
export const ruOverview = {
  overview: {
    failed: 'Не удалось загрузить обзор',
    today: 'Сегодня',
    week: 'Последние 7 дней',
    yesterday: 'Вчера: {value}',
    weekBefore: '7 дней до этого: {value}',
    waiting: 'Ждёт вас',
    nothing: 'Ничто не ждёт решения.',
    oldest: 'самое давнее: {age}',
    worth: 'на сумму {price}',
    kinds: {
      review: {
        one: '{count} заказ на проверке',
        few: '{count} заказа на проверке',
        many: '{count} заказов на проверке',
        other: '{count} заказа на проверке',
      },
      held_back: {
        one: '{count} оплаченный заказ задержан',
        few: '{count} оплаченных заказа задержаны',
        many: '{count} оплаченных заказов задержаны',
        other: '{count} оплаченного заказа задержаны',
      },
      refunds: {
        one: '{count} возврат к выплате',
        few: '{count} возврата к выплате',
        many: '{count} возвратов к выплате',
        other: '{count} возврата к выплате',
      },
      awaiting_keys: {
        one: '{count} оплаченный заказ без ключей',
        few: '{count} оплаченных заказа без ключей',
        many: '{count} оплаченных заказов без ключей',
        other: '{count} оплаченного заказа без ключей',
      },
      lost_payments: {
        one: '{count} платёж без заказа',
        few: '{count} платежа без заказа',
        many: '{count} платежей без заказа',
        other: '{count} платежа без заказа',
      },
      alerts: {
        one: '{count} предупреждение о магазине',
        few: '{count} предупреждения о магазине',
        many: '{count} предупреждений о магазине',
        other: '{count} предупреждения о магазине',
      },
    },
    stock: 'Запас ключей в днях',
    daysLeft: {
      one: 'хватит на {count} день',
      few: 'хватит на {count} дня',
      many: 'хватит на {count} дней',
      other: 'хватит на {count} дня',
    },
    stockFacts: 'свободно: {free}, продано за 7 дней: {sold}',
    notSold: 'за 7 дней продаж не было',
    soldOut: 'распродано',
    mailsSent: 'Все письма отправлены.',
    mailsWait: {
      one: '{count} письмо не отправлено',
      few: '{count} письма не отправлены',
      many: '{count} писем не отправлены',
      other: '{count} письма не отправлены',
    },
  },
}
