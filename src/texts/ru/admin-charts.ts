/** The charts of the reports in Russian. */
export const ruCharts = {
  charts: {
    before: 'Предыдущий период',
    compared: 'По сравнению с периодом {from} – {to}.',
    change: '{change}, раньше: {value}',
    wasBefore: 'Раньше: {value}',
    perDays: {
      one: 'Продажи за {count} день',
      few: 'Продажи за {count} дня',
      many: 'Продажи за {count} дней',
      other: 'Продажи за {count} дня',
    },
    orders: { one: '{count} заказ', few: '{count} заказа', many: '{count} заказов', other: '{count} заказа' },
    csv: 'Скачать в CSV',
    csvOf: 'Скачать в CSV: {chart}',
    hint: 'Стрелки на клавиатуре переходят от столбца к столбцу.',
  },
}
