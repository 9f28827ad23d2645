import type { SiteTexts } from '#texts/en/site.ts'

/** An order in French, as the order page and the invoice file show it. */
export const frOrder: SiteTexts['order'] = {
  title: 'Votre commande',
  loading: 'Récupération de votre commande…',
  missing:
    'Aucune commande à cette adresse. Sans versement, une commande est effacée au bout de 30 jours : c’est peut-être son cas.',
  unreadable: 'La boutique ne répond pas pour le moment. Nous réessayons en continu.',
  backToShop: 'Retour à la boutique',
  waiting: 'Cette commande attend votre paiement.',
  continuePayment: 'Reprendre le paiement',
  timeline: 'Historique',
  ordered: 'Commande passée',
  detected: 'Paiement repéré : {count} confirmations sur {required}',
  confirmed: 'Confirmé sur la blockchain',
  delivered: 'Clés remises',
  awaitingKeys: 'En attente de nouvelles clés',
  figures: 'Facture',
  keys: { one: 'Votre clé de jeu', many: 'Vos clés de jeu', other: 'Vos clés de jeu' },
  keysClosed:
    'Les clés et votre adresse e-mail ne s’affichent que dans le navigateur qui a servi à commander. Pour les voir ici, ouvrez le lien reçu par e-mail.',
  keysLater: {
    one: 'Votre clé s’affichera ici dès son envoi.',
    many: 'Vos clés s’afficheront ici dès leur envoi.',
    other: 'Vos clés s’afficheront ici dès leur envoi.',
  },
  show: { one: 'Afficher la clé', many: 'Afficher les clés', other: 'Afficher les clés' },
  hide: { one: 'Masquer la clé', many: 'Masquer les clés', other: 'Masquer les clés' },
  hidden: 'Clé masquée n° {number}',
  copyKey: 'Copier la clé n° {number}',
  keyCopied: 'Clé copiée dans le presse-papiers',
  mail: 'Nous vous écrivons à {email}. Pensez à regarder dans les indésirables.',
  keysMailed: {
    one: 'Votre clé figure aussi dans l’e-mail que nous vous avons envoyé.',
    many: 'Vos clés figurent aussi dans l’e-mail que nous vous avons envoyé.',
    other: 'Vos clés figurent aussi dans l’e-mail que nous vous avons envoyé.',
  },
  refundAddress: 'Remboursements envoyés à',
  invoice: {
    number: 'Numéro séquentiel de facture',
    statusRefunded: 'REMBOURSÉ',
    checkCode: 'Code de contrôle',
  },
}
