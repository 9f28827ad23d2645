import type { SiteTexts } from '#texts/en/site.ts'
import { dePaymentStates } from './payment-states.ts'

/** The payment dialog in German. */
export const deCheckout: SiteTexts['checkout'] = {
  title: '{edition}: {total}',
  secure: 'Sichere Zahlung mit Kryptowährung, auf der Blockchain geprüft',
  copies: { one: '{count} Exemplar × {price}', other: '{count} Exemplare × je {price}' },
  currency: 'Währung',
  close: 'Schließen',
  closeDialog: 'Zahlungsfenster schließen',
  discount: {
    label: 'Rabatt',
    line: 'Rabatt: {amount}',
    open: 'Ich habe einen Code',
    code: 'Rabattcode',
    hint: 'Buchstaben und Ziffern. Den niedrigeren Preis sehen Sie, bevor Sie bezahlen.',
    apply: 'Einlösen',
    found: '−{amount} · Sie zahlen {price}',
  },
  back: 'Zurück zu den Zahlungsdaten',
  loading: 'Ihre Zahlung wird abgerufen …',
  missing:
    'Diese Zahlung ist nicht zu finden. Vielleicht wurde sie gelöscht: Das geschieht nach 30 Tagen ohne Geldeingang.',
  unreadable: 'Der Shop antwortet gerade nicht. Wir versuchen es weiter.',
  startOver: 'Neue Zahlung beginnen',
  steps: {
    label: 'Schritte Ihres Kaufs',
    form: 'Angaben',
    payment: 'Zahlung',
    verification: 'Prüfung',
  },
  method: {
    legend: 'Zahlungsart',
    crypto: 'Kryptowährung',
    paypal: 'PayPal',
    card: 'Kredit- und Debitkarten',
    clickpay: 'ClickPay',
    unavailable: 'Nicht verfügbar',
  },
  coin: {
    legend: 'Kryptowährung wählen',
    bitcoin: 'Bitcoin',
    ethereum: 'Ethereum',
    usdt: 'Tether USD',
    usdc: 'USD Coin',
    litecoin: 'Litecoin',
    eurc: 'Euro Coin',
  },
  network: {
    legend: 'Netzwerk wählen',
    bitcoin: 'Bitcoin-Netzwerk',
    ethereum: 'Ethereum-Netzwerk',
    erc20: 'ERC-20 (Ethereum)',
    trc20: 'TRC-20 (Tron)',
    bep20: 'BEP-20 (BSC)',
    'usdc-ethereum': 'Ethereum',
    'usdc-base': 'Base',
    'usdc-polygon': 'Polygon',
    litecoin: 'Litecoin-Netzwerk',
    'eurc-ethereum': 'Ethereum',
    'eurc-base': 'Base',
  },
  usual: {
    fee: 'Gebühr {low} bis {high}',
    feeBelow: 'Gebühr unter {high}',
    withinMinute: 'binnen einer Minute',
    minutes: { one: 'etwa {count} Minute', other: 'etwa {count} Minuten' },
  },
  rail: {
    simulated: 'Simulation',
    unknown: 'Zurzeit nicht verfügbar',
    not_configured: 'In diesem Shop nicht angeboten',
    node_down: 'Pausiert: Unsere Verbindung zu diesem Netzwerk ist unterbrochen',
    node_lags: 'Pausiert: Unser Stand dieses Netzwerks wird gerade aufgeholt',
    node_mismatch: 'Pausiert: Dieses Netzwerk wird gerade überprüft',
    no_rate: 'Pausiert: zurzeit kein Wechselkurs',
    no_address: 'Pausiert: die nächste Zahlungsadresse wird noch geprüft',
    no_reader: 'Pausiert: die Chain wird zurzeit nicht gelesen',
    restored:
      'Pausiert: Der Shop wird gerade aus einer Sicherung wiederhergestellt. Bitte kommen Sie später wieder.',
    disk_full:
      'Pausiert: Der Shop hat eine technische Störung, an der gearbeitet wird. Bitte kommen Sie später wieder.',
    none: 'Zurzeit ist keine Zahlungsart verfügbar. Bitte kommen Sie etwas später wieder.',
    noneNext:
      'Es wurde nichts bestellt. Diese Seite sieht weiter nach: Das Formular erscheint von selbst wieder, sobald eine Zahlungsart offen ist.',
    help: 'Fragen? Schreiben Sie an {email}.',
  },
  form: {
    total: 'Gesamt',
    email: 'E-Mail-Adresse',
    emailHint: 'Dorthin gehen Ihre Keys und der Link zu Ihrer Bestellung.',
    emailFault: 'Bitte geben Sie eine vollständige E-Mail-Adresse ein, etwa name@example.com.',
    address: 'Wallet-Adresse für Erstattungen',
    addressPickFirst: 'Wählen Sie zuerst eine Kryptowährung; die Adresse muss dazu passen.',
    addressHint: {
      bitcoin:
        'Muss zu Bitcoin passen: eine eigene Adresse, die mit bc1, 1 oder 3 beginnt. Dorthin gehen Erstattungen.',
      ethereum:
        'Muss zu Ethereum passen: eine eigene Adresse, 0x und 40 Zeichen. Dorthin gehen Erstattungen.',
      erc20:
        'Muss zu USDT auf ERC-20 passen: eine eigene Adresse, 0x und 40 Zeichen. Dorthin gehen Erstattungen.',
      trc20:
        'Muss zu USDT auf TRC-20 passen: eine eigene Adresse, T und 33 Zeichen. Dorthin gehen Erstattungen.',
      bep20:
        'Muss zu USDT auf BEP-20 passen: eine eigene Adresse, 0x und 40 Zeichen. Dorthin gehen Erstattungen.',
      'usdc-ethereum':
        'Muss zu USDC auf Ethereum passen: eine eigene Adresse, 0x und 40 Zeichen. Dorthin gehen Erstattungen.',
      'usdc-base':
        'Muss zu USDC auf Base passen: eine eigene Adresse, 0x und 40 Zeichen. Dorthin gehen Erstattungen.',
      'usdc-polygon':
        'Muss zu USDC auf Polygon passen: eine eigene Adresse, 0x und 40 Zeichen. Dorthin gehen Erstattungen.',
      litecoin:
        'Muss zu Litecoin passen: eine eigene Adresse, die mit ltc1, L oder M beginnt. Dorthin gehen Erstattungen.',
      'eurc-ethereum':
        'Muss zu EURC auf Ethereum passen: eine eigene Adresse, 0x und 40 Zeichen. Dorthin gehen Erstattungen.',
      'eurc-base':
        'Muss zu EURC auf Base passen: eine eigene Adresse, 0x und 40 Zeichen. Dorthin gehen Erstattungen.',
    },
    addressFault: {
      bitcoin: 'Das ist keine Bitcoin-Adresse. Erwartet: bc1…, 1… oder 3…, vollständig und ohne Leerzeichen.',
      ethereum: 'Das ist keine Ethereum-Adresse. Erwartet: 0x, gefolgt von 40 Zeichen aus 0–9 und a–f.',
      erc20: 'Das ist keine ERC-20-Adresse. Erwartet: 0x, gefolgt von 40 Zeichen aus 0–9 und a–f.',
      trc20: 'Das ist keine TRC-20-Adresse. Erwartet: T, gefolgt von 33 Buchstaben und Ziffern.',
      bep20: 'Das ist keine BEP-20-Adresse. Erwartet: 0x, gefolgt von 40 Zeichen aus 0–9 und a–f.',
      'usdc-ethereum':
        'Das ist keine Ethereum-Adresse. Erwartet: 0x, gefolgt von 40 Zeichen aus 0–9 und a–f.',
      'usdc-base': 'Das ist keine Base-Adresse. Erwartet: 0x, gefolgt von 40 Zeichen aus 0–9 und a–f.',
      'usdc-polygon': 'Das ist keine Polygon-Adresse. Erwartet: 0x, gefolgt von 40 Zeichen aus 0–9 und a–f.',
      litecoin:
        'Das ist keine Litecoin-Adresse. Erwartet: ltc1…, L… oder M…, vollständig und ohne Leerzeichen.',
      'eurc-ethereum':
        'Das ist keine Ethereum-Adresse. Erwartet: 0x, gefolgt von 40 Zeichen aus 0–9 und a–f.',
      'eurc-base': 'Das ist keine Base-Adresse. Erwartet: 0x, gefolgt von 40 Zeichen aus 0–9 und a–f.',
    },
    addressHidden:
      'Das ist eine MWEB-Adresse von Litecoin; dorthin kann nichts erstattet werden. Bitte geben Sie eine gewöhnliche Adresse Ihrer Wallet an: ltc1…, L… oder M….',
    addressChecksum:
      'Mindestens ein Zeichen dieser Adresse ist falsch oder fehlt: Die Prüfsumme stimmt nicht. Bitte kopieren Sie sie noch einmal aus Ihrer Wallet.',
    keysOnRelease: 'Die Keys dieser Edition werden zur Veröffentlichung verschickt, nicht früher.',
    notice:
      'Ihre Keys kommen per E-Mail und stehen auch auf Ihrer Bestellseite. Keys, die Sie nicht möchten, auch bereits zugeschickte, können Sie gegen Erstattung zurückgeben: bis 14 Tage nach der Zahlung oder bis zur Veröffentlichung, je nachdem, was später ist.',
    accept: 'Für Ihre Bestellung gelten unsere {terms}. Welche Daten wir speichern, steht in der {privacy}.',
    terms: 'Vorbestellbedingungen',
    privacy: 'Datenschutzerklärung',
    newTab: '(öffnet einen neuen Tab)',
    submit: 'Zahlung erstellen',
    submitting: 'Zahlung wird erstellt …',
    queued:
      'Gerade bestellen sehr viele. Ihre Bestellung geht in einigen Sekunden von selbst weiter: Lassen Sie diese Seite bitte offen.',
    needsCoin: 'Wählen Sie eine Kryptowährung, um fortzufahren.',
    needsCaptcha: 'Schließen Sie die Sicherheitsprüfung ab, um fortzufahren.',
    created: 'Bestellung angelegt. Bezahlt ist noch nichts.',
    recorded: 'Zahlung erfolgreich erfasst',
  },
  captcha: {
    legend: 'Sicherheitsprüfung',
    image: 'Sechs Zeichen, unten einzugeben',
    loading: 'Code wird geladen …',
    input: 'Zeichen im Bild',
    hint: 'Sechs Zeichen; geprüft wird, sobald alle eingegeben sind. Groß- oder Kleinschreibung ist egal.',
    refresh: 'Neuer Code',
    unreadable: 'Ich kann das nicht lesen',
    checking: 'Wird geprüft …',
    working: 'Stattdessen rechnet Ihr Gerät kurz. Das dauert ein paar Sekunden.',
    workProgress: 'Fortschritt der Berechnung',
    cancelWork: 'Doch das Bild zeigen',
    failed: 'Captcha-Prüfung fehlgeschlagen. Bitte versuchen Sie es erneut.',
    expired: 'Dieser Code war abgelaufen. Hier ist ein neuer.',
    again: 'Bitte machen Sie die Sicherheitsprüfung noch einmal.',
    busy: 'Gerade bestellen sehr viele. Ein Code kommt in einigen Sekunden von selbst.',
    limited: 'Zu viele Versuche. Bitte warten Sie eine Minute und fordern Sie dann einen neuen Code an.',
    unreachable:
      'Es konnte kein Code geladen werden. Prüfen Sie Ihre Verbindung und fordern Sie dann einen neuen an.',
    workUnavailable: 'Dieser Browser kann hier nicht rechnen. Bitte fordern Sie einen neuen Code an.',
    passed: 'Sicherheitsprüfung bestanden',
  },
  waitingLink: 'Benachrichtigen, wenn wieder da: {edition}',
  failure: {
    general: 'Zahlung fehlgeschlagen. Bitte versuchen Sie es erneut.',
    EMAIL_INVALID: 'Die E-Mail-Adresse wurde nicht angenommen.',
    ADDRESS_INVALID: 'Die Erstattungsadresse wurde nicht angenommen.',
    PRICE_MISMATCH:
      'Der Preis hat sich geändert, seit diese Seite geladen wurde. Laden Sie sie neu, um ihn zu sehen.',
    CURRENCY_NOT_OFFERED:
      'In dieser Währung gibt es gerade keine Preise. Laden Sie die Seite neu, um die Preise zu sehen.',
    RAIL_UNAVAILABLE:
      'Dieses Netzwerk ist zurzeit pausiert. Wählen Sie ein anderes oder versuchen Sie es in ein paar Minuten wieder.',
    RATE_UNAVAILABLE:
      'Für diese Kryptowährung gibt es gerade keinen Wechselkurs. Wählen Sie eine andere oder versuchen Sie es gleich noch einmal.',
    OUT_OF_STOCK:
      'Für diese Bestellung sind nicht mehr genug Keys da. Versuchen Sie es mit einer kleineren Menge.',
    UNPAID_ORDERS:
      'Über Ihre Verbindung sind zu viele Bestellungen unbezahlt. Bezahlen Sie eine davon, oder versuchen Sie es nach Ablauf ihrer Zahlungsfrist erneut: Meist genügen einige Minuten.',
    SHOP_UNPAID_ORDERS:
      'Der Shop hat im Moment zu viele unbezahlte Bestellungen. Es wurde nichts bestellt; bitte versuchen Sie es in einigen Minuten erneut.',
    CAPTCHA_REQUIRED: 'Bitte machen Sie die Sicherheitsprüfung noch einmal.',
    RATE_LIMITED: 'Zu viele Bestellungen über Ihre Verbindung. Bitte warten Sie eine Minute.',
    DISCOUNT_UNKNOWN:
      'Diesen Rabattcode gibt es nicht. Prüfen Sie ihn oder bestellen Sie ohne; machen Sie dann die Sicherheitsprüfung noch einmal.',
    DISCOUNT_PAUSED:
      'Dieser Rabattcode gilt im Moment nicht. Bestellen Sie ohne ihn oder versuchen Sie es später.',
    DISCOUNT_NOT_YET:
      'Dieser Rabattcode gilt noch nicht. Bestellen Sie ohne ihn oder kommen Sie später wieder.',
    DISCOUNT_EXPIRED: 'Dieser Rabattcode gilt nicht mehr. Sie können ohne ihn bestellen.',
    DISCOUNT_OTHER_EDITION:
      'Dieser Rabattcode gilt für eine andere Edition. Wählen Sie diese oder bestellen Sie ohne den Code.',
    DISCOUNT_OTHER_CURRENCY:
      'Dieser Rabattcode gilt für Preise in einer anderen Währung. Wählen Sie diese oder bestellen Sie ohne den Code.',
    DISCOUNT_TOO_LARGE:
      'Dieser Rabattcode zieht mehr ab, als diese Bestellung kostet. Bestellen Sie mehr Exemplare oder lassen Sie den Code weg.',
    DISCOUNT_USED_UP:
      'Dieser Rabattcode ist aufgebraucht. Endet eine unbezahlte Bestellung, kann er wieder frei werden; Sie können auch ohne ihn bestellen.',
    DISCOUNT_USED_BY_YOU:
      'Mit dieser E-Mail-Adresse wurde der Rabattcode so oft genutzt, wie er es zulässt. Sie können ohne ihn bestellen.',
    DISCOUNT_LIMITED:
      'Über Ihre Verbindung kamen zu viele falsche Rabattcodes. Bestellen Sie ohne Code oder versuchen Sie es in einer Stunde erneut.',
    OFFLINE:
      'Der Shop war nicht zu erreichen. Sie können es gefahrlos erneut versuchen: Doppelt bestellt wird nichts.',
    BUSY: 'Gerade bestellen sehr viele. Es wurde nichts bestellt. Bitte versuchen Sie es in einigen Sekunden noch einmal.',
    UNAVAILABLE:
      'Der Shop ist für einen Moment nicht erreichbar. Ihre Angaben bleiben stehen: Drücken Sie in einigen Sekunden noch einmal auf die Schaltfläche. Doppelt bestellt wird nichts.',
    reference: 'Wenn Sie uns deswegen schreiben, geben Sie bitte {id} an.',
  },
  address: {
    colon: ':',
    checkWords: 'Prüfwörter',
    checkHint: 'Dieselben zwei Wörter stehen in Ihrer E-Mail neben dieser Adresse.',
  },
  panel: {
    title: 'Zahlung senden',
    timeLeft: 'Verbleibende Zeit',
    restLeft: 'Verbleibende Zeit für den Rest',
    minutesLeft: {
      one: 'Noch {count} Minute Zeit zum Bezahlen',
      other: 'Noch {count} Minuten Zeit zum Bezahlen',
    },
    windowOver: 'Die Zahlungsfrist ist abgelaufen.',
    alreadySent: 'Ich habe schon gesendet: Status zeigen',
    amount: 'Zu sendender Betrag',
    remaining: 'Noch zu senden',
    network: 'Netzwerk',
    address: 'Wallet-Adresse',
    copyAddress: 'Adresse kopieren',
    copyAmount: 'Betrag kopieren',
    copied: 'Kopiert',
    addressCopied: 'Adresse in die Zwischenablage kopiert',
    amountCopied: 'Betrag in die Zwischenablage kopiert',
    copyFailed: 'Kopieren nicht möglich. Bitte markieren und kopieren Sie den Text von Hand.',
    generatingQr: 'QR-Code wird erstellt …',
    qr: 'QR-Code der Zahlungsadresse',
    qrWithAmount: 'QR-Code der Zahlungsadresse mit Betrag',
    showAmountQr: 'Betrag in den QR-Code aufnehmen',
    showAddressQr: 'QR-Code nur mit der Adresse',
    openWallet: 'In Wallet öffnen',
    opensEmpty: '{wallet} öffnet sich ohne die Zahlung: Kopieren Sie zuerst Adresse und Betrag.',
    simulation: 'Simulation: nichts senden',
    simulationHint: 'Dieses Netzwerk ist simuliert. Echte Coins, die Sie hierhin senden, wären verloren.',
    demoWallet: 'Mit der Demo-Wallet bezahlen',
    warnings: 'Bevor Sie senden',
    warnAmount: 'Senden Sie genau {amount}. Zieht Ihre Börse eine Gebühr ab, rechnen Sie sie obendrauf.',
    warnNetwork: 'Nur dieses Netzwerk verwenden: {network}.',
    warnLoss: 'Senden über ein falsches Netzwerk bedeutet den endgültigen Verlust Ihres Geldes.',
    warnExpiry: 'Diese Zahlung läuft um {time} Uhr ab.',
    warnInvoice: 'Bewahren Sie Ihre Rechnungsnummer auf: {id}',
    verify: 'Zahlung gesendet – jetzt prüfen',
    unread: 'Diese Angaben werden mit dem Shop abgeglichen …',
    invalidAddress:
      'Senden Sie nichts: Die Zahlungsadresse passt nicht zu ihrem Netzwerk. Bitte schreiben Sie an {email}.',
    invalidAmount:
      'Senden Sie nichts: Der Betrag hat nicht die erwartete Form. Bitte schreiben Sie an {email}.',
    label: { processing: 'In Bearbeitung', completed: 'Abgeschlossen', failed: 'Fehlgeschlagen' },
  },
  redeem: { title: 'Was mache ich mit meinem Key?', lead: 'Sie lösen ihn bei {shop} ein:' },
  verification: {
    title: 'Zahlung prüfen',
    waiting: 'Warten auf Ihre Zahlung auf der Blockchain',
    checking: 'Die Blockchain wird geprüft …',
    confirmed: 'Zahlung bestätigt. Ihre Rechnung folgt gleich.',
    failed:
      'Keine Zahlung gefunden. Bitte prüfen Sie, ob Sie den genauen Betrag an die richtige Adresse gesendet haben.',
    unanswered: 'Der Shop war gerade nicht zu erreichen. Ihre Zahlung wird trotzdem überwacht.',
    elapsed: 'Vergangen',
    attempts: { one: '{count} Prüfung', other: '{count} Prüfungen' },
    invoiceId: 'Rechnungsnummer',
    copyInvoiceId: 'Rechnungsnummer kopieren',
    invoiceIdCopied: 'Rechnungsnummer in die Zwischenablage kopiert',
    amount: 'Betrag',
    network: 'Netzwerk',
    address: 'Zahlungsadresse',
    received: 'Bisher eingegangen',
    remaining: 'Fehlt noch',
    confirmations: 'Bestätigungen',
    confirmationsOf: '{count} von {required}',
    aboutMinutes: {
      one: 'Meist in etwa {count} Minute bestätigt.',
      other: 'Meist in etwa {count} Minuten bestätigt.',
    },
    underMinute: 'Meist in weniger als einer Minute bestätigt.',
    checklist: 'Bitte prüfen Sie',
    checkAmount: 'gesendeter Betrag: genau {amount}',
    checkNetwork: 'verwendetes Netzwerk: {network}',
    secured: 'Sicherheit geprüft: Adresse und Betrag stimmen mit den Daten des Shops überein',
    unread: 'Adresse und Betrag werden mit dem Shop abgeglichen …',
    insecure: 'Adresse oder Betrag konnten nicht bestätigt werden. Bitte schreiben Sie an {email}.',
    check: 'Auf Blockchain prüfen',
    tryAgain: 'Erneut versuchen',
    help: 'Brauchen Sie Hilfe? Schreiben Sie an {email} und nennen Sie Ihre Rechnungsnummer {id}.',
  },
  ...dePaymentStates,
}
