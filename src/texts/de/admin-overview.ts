/** The overview of the back office in German. */
export const deOverview = {
  overview: {
    failed: 'Die Übersicht konnte nicht geladen werden',
    today: 'Heute',
    week: 'Letzte 7 Tage',
    yesterday: 'Gestern: {value}',
    weekBefore: 'Die 7 Tage davor: {value}',
    waiting: 'Wartet auf dich',
    nothing: 'Es wartet nichts.',
    oldest: 'älteste Sache: {age}',
    worth: 'Wert {price}',
    kinds: {
      review: {
        one: '{count} Bestellung in Prüfung',
        other: '{count} Bestellungen in Prüfung',
      },
      held_back: {
        one: '{count} bezahlte Bestellung zurückgehalten',
        other: '{count} bezahlte Bestellungen zurückgehalten',
      },
      refunds: {
        one: '{count} Erstattung zu zahlen',
        other: '{count} Erstattungen zu zahlen',
      },
      awaiting_keys: {
        one: '{count} bezahlte Bestellung ohne Keys',
        other: '{count} bezahlte Bestellungen ohne Keys',
      },
      lost_payments: {
        one: '{count} Zahlung ohne Bestellung',
        other: '{count} Zahlungen ohne Bestellung',
      },
      alerts: {
        one: '{count} Meldung zum Shop',
        other: '{count} Meldungen zum Shop',
      },
    },
    stock: 'Key-Bestand in Tagen',
    daysLeft: {
      one: 'reicht {count} Tag',
      other: 'reicht {count} Tage',
    },
    stockFacts: '{free} frei, {sold} in 7 Tagen verkauft',
    notSold: 'in 7 Tagen nichts verkauft',
    soldOut: 'ausverkauft',
    onWaitingList: {
      one: '{count} Person auf der Warteliste',
      other: '{count} Personen auf der Warteliste',
    },
    mailsSent: 'Alle Mails sind verschickt.',
    mailsWait: {
      one: '{count} Mail nicht verschickt',
      other: '{count} Mails nicht verschickt',
    },
  },
}
