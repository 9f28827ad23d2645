/** Search, tables and keyboard shortcuts of the back office in German. */
export const deFind = {
  tables: {
    explorer: 'Im Block-Explorer öffnen',
    newTab: 'öffnet in neuem Tab',
    days: 'Tage (UTC)',
    lastDays: {
      one: 'Letzter {count} Tag',
      other: 'Letzte {count} Tage',
    },
    allDays: 'Alle Tage',
    calendar: 'Aus dem Kalender wählen',
    dayInvalid: 'Das ist kein gültiger Tag',
  },
  find: {
    label: 'Alles durchsuchen',
    hint: 'Bestellung, E-Mail, Key, Transaktion oder Adresse',
    keysToo: 'Unter den Keys danach suchen',
    pages: 'Seiten',
    commands: 'Befehle',
    all: 'Alle Bestellungen mit „{q}“',
    nothing: 'Bisher nichts gefunden. Enter durchsucht alle Bestellungen.',
    title: 'Tastenkürzel',
    lead: 'Sie wirken, solange du nicht tippst.',
    isOn: 'Tastenkürzel benutzen',
    search: 'Zur Suche',
    next: 'Nächste Zeile',
    previous: 'Vorige Zeile',
    open: 'Zeile öffnen',
    help: 'Diese Liste zeigen',
    goTo: 'Zu „{tab}“',
  },
}
