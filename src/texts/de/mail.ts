import { deLegalPage } from './legal.ts'
import type { MailTexts } from '#texts/en/mail.ts'
import { deAlerts } from './admin-alerts.ts'

/** Mails in German. */
export const deMail: MailTexts = {
  colon: ':',
  received: {
    subject: (title) => `Ihre Bestellung von ${title}: so bezahlen Sie`,
    heading: 'Ihre Bestellung ist eingegangen',
    lead: 'Senden Sie Ihre Zahlung so, wie es hier steht. Sobald das Netzwerk sie bestätigt hat, bringt eine eigene E-Mail Ihre Keys oder sagt, wann sie kommen.',
    send: 'Ihre Zahlung',
    after:
      'Bis dahin nicht gesendet? Dann verwenden Sie diese Adresse bitte nicht mehr und bestellen Sie neu. Schon gesendet? Sie müssen nichts tun: Was bis zu 24 Stunden zu spät eintrifft, zählt noch, zum Kurs seines Eingangs.',
    notRequested:
      'Sie haben nichts bestellt? Dann hat sich jemand bei der Adresse vertippt. Bitte zahlen Sie nicht: Wer bestellt hat, würde die Keys ebenfalls sehen. Ohne Zahlung verfällt die Bestellung, und nach 30 Tagen wird Ihre Adresse gelöscht.',
  },
  short: {
    subject: (title) => `Zahlung für ${title}: ein Teil fehlt noch`,
    heading: 'Ein Teil Ihrer Zahlung ist eingegangen',
    lead: 'Der Preis ist damit noch nicht gedeckt. Senden Sie den Rest an dieselbe Adresse im selben Netzwerk, dann geht es von selbst weiter.',
    send: 'Der Rest',
    arrived: 'Bisher eingegangen',
    missing: 'Noch zu senden',
    rate: 'Was nach Ablauf der Zahlungsfrist eintrifft, zählt zum Kurs seines Eingangs.',
    over: 'Nach dem oben genannten Zeitpunkt übernimmt unser Team und schreibt Ihnen. Ihr Geld ist nicht verloren.',
  },
  late: {
    subject: (title) => `Ihre Zahlung für ${title} kam verspätet an`,
    heading: 'Ihre Zahlung kam verspätet an',
    counts:
      'Sie kam nach Ablauf der Zahlungsfrist an und zählt daher zum Kurs jenes Augenblicks. Das reicht aus: Sie müssen nichts weiter tun.',
    next: 'Sobald das Netzwerk sie bestätigt hat, bringt eine eigene E-Mail Ihre Keys oder sagt, wann sie kommen.',
    decision: 'Sie kam nach Ablauf der Zahlungsfrist an und braucht eine Entscheidung.',
  },
  review: {
    subject: (title) => `Ihre Zahlung für ${title} liegt bei uns`,
    heading: 'Ihre Zahlung liegt bei unserem Team',
    reasons: {
      'wrong-network': 'Es ist Geld in einem anderen Netzwerk eingegangen als dem gewählten.',
      'wrong-token': 'Es ist eine andere Kryptowährung eingegangen als die gewählte.',
      short: 'Was eingegangen ist, deckt den Preis Ihrer Bestellung nicht.',
      other: 'Bevor wir Keys ausgeben, prüfen wir die Zahlung noch einmal.',
    },
    next: 'Jemand aus unserem Team sieht sich die Zahlung an und schreibt Ihnen. Ihr Geld ist sicher; bitte bewahren Sie Ihre Rechnungsnummer auf.',
    wait: 'Bitte senden Sie bis dahin nichts mehr.',
  },
  send: {
    pay: {
      label: 'Jetzt bezahlen',
      note: 'Die Seite Ihrer Bestellung öffnet Ihre Wallet und zeigt, wann Ihre Zahlung eintrifft.',
    },
    amount: 'Zu sendender Betrag',
    address: 'Wallet-Adresse',
    until: 'Zu zahlen bis',
    qr: 'QR-Code der Zahlungsadresse',
    openWallet: 'In Wallet öffnen',
    checkWords: 'Prüfwörter',
    compare:
      'Vergleichen Sie die Adresse mit der Seite Ihrer Bestellung: Dort stehen dieselben zwei Prüfwörter.',
    exactly: 'Senden Sie genau diesen Betrag. Zieht Ihre Börse eine Gebühr ab, rechnen Sie sie obendrauf.',
    network:
      'Verwenden Sie nur dieses Netzwerk. Senden über ein falsches Netzwerk bedeutet den endgültigen Verlust Ihres Geldes.',
    simulation:
      'Simulation: nichts senden. Dieses Netzwerk ist simuliert. Echte Coins, die Sie hierhin senden, wären verloren.',
  },
  keys: {
    subject: (title, count) => (count === 1 ? `Ihr Key für ${title}` : `Ihre Keys für ${title}`),
    heading: (count) => (count === 1 ? 'Hier ist Ihr Key' : 'Hier sind Ihre Keys'),
    lead: 'Ihre Zahlung ist bestätigt. Danke für Ihre Bestellung.',
    list: (count) => (count === 1 ? 'Ihr Key' : 'Ihre Keys'),
    files: 'Ihre Edition enthält diese Dateien. Die Links gehören nur Ihnen: Geben Sie sie nicht weiter.',
    care: 'Wer einen Key hat, kann ihn einlösen. Bewahren Sie diese E-Mail auf und geben Sie sie nicht weiter.',
    redeem: (shop) => `So lösen Sie einen Key bei ${shop} ein:`,
  },
  keysElsewhere: {
    lead: 'Danke für Ihren Kauf. Die Keys kommen von uns, den Entwicklern des Spiels.',
    reference: 'Ihre Kaufnummer',
    refund: 'Für eine Erstattung wenden Sie sich bitte dorthin, wo Sie gekauft und bezahlt haben.',
    heading: 'Ihr Kauf',
    questions: 'Fragen? Schreiben Sie uns und nennen Sie Ihre Kaufnummer:',
  },
  keysFollow: {
    subject: (title) => `Ihre Bestellung von ${title} ist bezahlt, Keys folgen`,
    heading: 'Bezahlt. Ihre Keys sind unterwegs.',
    lead: 'Ihre Zahlung ist bestätigt. Danke für Ihre Bestellung.',
    next: 'Im Augenblick sind nicht genug Keys auf Lager. Ihre Bestellung behält ihren Platz, und sobald die Keys da sind, kommen alle zusammen in einer E-Mail. Sie müssen nichts tun.',
  },
  keysOnRelease: {
    subject: (title) => `${title} ist bezahlt, Keys kommen zur Veröffentlichung`,
    heading: 'Bezahlt. Ihre Keys kommen zur Veröffentlichung.',
    lead: 'Ihre Zahlung ist bestätigt. Danke für Ihre Bestellung.',
    next: 'Ihre Bestellung behält ihren Platz. Zur Veröffentlichung senden wir Ihnen alle Keys in einer E-Mail. Sie müssen nichts tun.',
  },
  refundRequested: {
    subject: (title) => `Ihre Erstattungsanfrage für ${title}`,
    heading: 'Ihre Erstattungsanfrage ist eingegangen',
    lead: 'Jemand aus unserem Team sendet das Geld. Sobald die Blockchain die Überweisung bestätigt hat, schreiben wir Ihnen.',
    request: 'Ihre Anfrage',
    copies: 'Zurückgegebene Exemplare',
    coin: 'Erstattung in',
    rest: 'Geht zurück, wie es kam',
    address: 'Erstattungsadresse',
    price:
      'Für die Exemplare zahlen wir den Preis in {currency} zurück, zum Kurs am Tag der Erstattung. Haben Sie binnen 14 Tagen nach der Zahlung angefragt, erhalten Sie mindestens den Betrag in Kryptowährung, den Sie gezahlt haben. Die Netzwerkgebühr tragen wir.',
    asItCame:
      'Geld, für das Sie nichts bekommen haben, geht in derselben Kryptowährung zurück. Die Netzwerkgebühr tragen wir.',
    keys: (copies) =>
      copies === 1
        ? 'Bitte verwenden Sie den zurückgegebenen Key nicht mehr; mit der Erstattung wird er ungültig.'
        : 'Bitte verwenden Sie die zurückgegebenen Keys nicht mehr; mit der Erstattung werden sie ungültig.',
    noKeys: 'Solange die Anfrage offen ist, gibt es für diese Bestellung keine Keys.',
    notRequested: 'Die Anfrage kam nicht von Ihnen? Dann schreiben Sie uns bitte sofort.',
  },
  refunded: {
    subject: (title) => `Ihre Erstattung für ${title} ist ausgezahlt`,
    heading: 'Ihre Erstattung ist ausgezahlt',
    lead: 'Wir haben sie gesendet, und die Blockchain hat sie bestätigt.',
    keys: (copies) =>
      copies === 1
        ? 'Ein Key dieser Bestellung wurde zurückgegeben und gehört Ihnen nicht mehr.'
        : `${String(copies)} Keys dieser Bestellung wurden zurückgegeben und gehören Ihnen nicht mehr.`,
    others: 'Keys dieser Bestellung, die nicht zurückgegeben wurden, gehören weiterhin Ihnen.',
    refund: 'Ihre Erstattung',
    amount: 'Betrag',
    address: 'Gesendet an',
    transaction: 'Transaktions-Hash',
  },
  withdrawal: {
    link: deLegalPage.withdraw,
    subject: (title) => `Ihr Widerruf: ${title}`,
    heading: 'Ihr Widerruf ist eingegangen',
    lead: 'Diese Mail bestätigt, was Sie erklärt haben und wann es bei uns eingegangen ist. Bitte bewahren Sie sie auf.',
    statement: 'Ich widerrufe den Vertrag über diese Bestellung',
    name: 'Ihr Name',
    email: 'E-Mail',
    whole: 'die ganze Bestellung',
    submitted: 'Eingegangen',
    outcomes: {
      closed:
        'Für diese Bestellung wurde nichts bezahlt, sie ist damit geschlossen. Bitte senden Sie nichts mehr an ihre Adresse.',
      refund:
        'Ihre Erstattung ist angefragt. Sie geht an die Erstattungsadresse der Bestellung; Betrag und Adresse nennt eine eigene Mail.',
      later:
        'Für diese Bestellung ist Geld unterwegs. Sobald es auf der Blockchain feststeht, geht es an die Erstattungsadresse der Bestellung zurück.',
      already:
        'Diese Bestellung haben Sie schon widerrufen, oder ihre Erstattung ist schon angefragt. Mehr ist nicht zu tun.',
      staff: 'Ein Mensch aus unserem Team sieht sich Ihre Erklärung an und schreibt Ihnen.',
    },
    notSubmitted: 'Diese Erklärung stammt nicht von Ihnen? Dann schreiben Sie uns bitte sofort.',
  },
  bulletin: {
    cancelled:
      'Ihre Zahlung geht an die Erstattungsadresse Ihrer Bestellung zurück. Betrag und Adresse stehen in einer eigenen E-Mail. Sie müssen nichts tun.',
  },
  recover: {
    subject: (title) => `Der Link zu Ihrer Bestellung von ${title}`,
    heading: 'Hier ist der Link zu Ihrer Bestellung',
    lead: 'Jemand hat ihn auf unserer Seite angefordert, mit dieser E-Mail-Adresse und der Rechnungsnummer:',
    notRequested:
      'Das waren nicht Sie? Dann können Sie diese E-Mail ignorieren: Der Link ging an niemanden sonst.',
  },
  alert: deAlerts.alerts,
  alertOver: {
    lead: 'Die Ursache ist behoben. Du musst nichts tun.',
  },
  supportCopy: {
    subject: (title) => `${title}: Ihre Nachricht ist angekommen`,
    heading: 'Ihre Nachricht ist angekommen',
    lead: 'Jemand aus unserem Team liest sie, und wir melden uns so bald wie möglich.',
    more: 'Noch etwas vergessen? Schreiben Sie uns:',
    notRequested:
      'Sie haben uns nicht geschrieben? Dann hat sich jemand bei der Adresse vertippt, und Sie können diese E-Mail ignorieren.',
  },
  waitingList: {
    confirm: {
      subject: (title) => `${title}: Bitte bestätigen Sie Ihre Adresse`,
      heading: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
      lead: (edition) =>
        `Jemand hat uns gebeten, einmal an diese Adresse zu schreiben, sobald diese Edition wieder bestellt werden kann: ${edition}.`,
      link: 'Adresse bestätigen',
      note: 'Dieser Link gilt zwei Tage.',
      notRequested:
        'Das waren nicht Sie? Dann tun Sie nichts: Ohne Ihre Bestätigung schreiben wir nicht wieder und löschen die Adresse.',
    },
    stock: {
      subject: (title) => `${title} ist wieder erhältlich`,
      heading: 'Wieder erhältlich',
      lead: (edition) => `Diese Edition kann wieder bestellt werden: ${edition}. Sie wollten davon erfahren.`,
      link: 'Zum Shop',
      note: 'Kein Exemplar ist zurückgelegt: Wer zuerst bestellt, bekommt eines.',
      last: 'Das war die einzige E-Mail. Ihre Adresse ist von unserer Warteliste gelöscht.',
    },
    leave: 'Warteliste verlassen',
  },
  order: {
    heading: 'Ihre Rechnung',
    invoiceId: 'Rechnungsnummer',
    edition: 'Edition',
    copies: 'Exemplare',
    paid: 'Preis',
    discount: 'Rabatt',
    amount: 'Betrag',
    network: 'Netzwerk',
    transactionHash: 'Transaktions-Hash',
  },
  networks: {
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
  open: 'Bestellung öffnen',
  openNote: 'Dieser Link zeigt die Bestellung und ihre Keys ohne Passwort. Behalten Sie ihn für sich.',
  openCode: 'Ohne JavaScript geben Sie auf der Seite Ihrer Bestellung bitte diesen Code ein.',
  refund:
    'Bis 14 Tage nach Ihrer Zahlung oder bis zur Veröffentlichung, je nachdem, was später ist, können Sie Keys gegen Erstattung zurückgeben: auf der Seite Ihrer Bestellung, oder schreiben Sie uns und nennen Sie die Rechnungsnummer.',
  questions: 'Fragen? Schreiben Sie uns und nennen Sie die Rechnungsnummer:',
}
