import type { enRecovery } from '#texts/en/admin-recovery.ts'
import type { TextShape } from '#texts/text-shape.ts'

/** The recovery of a restored database, in German. */
export const deRecovery: TextShape<typeof enRecovery> = {
  recovery: {
    title: 'Wiederherstellung',
    lead: 'Einer wiederhergestellten Datenbank fehlen die Bestellungen nach der Sicherung. Bis alles geklärt ist, nimmt der Shop keine Bestellungen an und vergibt keine Adresse und keinen Key doppelt.',
    never: 'Diese Datenbank wurde nie wiederhergestellt.',
    blocked:
      'Der Shop nimmt keine Bestellungen an, bis diese Wiederherstellung abgeschlossen ist. Bestellungen nach diesem Zeitpunkt fehlen womöglich:',
    addressesOpen:
      'Adressen: offen. Führe auf dem Server „npm run keyhold -- restore --resume“ aus. Danach liegen die nächsten Adressen hinter allen, die schon gezeigt worden sein können.',
    addressesDone: 'Adressen: erledigt.',
    keysOpen:
      'Keys: offen. Vergleiche die Keys unten mit dem, was dein Mailserver verschickt hat. Markiere die verschickten und gib dann die übrigen in den Bestand zurück.',
    keysDone: 'Keys: erledigt.',
    failed: 'Die Wiederherstellung konnte nicht geladen werden',
    list: 'Wiederherstellungen',
    cause: 'Anlass',
    causes: {
      restored: 'Eine Sicherung wurde eingespielt',
      older: 'Der Datenbank fehlten Bestellungen',
      other_database: 'Eine andere Datenbank wurde angeschlossen',
    },
    started: 'Begonnen',
    missing: 'Fehlt seit',
    finished: 'Abgeschlossen',
    lost: 'Zahlungen ohne Bestellung',
    lostLead:
      'Geld auf übersprungenen Adressen: Die Bestellungen fehlen in dieser Datenbank. Antworte diesen Käufern oder erstatte ihnen von Hand.',
    lostMore: 'Hier stehen nur die neuesten. „npm run keyhold -- restore --status“ listet alle {count} auf.',
    index: 'Index',
    found: 'Gefunden',
    keys: 'Zurückgehaltene Keys',
    keysLead:
      'Die verlorene Datenbank kann sie verschickt haben. Sie werden nicht verkauft, bis du entscheidest.',
    toStock: 'In den Bestand zurück',
    sent: 'Wurde verschickt',
    restToStock: 'Alle übrigen in den Bestand zurück',
    export: 'Liste herunterladen (CSV)',
    confirm:
      'Danach kann jeder Key verkauft werden, der noch zurückgehalten ist. Markiere zuerst die verschickten: Sonst bekommt jemand einen Key, den schon ein anderer hat.',
    decided: {
      one: '{count} Key entschieden',
      other: '{count} Keys entschieden',
    },
    done: 'Die Wiederherstellung ist abgeschlossen: Der Shop nimmt wieder Bestellungen an.',
    decideFailed: 'Die Entscheidung konnte nicht gespeichert werden',
  },
}
