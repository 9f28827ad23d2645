/** The list that a new shop begins with, in German. */
export const deFirstDay = {
  firstDay: {
    title: 'Bevor du verkaufst',
    lead: '{done} von {all} Schritten sind erledigt. Sind es alle, verschwindet die Liste.',
    states: { done: 'erledigt', open: 'zu tun', blocked: 'noch nicht möglich' },
    after: 'Zuerst: {step}',
    close: 'Liste schließen',
    closeTitle: 'Liste schließen?',
    closeText: 'Offene Schritte: {count}. Die Liste kommt nicht wieder.',
    closed: 'Die Liste ist geschlossen',
    failed: 'Das konnte nicht gespeichert werden',
    loadFailed: 'Die Liste konnte nicht geladen werden',
    steps: {
      nodes: {
        title: 'Alle Zahlungswege sind offen',
        text: 'Die Nodes antworten und sind sich einig, und eine unbenutzte Adresse ist bekannt. Mehr sagt die „Einstellungsprüfung“.',
      },
      keys: {
        title: 'Keys für jede Edition',
        text: 'Importiere oder erzeuge sie weiter unten unter „Keys“.',
      },
      'second-factor': {
        title: 'Zweiter Faktor für alle Inhaber',
        text: 'Alle Inhaber schalten ihn unter „Sicherheit“ selbst ein.',
      },
      backup: {
        title: 'Eine Sicherung, erstellt und geprüft',
        text: 'Mit einem Ordner für Sicherungen macht der Shop beides jeden Tag; sofort: keyhold backup, danach keyhold backup verify.',
      },
      mails: {
        title: 'E-Mails an Käufer gelesen',
        text: 'Sieh dir jede E-Mail in jeder Sprache an, die Käufer wählen können.',
      },
      'test-order': {
        title: 'Eine Testbestellung, bezahlt',
        text: 'Bestelle auf deiner eigenen Seite: in einem Testnetz oder die günstigste Edition mit echten Coins. Zurück zahlst du sie unter „Erstattungen“.',
      },
      'real-order': {
        title: 'Die erste Bestellung eines Käufers',
        text: 'Echte Coins, vom Netzwerk bestätigt, und die E-Mail mit den Keys ist verschickt.',
      },
    },
    editionKeys: 'Keys: {count}',
    noFactor: 'Inhaber ohne: {count}',
    made: 'Sicherung erstellt',
    tried: 'Wiederherstellung geprüft',
    read: 'E-Mails ansehen',
    mailsTitle: 'E-Mails an Käufer',
    mail: 'E-Mail',
    looksRight: 'Sie sind in Ordnung',
    templates: { 'waiting-confirm': 'Warteliste: bestätigen', 'waiting-stock': 'Warteliste: wieder da' },
  },
}
