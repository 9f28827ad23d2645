import type { PlainTexts } from '#texts/en/plain.ts'

/** The pages that work without script, in German. */
export const dePlain: PlainTexts = {
  needsScript: 'Diese Seite braucht JavaScript. Schalten Sie es im Browser ein und laden Sie die Seite neu.',
  faultTitle: 'Fehler: {title}',
  faults: 'Bitte prüfen Sie die markierten Angaben',
  form: {
    title: 'Bestellen',
    lead: 'Füllen Sie diese Seite aus und senden Sie sie ab. Auf der nächsten steht, wie viel Sie wohin und bis wann zahlen.',
    edition: 'Edition',
    recalculate: 'Neu berechnen',
    quantityFault: 'Bitte geben Sie eine ganze Zahl von {min} bis {max} ein.',
    editionFault: 'Diese Edition ist ausverkauft. Bitte wählen Sie eine andere.',
    onlyEditionFault: 'Diese Edition ist ausverkauft.',
    rail: 'Kryptowährung und Netzwerk wählen',
    addressMissing: 'Bitte geben Sie eine eigene Adresse für Erstattungen ein.',
    codeHint: 'Sechs Zeichen. Groß oder klein spielt keine Rolle.',
    codeMissing: 'Bitte geben Sie die Zeichen aus dem Bild ein.',
    cannotRead:
      'Das Bild ist nicht zu entziffern? Fordern Sie einen neuen Code an oder schreiben Sie an {email}: Wir nehmen Ihre Bestellung gern per E-Mail auf.',
    sentBefore:
      'Dieses Formular wurde schon einmal mit anderen Angaben abgesendet. Es wurde jetzt nichts bestellt: Bitte prüfen Sie alles und senden Sie es noch einmal ab.',
  },
  order: {
    done: {
      checked: 'Wir haben soeben auf der Blockchain nachgesehen. Was sie zeigt, steht unten.',
      asked: 'Ihre Anfrage ist angekommen. Wie es weitergeht, steht unter „Erstattung“.',
      already: 'Für alles, was sich zurückgeben lässt, ist die Erstattung schon angefragt.',
      changed:
        'Diese Bestellung hat sich geändert, seit die Seite angezeigt wurde. Es wurde nichts weiter angefragt: Bitte sehen Sie sich unten erst den neuen Stand an.',
      sent: 'Die E-Mail ist noch einmal an Sie unterwegs.',
      soon: 'Diese E-Mail wurde erst vor Kurzem gesendet. Bitte warten Sie etwas, bevor Sie sie erneut anfordern.',
      nothing: 'Zu dieser Bestellung gibt es noch keine E-Mail.',
      closed:
        'Es wurde nichts ausgeführt: Dieser Browser hat keinen Zugang zu dieser Bestellung. Bitte öffnen Sie den Link in unserer E-Mail.',
      mistyped:
        'Dieser Code gehört nicht zu dieser Bestellung. Bitte übernehmen Sie ihn aus unserer neuesten E-Mail dazu.',
    },
    code: { label: 'Code aus unserer E-Mail', submit: 'Bestellung öffnen' },
    payUntil: 'Zahlbar bis {time}',
    refreshes: 'Diese Seite sieht alle 30 Sekunden von selbst wieder nach.',
    keysFile: { one: 'Key als Datei', other: 'Alle Keys als Datei' },
    refund: {
      title: 'Erstattung',
      lead: 'Sie können Ihre Keys bis zum {date} zurückgeben, alle oder einzelne. Sie erhalten deren Preis in {currency} zurück: in der Kryptowährung und über das Netzwerk, mit denen Sie bezahlt haben, zum Kurs des Tages, an dem wir ihn senden. Fragen Sie binnen 14 Tagen nach der Zahlung an, erhalten Sie mindestens den Betrag in Kryptowährung, den Sie gezahlt haben. Die Netzwerkgebühr tragen wir.',
      unpaid: 'Noch gibt es nichts zu erstatten: Diese Bestellung ist nicht bestätigt.',
      over: 'Die Frist für die Rückgabe von Keys endete am {date}.',
      fullyRequested: 'Für diese Bestellung ist die Erstattung vollständig angefragt.',
      copies: 'Wie viele Exemplare geben Sie zurück?',
      returned: 'Exemplare',
      copiesHint: {
        one: '{count} Exemplar kann zurückgegeben werden.',
        other: '{count} Exemplare können zurückgegeben werden.',
      },
      wholeOnly: 'Ihre Keys sind noch nicht ausgegeben, deshalb geht die ganze Bestellung zurück.',
      copiesFault: 'Bitte geben Sie eine ganze Zahl ein, höchstens {count}.',
      to: 'Die Erstattung geht an {address}',
      elsewhere: 'Andere Erstattungsadresse',
      elsewhereHint:
        'Lassen Sie das Feld leer, wenn die Adresse oben gilt. Die Adresse muss zu dem Netzwerk gehören, mit dem Sie bezahlt haben.',
      again: 'Die andere Adresse noch einmal',
      againHint: 'Was an eine falsche Adresse geht, ist verloren. Bitte geben Sie sie deshalb zweimal ein.',
      againFault: 'Die beiden Adressen sind verschieden. Bitte geben Sie zweimal dieselbe ein.',
      reason: 'Ihr Grund (freiwillig)',
      reasonFault: 'Bitte höchstens {count} Zeichen.',
      acceptInvalidKeys: 'Mir ist bekannt, dass die zurückgegebenen Keys dauerhaft ungültig werden.',
      acceptInvalidKeysFault: 'Bitte bestätigen Sie, dass die zurückgegebenen Keys ungültig werden.',
      submit: 'Erstattung anfragen',
      states: {
        asked: 'Angefragt: Unser Team berechnet den Betrag und sendet ihn.',
        recorded: 'Gesendet: Die Bestätigung der Blockchain steht noch aus.',
        mismatch: 'Wird von unserem Team geprüft',
        verified: 'Erstattet: auf der Blockchain bestätigt.',
      },
      owed: 'Betrag',
      correction: 'Nummer der Rechnungskorrektur',
      address: 'Geht an',
      failed:
        'Die Anfrage wurde nicht angenommen. Bitte sehen Sie sich die Bestellung an und versuchen Sie es erneut.',
    },
    mail: {
      title: 'Ihre E-Mail',
      lead: 'Die E-Mail an {email} ist verloren gegangen oder lässt auf sich warten? Wir senden sie erneut, höchstens einmal pro Minute.',
      none: 'Sobald es etwas mitzuteilen gibt, schreiben wir an {email}.',
      withheld:
        'Die Mail mit den Zahlungsdaten wurde nicht verschickt: Für dieses Postfach oder über Ihre Verbindung gab es innerhalb einer Stunde zu viele Bestellungen. Alles zum Bezahlen steht auf dieser Seite, in diesem Browser. Mails zu Ihrer Zahlung und Ihren Keys kommen trotzdem.',
      submit: 'E-Mail erneut senden',
    },
  },
  recover: {
    title: 'Bestellung finden',
    refundTitle: 'Keys zurückgeben',
    lead: 'Geben Sie E-Mail-Adresse und Rechnungsnummer Ihrer Bestellung ein. Dann senden wir den Link zu Ihrer Bestellseite an diese Adresse.',
    refundLead:
      'Die Rückgabe von Keys fragen Sie auf der Bestellseite an. Steht Ihre Bestellung hier nicht, lassen Sie sich ihren Link zuschicken.',
    invoiceIdHint:
      'Sie steht in jeder E-Mail zu Ihrer Bestellung und auf der Rechnung: 36 Zeichen mit Bindestrichen.',
    invoiceIdFault: 'Bitte geben Sie die ganze Rechnungsnummer ein: 36 Zeichen mit Bindestrichen.',
    submit: 'Link zuschicken',
    sentTitle: 'Bitte sehen Sie in Ihr Postfach',
    sent: 'Wenn es eine Bestellung mit dieser E-Mail-Adresse und Rechnungsnummer gibt, ist ihr Link unterwegs. Das kann einige Minuten dauern; sehen Sie bitte auch im Spam-Ordner nach.',
    tooOften:
      'Das wurde zu oft angefordert. Bitte warten Sie eine Stunde und versuchen Sie es dann erneut, oder schreiben Sie an {email}.',
    own: 'Bestellungen dieses Browsers',
    ownOrder: '{edition} × {count}, {date}',
    openRefund: 'Keys dieser Bestellung zurückgeben',
    form: 'Bestellung nicht dabei?',
  },
  status: {
    title: 'Status des Shops',
    selling: 'Bestellungen werden angenommen.',
    soldOut: 'Zurzeit ist jede Edition ausverkauft.',
    closed: 'Zurzeit werden keine Bestellungen angenommen.',
    closedLead:
      'Bestehende Bestellungen gehen nicht verloren: Was für sie gesendet wurde, zählt, sobald die Netzwerke wieder gelesen werden können.',
    rails: 'Zahlungsarten',
    open: 'Offen',
    mail: 'Mailversand',
    mailOnTime: 'Pünktlich',
    mailDelayed: 'Verzögert. Die Seite deiner Bestellung zeigt deine Keys ebenfalls.',
    readAt: 'Stand: {time}',
  },
  setup: {
    title: 'Sicherung wiederherstellen',
    lead: 'Dieser Shop ist leer. Wer Zugang zu seinem Server hat, kann ihn hier einmalig aus einer Sicherung füllen.',
    secret:
      'Die Sicherung braucht das Geheimnis der Installation, aus der sie stammt, und ihren Schlüssel, wenn sie verschlüsselt ist. Richten Sie beides ein, bevor Sie diesen Shop starten; docs/operating.md beschreibt es.',
    token: 'Einmaliger Code',
    tokenHint: 'Er steht dort, wo der Shop gestartet wurde.',
    wrong: 'Das ist nicht der Code, der beim letzten Start ausgegeben wurde.',
    submit: 'Sicherungen anzeigen',
    choose: 'Wählen Sie die Sicherung. Der Shop hält dafür an und startet von selbst wieder.',
    none: 'Der Ordner aus {setting} enthält keine Sicherung, oder die Einstellung fehlt. Führen Sie auf dem Server {command} aus.',
    restore: 'Wiederherstellen',
    restoreOf: 'Sicherung vom {time} wiederherstellen',
    orders: 'Bestellungen: {count}',
    keys: 'Keys insgesamt: {count}',
    release: 'Version {release}',
    unreadable:
      'Sie lässt sich nicht öffnen: Sie ist beschädigt oder mit einem Schlüssel verschlüsselt, der nicht in {setting} steht.',
    startedTitle: 'Die Wiederherstellung hat begonnen',
    started:
      'Der Shop hält jetzt an und spielt die Sicherung ein. Wo er gestartet wurde, sehen Sie den Fortgang. Melden Sie sich danach mit einem Konto aus der Sicherung an und schließen Sie die Wiederherstellung unter „Einstellungen“ ab.',
  },
  withdraw: {
    title: 'Vertrag widerrufen',
    lead: 'Mit diesem Formular widerrufen Sie den Vertrag über eine Bestellung, ob bezahlt oder nicht. Sie müssen sich nicht anmelden und keinen Grund nennen. Auf der nächsten Seite bestätigen Sie Ihre Angaben.',
    name: 'Ihr Name',
    nameFault: 'Bitte geben Sie Ihren Namen ein.',
    emailHint: 'Die Adresse, mit der Sie bestellt haben. Dorthin geht die Bestätigung.',
    copies: 'Anzahl der Exemplare (leer lassen für die ganze Bestellung)',
    copiesHint: 'Einzelne Exemplare können zurückgegeben werden, sobald ihre Keys verschickt sind.',
    copiesFault: 'Bitte geben Sie eine ganze Zahl ein oder lassen Sie das Feld leer.',
    continue: 'Weiter',
    confirmTitle: 'Widerruf bestätigen',
    confirmLead: 'Bitte prüfen Sie Ihre Erklärung. Abgeschickt wird sie erst, wenn Sie sie bestätigen.',
    what: 'Widerrufen wird',
    whole: 'die ganze Bestellung',
    someCopies: 'Exemplare: {count}',
    change: 'Ändern',
    doneTitle: 'Ihr Widerruf ist eingegangen',
    doneLead: 'Diese Eingangsbestätigung geht auch an das Postfach der Bestellung. Bitte speichern Sie sie.',
    next: 'Was bezahlt wurde, geht an die Erstattungsadresse der Bestellung zurück; über jeden Schritt erhalten Sie eine Mail. Passen Rechnungsnummer und E-Mail-Adresse nicht zusammen, antwortet Ihnen ein Mensch.',
    save: 'Bestätigung speichern',
    tooOften:
      'Von Ihrem Anschluss kamen zu viele Erklärungen, diese wurde nicht angenommen. Bitte widerrufen Sie per E-Mail an {email}: Das ist genauso gültig.',
  },
  waitingList: {
    title: 'Warteliste',
    lead: 'Ausverkauft: {edition}. Hinterlassen Sie Ihre E-Mail-Adresse, und wir schreiben Ihnen einmal, sobald wieder bestellt werden kann.',
    kept: 'Wir nutzen die Adresse für nichts anderes und löschen sie nach dieser E-Mail. Es wird kein Exemplar zurückgelegt.',
    submit: 'Auf die Warteliste',
    sent: 'Wenn diese Adresse auf die Liste kann, ist eine E-Mail mit einem Link unterwegs. Erst wenn Sie dort bestätigen, schreiben wir Ihnen, sobald es diese Edition wieder gibt: {edition}.',
    available: 'Kann jetzt bestellt werden: {edition}.',
    confirmTitle: 'E-Mail-Adresse bestätigen',
    confirmLead:
      'Dann schreiben wir Ihnen einmal, sobald diese Edition wieder bestellt werden kann: {edition}.',
    confirm: 'Bestätigen',
    confirmedTitle: 'Sie stehen auf der Warteliste',
    confirmed: 'Wir schreiben Ihnen einmal, sobald diese Edition wieder bestellt werden kann: {edition}.',
    overTitle: 'Dieser Link gilt nicht mehr',
    over: 'Er gilt zwei Tage und nur, bis die E-Mail verschickt ist, um die es geht. Sie können Ihre Adresse erneut auf die Liste setzen.',
    leave: 'Warteliste verlassen',
    leaveLead: 'Wir löschen Ihre Adresse von der Liste und schreiben nicht mehr.',
    leftTitle: 'Sie stehen nicht auf der Warteliste',
    left: 'Ihre Adresse ist von der Liste gelöscht.',
  },
  notice: {
    title: 'Einen Moment, bitte',
    limited:
      'Von Ihrem Anschluss kamen zu viele Anfragen. Bitte warten Sie eine Minute und versuchen Sie es dann erneut.',
    foreign:
      'Dieses Formular kam nicht von einer Seite dieses Shops, deshalb wurde nichts ausgeführt. Bitte öffnen Sie die Seite hier und senden Sie es noch einmal ab.',
    unreadable:
      'Das Gesendete war nicht zu lesen, deshalb wurde nichts ausgeführt. Bitte versuchen Sie es erneut.',
    failed:
      'Bei uns ist etwas schiefgegangen. Sie können es gefahrlos erneut versuchen: Nichts wird doppelt bestellt oder angefragt.',
    fileGone:
      'Dieser Link öffnet keine Datei, oder er tut es nicht mehr. Auf der Seite Ihrer Bestellung stehen die gültigen Links.',
    fileLimit:
      'Dieser Link wurde zu oft benutzt. Schreiben Sie dem Support, dann erhalten Sie einen anderen.',
    frameTitle: 'Diese Seite erscheint in einer anderen Website',
    noOrigin:
      'Unter dieser Adresse erscheint die Bestellung in einer anderen Website, deren Adresse fehlt: Der Parameter „origin“ ist nicht angegeben. Zum Bestellen gehen Sie bitte zum Shop.',
    retry: 'Erneut versuchen',
    home: 'Zurück zum Shop',
  },
}
