/** Search, tables and keyboard shortcuts of the back office in Russian. */
export const ruFind = {
  tables: {
    explorer: 'Открыть в обозревателе блоков',
    newTab: 'откроется в новой вкладке',
    days: 'Дни (UTC)',
    lastDays: {
      one: 'Последний {count} день',
      few: 'Последние {count} дня',
      many: 'Последние {count} дней',
      other: 'Последние {count} дня',
    },
    allDays: 'Все дни',
    calendar: 'Выбрать в календаре',
    dayInvalid: 'Такого дня нет',
  },
  find: {
    label: 'Искать везде',
    hint: 'Заказ, почта, ключ, транзакция или адрес',
    keysToo: 'Искать среди ключей',
    title: 'Сочетания клавиш',
    lead: 'Действуют, пока вы не печатаете.',
    isOn: 'Использовать сочетания клавиш',
    search: 'Перейти к поиску',
    next: 'Следующая строка',
    previous: 'Предыдущая строка',
    open: 'Открыть строку',
    help: 'Показать этот список',
    goTo: 'Перейти: «{tab}»',
  },
}
