import type { MailTexts } from './en.ts'

/** What mails say, in German. */
export const de: MailTexts = {
  keys: {
    subject: (title, count) => (count === 1 ? `Ihr Key für ${title}` : `Ihre Keys für ${title}`),
    heading: (count) => (count === 1 ? 'Hier ist Ihr Key' : 'Hier sind Ihre Keys'),
    lead: 'Ihre Zahlung ist bestätigt. Danke für Ihre Bestellung.',
    list: (count) => (count === 1 ? 'Ihr Key' : 'Ihre Keys'),
    care: 'Wer einen Key hat, kann ihn einlösen. Bewahren Sie diese E-Mail auf und geben Sie sie nicht weiter.',
  },
  keysFollow: {
    subject: (title) => `Ihre Bestellung von ${title} ist bezahlt, die Keys folgen`,
    heading: 'Bezahlt. Ihre Keys sind unterwegs.',
    lead: 'Ihre Zahlung ist bestätigt. Danke für Ihre Bestellung.',
    next: 'Im Augenblick sind nicht genug Keys auf Lager. Ihre Bestellung behält ihren Platz, und sobald die Keys da sind, kommen alle zusammen in einer E-Mail. Sie müssen nichts tun.',
  },
  refunded: {
    subject: (title) => `Ihre Erstattung für ${title} ist ausgezahlt`,
    heading: 'Ihre Erstattung ist ausgezahlt',
    lead: 'Wir haben sie gesendet, und die Blockchain hat sie bestätigt.',
    keys: (copies) =>
      copies === 1
        ? 'Ein Key dieser Bestellung wurde zurückgegeben und gehört Ihnen nicht mehr.'
        : `${String(copies)} Keys dieser Bestellung wurden zurückgegeben und gehören Ihnen nicht mehr.`,
    refund: 'Ihre Erstattung',
    amount: 'Betrag',
    address: 'Gesendet an',
    transaction: 'Transaktions-Hash',
  },
  order: {
    heading: 'Ihre Rechnung',
    invoiceId: 'Rechnungsnummer',
    edition: 'Edition',
    copies: 'Exemplare',
    paid: 'Preis',
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
  },
  open: 'Bestellung öffnen',
  openNote: 'Dieser Link zeigt die Bestellung und ihre Keys ohne Passwort. Behalten Sie ihn für sich.',
  refund:
    'Bis 14 Tage nach Ihrer Zahlung oder bis zur Veröffentlichung, je nachdem, was später ist, können Sie Keys gegen Erstattung zurückgeben. Schreiben Sie uns dazu und nennen Sie die Rechnungsnummer.',
  questions: 'Fragen? Schreiben Sie uns und nennen Sie die Rechnungsnummer:',
}
