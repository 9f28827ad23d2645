import type { PaymentStateTexts } from '#texts/en/payment-states.ts'

/** What became of a payment, and its invoice, in German. */
export const dePaymentStates: PaymentStateTexts = {
  status: {
    pending: 'Warten auf Ihre Zahlung',
    windowOver: 'Die Zahlungsfrist ist abgelaufen',
    partial: 'Ein Teil Ihrer Zahlung ist eingegangen',
    detected: 'Zahlung gefunden',
    confirmed: 'Zahlung bestätigt',
    expired: 'Diese Zahlung ist verfallen',
    review: 'Ihre Zahlung liegt bei unserem Team',
    wrongNetwork: 'Ihr Geld kam in einem anderen Netzwerk an',
    wrongToken: 'Eine andere Kryptowährung kam an',
    invalid: 'Die Zahlung wurde nie bestätigt',
    refunded: 'Diese Bestellung wurde erstattet',
    withdrawn: 'Sie haben diese Bestellung widerrufen',
  },
  note: {
    sendNow: 'Sobald Ihre Zahlung im Netzwerk erscheint, geht es auf dieser Seite von selbst weiter.',
    stillWatching:
      'Schon gesendet? Nichts ist verloren: Diese Adresse bleibt unter Beobachtung. Geld, das bis zu 24 Stunden zu spät eintrifft, zählt noch, zum Kurs seines Eingangs.',
    startAgain:
      'Noch nicht gesendet? Bitte beginnen Sie eine neue Zahlung und verwenden Sie diese Adresse nicht mehr.',
    partialRest:
      '{received} eingegangen, {remaining} fehlen noch. Senden Sie den Rest an dieselbe Adresse im selben Netzwerk.',
    partialOverWindow:
      'Bis zu 24 Stunden nach Ablauf der Zahlungsfrist können Sie den Rest noch senden, zum Kurs des jeweiligen Augenblicks. Danach übernimmt unser Team.',
    detectedNext:
      'Sie müssen nichts weiter tun. Sobald das Netzwerk die Zahlung bestätigt hat, bringt eine E-Mail Ihre Keys oder sagt, wann sie kommen.',
    reviewNext:
      'Jemand aus unserem Team sieht sie sich an und schreibt Ihnen. Ihr Geld ist sicher; bitte bewahren Sie Ihre Rechnungsnummer auf.',
    reviewLate: 'Sie kam nach Ablauf der Zahlungsfrist an und braucht eine Entscheidung.',
    reviewShort: 'Sie blieb mehr als 24 Stunden lang unter dem Preis.',
    wrongNetwork:
      'Sie hatten {network} gewählt. Was in einem anderen Netzwerk eingeht, bezahlt die Bestellung nicht von selbst.',
    wrongToken:
      'Sie hatten {coin} gewählt. Eine andere Kryptowährung bezahlt die Bestellung nicht von selbst.',
    foreignNext:
      'Sobald es dort bestätigt ist, sieht es sich jemand aus unserem Team an und schreibt Ihnen. Ihr Geld ist nicht verloren. Bitte senden Sie bis dahin nichts weiter und bewahren Sie Ihre Rechnungsnummer auf.',
    late: 'Sie kam nach Ablauf der Zahlungsfrist an und zählt daher zum Kurs jenes Augenblicks.',
    overpaid:
      'Sie haben mehr gesendet als nötig. Den Rest zahlen wir in derselben Kryptowährung zurück; schreiben Sie uns mit Ihrer Rechnungsnummer.',
    doubleSpend: 'Eine Überweisung, die wir gesehen hatten, wurde von ihrem Absender ersetzt.',
    reorged:
      'Das Netzwerk hat einen Block zurückgenommen und mit ihm Ihre Überweisung. Meist kehrt sie binnen Minuten von selbst zurück.',
    nodesDisagree: 'Unsere Quellen sind sich darüber noch nicht einig, daher warten wir.',
    awaitingKeys:
      'Ihre Keys sind unterwegs: Der Vorrat wird gerade aufgefüllt, und Ihre Keys werden von selbst verschickt, in der Reihenfolge der Bestellungen.',
    keysOnRelease:
      'Ihre Bestellung ist bezahlt. Die Keys kommen zur Veröffentlichung per E-Mail und stehen dann auch auf der Seite Ihrer Bestellung. Sie müssen nichts tun.',
    invalidNext:
      'Wir haben Ihre Überweisung gesehen, aber das Netzwerk hat sie 14 Tage lang nicht bestätigt. Wurde das Geld abgebucht, schreiben Sie uns mit Ihrer Rechnungsnummer.',
    unread:
      'Unsere Verbindung zu diesem Netzwerk ist zurzeit unterbrochen. Nichts geht verloren: Was Sie gesendet haben, wird erkannt, sobald sie wieder steht, und bis dahin läuft die Bestellung nicht ab.',
    withdrawn: 'Sie erhält keine Keys, und was dafür eintrifft, geht an Ihre Erstattungsadresse zurück.',
    refunded:
      'Die Erstattung ging an Ihre Erstattungsadresse. Falls für diese Bestellung Keys ausgegeben wurden, sind sie nicht mehr gültig. Danke, dass Sie dabei waren.',
  },
  invoice: {
    title: 'Zahlung bestätigt',
    badge: 'AUF DER BLOCKCHAIN BESTÄTIGT',
    id: 'Rechnungsnummer',
    date: 'Datum',
    status: 'Status',
    statusConfirmed: 'BESTÄTIGT',
    edition: 'Edition',
    quantity: 'Menge',
    coin: 'Kryptowährung',
    network: 'Netzwerk',
    paid: 'Gezahlter Betrag',
    price: 'Preis',
    confirmations: 'Bestätigungen',
    address: 'Zahlungsadresse',
    hash: 'Transaktions-Hash',
    byBalance: 'Am Guthaben erkannt',
    copyHash: 'Transaktions-Hash kopieren',
    hashCopied: 'Transaktions-Hash in die Zwischenablage kopiert',
    keysSent: {
      one: 'Ihr Key wurde an {email} gesendet.',
      other: 'Ihre {count} Keys wurden an {email} gesendet.',
    },
    keysSentUnknown: {
      one: 'Ihr Key wurde an die E-Mail-Adresse Ihrer Bestellung gesendet.',
      other: 'Ihre {count} Keys wurden an die E-Mail-Adresse Ihrer Bestellung gesendet.',
    },
    keysOnPage: {
      one: 'Sie finden ihn auch auf Ihrer Bestellseite.',
      other: 'Sie finden sie auch auf Ihrer Bestellseite.',
    },
    showKeys: { one: 'Meinen Key anzeigen', other: 'Meine Keys anzeigen' },
    orderPage: 'Zur Bestellseite',
    download: 'Vollständige Rechnung laden',
    downloaded: 'Rechnung heruntergeladen',
    copyId: 'Rechnungsnummer kopieren',
  },
  file: {
    title: 'RECHNUNG',
    email: 'E-Mail des Kunden',
    edition: 'Edition',
    total: 'Gezahlter Betrag ({currency})',
    footer: 'Auf der Blockchain bestätigt. Bewahren Sie diese Datei für Ihre Unterlagen auf.',
  },
  files: {
    title: 'Ihre Downloads',
    usedUp: 'Dieser Link wurde zu oft benutzt. Der Support gibt Ihnen einen anderen.',
  },
}
