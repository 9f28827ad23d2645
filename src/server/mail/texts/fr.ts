import type { MailTexts } from './en.ts'

/** What mails say, in French. */
export const fr: MailTexts = {
  keys: {
    subject: (title, count) => (count === 1 ? `Votre clé pour ${title}` : `Vos clés pour ${title}`),
    heading: (count) => (count === 1 ? 'Voici votre clé' : 'Voici vos clés'),
    lead: 'Votre paiement est confirmé. Merci pour votre commande.',
    list: (count) => (count === 1 ? 'Votre clé' : 'Vos clés'),
    care: 'Quiconque possède une clé peut l’utiliser. Conservez ce message et ne le transmettez à personne.',
  },
  keysFollow: {
    subject: (title) => `Votre commande ${title} est payée, les clés suivent`,
    heading: 'C’est payé. Vos clés arrivent.',
    lead: 'Votre paiement est confirmé. Merci pour votre commande.',
    next: 'Il n’y a pas assez de clés en stock pour le moment. Votre commande garde son rang, et un message avec toutes ses clés partira dès qu’elles seront disponibles. Vous n’avez rien à faire.',
  },
  refunded: {
    subject: (title) => `Votre remboursement pour ${title} a été versé`,
    heading: 'Votre remboursement a été versé',
    lead: 'Nous l’avons envoyé, et la blockchain l’a confirmé.',
    keys: (copies) =>
      copies === 1
        ? 'Une clé de cette commande a été rendue et ne vous appartient plus.'
        : `${String(copies)} clés de cette commande ont été rendues et ne vous appartiennent plus.`,
    refund: 'Votre remboursement',
    amount: 'Montant',
    address: 'Envoyé à',
    transaction: 'Hash de transaction',
  },
  order: {
    heading: 'Votre facture',
    invoiceId: 'N° de facture',
    edition: 'Édition',
    copies: 'Exemplaires',
    paid: 'Prix',
    amount: 'Montant',
    network: 'Réseau',
    transactionHash: 'Hash de transaction',
  },
  networks: {
    bitcoin: 'Réseau Bitcoin',
    ethereum: 'Réseau Ethereum',
    erc20: 'ERC-20 (Ethereum)',
    trc20: 'TRC-20 (Tron)',
    bep20: 'BEP-20 (BSC)',
  },
  open: 'Voir ma commande',
  openNote: 'Ce lien affiche la commande et ses clés sans mot de passe. Gardez-le pour vous.',
  refund:
    'Jusqu’à 14 jours après votre paiement ou jusqu’à la sortie du jeu, selon la date la plus tardive, vous pouvez retourner vos clés contre remboursement. Pour cela, écrivez-nous en indiquant le numéro de facture.',
  questions: 'Une question ? Écrivez-nous en indiquant le numéro de facture :',
}
