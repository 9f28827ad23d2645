/** The charts of the reports in French. */
export const frCharts = {
  charts: {
    before: 'Période précédente',
    compared: 'Comparé à la période du {from} au {to}.',
    change: '{change}, avant : {value}',
    wasBefore: 'Avant : {value}',
    perDays: {
      one: 'Ventes par période de {count} jour',
      many: 'Ventes par période de {count} de jours',
      other: 'Ventes par période de {count} jours',
    },
    orders: { one: '{count} commande', many: '{count} de commandes', other: '{count} commandes' },
    csv: 'Télécharger en CSV',
    csvOf: 'Télécharger en CSV : {chart}',
    hint: 'Les touches fléchées passent d’une barre à l’autre.',
  },
}
