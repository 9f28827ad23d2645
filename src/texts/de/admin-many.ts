/** What the back office does to many at once, and undoes, in German. */
export const deMany = {
  many: {
    selectShown: 'Alle gezeigten Bestellungen auswählen',
    selectOrder: 'Bestellung {id} auswählen',
    selected: { one: '{count} Bestellung ausgewählt', other: '{count} Bestellungen ausgewählt' },
    selectAll: { one: '{count} passende auswählen', other: 'Alle {count} passenden auswählen' },
    exportChosen: 'Auswahl exportieren',
    resend: 'Mails noch einmal senden',
    resendQuestion: {
      one: 'Der Käufer von {count} Bestellung bekommt die Keys noch einmal, oder die neueste Mail, wenn es keine Keys gibt. Wurde sie in den letzten zehn Minuten schon einmal gesendet, wird sie ausgelassen.',
      other:
        'Die Käufer von {count} Bestellungen bekommen ihre Keys noch einmal, oder ihre neueste Mail, wenn es keine Keys gibt. Was in den letzten zehn Minuten schon einmal gesendet wurde, wird ausgelassen.',
    },
    resent: { one: '{count} Mail noch einmal gesendet', other: '{count} Mails noch einmal gesendet' },
    refund: 'Erstattungen anlegen',
    refundQuestion: {
      one: 'Alles, was von {count} Bestellung übrig ist, soll erstattet werden, an die Adresse des Käufers. Keys verlassen den Shop dafür nicht mehr, und der Käufer erfährt es per Mail.',
      other:
        'Alles, was von {count} Bestellungen übrig ist, soll erstattet werden, jeweils an die Adresse des Käufers. Keys verlassen den Shop dafür nicht mehr, und die Käufer erfahren es per Mail.',
    },
    refundNext:
      'Noch wird nichts gezahlt: Die Erstattungen warten unter „Erstattungen“ und können dort einzeln abgebrochen werden.',
    refunded: { one: '{count} Erstattung angelegt', other: '{count} Erstattungen angelegt' },
    notDone: { one: '{count} nicht möglich', other: '{count} nicht möglich' },
    progress: '{done} von {total} erledigt',
    results: 'Was nicht ging',
    reason: 'Warum',
    unfinished: 'Keine Antwort. Du kannst es gefahrlos wiederholen.',
    recentlySent: 'Gerade erst noch einmal gesendet.',
    undo: 'Rückgängig',
    undone: 'Rückgängig gemacht',
    undoLead: 'Das Letzte rückgängig machen',
    retireMany: {
      one: '{count} Key wird nicht mehr verkauft und bleibt in der Liste. Er lässt sich zurücklegen, solange ihn niemand gekauft oder aufgedeckt hat.',
      other:
        '{count} Keys werden nicht mehr verkauft und bleiben in der Liste. Sie lassen sich zurücklegen, solange sie niemand gekauft oder aufgedeckt hat.',
    },
    retiredMany: { one: '{count} Key zurückgezogen', other: '{count} Keys zurückgezogen' },
    retireList: 'Liste zurückziehen',
    retireListLead:
      'Füge ganze Keys ein, einen je Zeile, höchstens 1.000. Verkaufte Keys bleiben bei ihren Käufern und sind als zurückgezogen markiert.',
    listLabel: 'Keys',
    listTooLong: 'Das sind mehr als 1.000 Keys.',
    line: 'Zeile {line}',
    restore: 'Zurücklegen',
    restoreKey: 'Key {key} in den Bestand zurücklegen',
    restoreTitle: 'Zurück in den Bestand',
    restoreQuestion: 'Dieser Key wird wieder verkauft. Tu das nur, wenn du ihn niemandem gegeben hast.',
    restored: { one: '{count} Key ist wieder im Bestand', other: '{count} Keys sind wieder im Bestand' },
  },
}
