/** The charts of the reports in English. */
export const enCharts = {
  charts: {
    before: 'Period before',
    compared: 'Compared with {from} – {to}.',
    change: '{change}, before: {value}',
    wasBefore: 'Before: {value}',
    perDays: { one: 'Sales per {count} day', other: 'Sales per {count} days' },
    orders: { one: '{count} order', other: '{count} orders' },
    csv: 'Download as CSV',
    csvOf: 'Download as CSV: {chart}',
    hint: 'The arrow keys move from bar to bar.',
  },
}
