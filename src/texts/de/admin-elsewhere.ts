/** Sales made elsewhere in the back office, in German. */
export const deElsewhere = {
  elsewhere: {
    title: 'Verkäufe von anderswo',
    lead: 'In einem anderen Shop bezahlt und über die API aus diesem Bestand geliefert. Ihr Geld steht hier in keiner Zahl.',
    list: 'Liste der Verkäufe von anderswo',
    reference: 'Referenz',
    searchHint: 'Referenz, E-Mail oder Verkaufsnummer',
    empty: 'Noch keine Verkäufe von anderswo. Ein Programm mit Token trägt sie ein.',
    noMatch: 'Kein Verkauf passt zu den Filtern.',
    failed: 'Die Verkäufe konnten nicht geladen werden',
    states: { waiting: 'Wartet auf Release', delivered: 'Keys ausgeliefert', refunded: 'Erstattet' },
    refund: 'Als erstattet vermerken',
    refunded: 'Der Verkauf ist als erstattet vermerkt',
    questions: {
      waiting:
        'Den Verkauf {name} als erstattet vermerken? Seine Keys wurden noch nicht verschickt: Sie gehen zurück in den Bestand, und niemand bekommt sie. Dieser Shop zahlt nichts aus: Erstatte das Geld dort, wo bezahlt wurde. Das lässt sich nicht rückgängig machen.',
      delivered:
        'Den Verkauf {name} als erstattet vermerken? Seine Keys wurden verschickt: Sie bleiben beim Käufer und gehen nicht zurück in den Bestand. Dieser Shop zahlt nichts aus: Erstatte das Geld dort, wo bezahlt wurde. Das lässt sich nicht rückgängig machen.',
    },
  },
}
