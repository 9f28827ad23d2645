/** The charts of the reports in Hebrew. */
export const heCharts = {
  charts: {
    before: 'התקופה הקודמת',
    compared: 'בהשוואה לתקופה {from} – {to}.',
    change: '{change}, קודם: {value}',
    wasBefore: 'קודם: {value}',
    perDays: { one: 'מכירות ליום', two: 'מכירות ליומיים', other: 'מכירות לכל {count} ימים' },
    orders: { one: 'הזמנה אחת', two: '{count} הזמנות', other: '{count} הזמנות' },
    csv: 'הורדה כ־CSV',
    csvOf: 'הורדה כ־CSV: {chart}',
    hint: 'מקשי החצים עוברים מעמודה לעמודה.',
  },
}
