/** The charts of the reports in German. */
export const deCharts = {
  charts: {
    before: 'Zeitraum davor',
    compared: 'Verglichen mit {from} – {to}.',
    change: '{change}, davor: {value}',
    wasBefore: 'Davor: {value}',
    perDays: { one: 'Verkäufe je {count} Tag', other: 'Verkäufe je {count} Tage' },
    orders: { one: '{count} Bestellung', other: '{count} Bestellungen' },
    csv: 'Als CSV herunterladen',
    csvOf: 'Als CSV herunterladen: {chart}',
    hint: 'Die Pfeiltasten führen von Balken zu Balken.',
  },
}
