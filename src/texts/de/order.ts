import type { SiteTexts } from '#texts/en/site.ts'

/** An order in German, as the order page and the invoice file show it. */
export const deOrder: SiteTexts['order'] = {
  title: 'Ihre Bestellung',
  loading: 'Ihre Bestellung wird abgerufen …',
  missing:
    'Unter dieser Adresse gibt es keine Bestellung. Vielleicht wurde sie gelöscht: Das geschieht nach 30 Tagen ohne Geldeingang.',
  unreadable: 'Der Shop antwortet gerade nicht. Wir versuchen es weiter.',
  backToShop: 'Zurück zum Shop',
  waiting: 'Diese Bestellung wartet auf Ihre Zahlung.',
  continuePayment: 'Weiter zur Zahlung',
  timeline: 'Verlauf',
  ordered: 'Bestellt',
  detected: 'Zahlung gesehen: {count} von {required} Bestätigungen',
  confirmed: 'Auf der Blockchain bestätigt',
  delivered: 'Keys ausgegeben',
  awaitingKeys: 'Warten auf neue Keys',
  figures: 'Rechnung',
  keys: { one: 'Ihr Spiel-Key', other: 'Ihre Spiel-Keys' },
  keysClosed:
    'Keys und E-Mail-Adresse sind nur in dem Browser zu sehen, in dem bestellt wurde. Um sie hier zu sehen, öffnen Sie den Link in unserer E-Mail.',
  keysLater: {
    one: 'Ihr Key erscheint hier, sobald er verschickt ist.',
    other: 'Ihre Keys erscheinen hier, sobald sie verschickt sind.',
  },
  show: { one: 'Key anzeigen', other: 'Keys anzeigen' },
  hide: { one: 'Key verbergen', other: 'Keys verbergen' },
  hidden: 'Verborgener Key {number}',
  copyKey: 'Key {number} kopieren',
  keyCopied: 'Key in die Zwischenablage kopiert',
  mail: 'Wir schreiben an {email}. Sehen Sie bitte auch im Spam-Ordner nach.',
  keysMailed: {
    one: 'Ihr Key steht auch in der E-Mail, die wir Ihnen geschickt haben.',
    other: 'Ihre Keys stehen auch in der E-Mail, die wir Ihnen geschickt haben.',
  },
  refundAddress: 'Erstattungen gehen an',
  invoice: { number: 'Fortlaufende Rechnungsnummer', statusRefunded: 'ERSTATTET', checkCode: 'Prüfcode' },
}
