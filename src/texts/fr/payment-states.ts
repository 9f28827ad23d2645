import type { PaymentStateTexts } from '#texts/en/payment-states.ts'

/** What became of a payment, and its invoice, in French. */
export const frPaymentStates: PaymentStateTexts = {
  status: {
    pending: 'En attente de votre paiement',
    windowOver: 'Le délai de paiement est écoulé',
    partial: 'Une partie de votre paiement est arrivée',
    detected: 'Paiement détecté',
    confirmed: 'Paiement confirmé',
    expired: 'Ce paiement a expiré',
    review: 'Votre paiement est entre les mains de notre équipe',
    wrongNetwork: 'Votre argent est arrivé sur un autre réseau',
    wrongToken: 'Une autre cryptomonnaie est arrivée',
    invalid: 'Le paiement n’a jamais été confirmé',
    refunded: 'Cette commande a été remboursée',
    withdrawn: 'Vous vous êtes rétracté de cette commande',
  },
  note: {
    sendNow: 'Dès que votre paiement apparaît sur le réseau, cette page passe toute seule à la suite.',
    stillWatching:
      'Déjà envoyé ? Rien n’est perdu : cette adresse reste surveillée. Les fonds arrivés avec un retard de 24 heures au plus comptent encore, au taux du moment de leur arrivée.',
    startAgain: 'Pas encore envoyé ? Commencez un nouveau paiement et n’utilisez plus cette adresse.',
    partialRest:
      '{received} sont arrivés, il manque encore {remaining}. Envoyez le reste à la même adresse, sur le même réseau.',
    partialOverWindow:
      'Vous pouvez compléter jusqu’à 24 heures après la fin du délai de paiement, au taux du moment. Ensuite, notre équipe prend le relais.',
    detectedNext:
      'Vous n’avez plus rien à faire. Dès que le réseau aura confirmé votre paiement, un message vous apportera vos clés ou vous dira quand elles arrivent.',
    reviewNext:
      'Une personne l’examine et va vous écrire. Votre argent est en sécurité ; conservez votre numéro de facture.',
    reviewLate: 'Il est arrivé après la fin du délai de paiement : une décision est nécessaire.',
    reviewShort: 'Il est resté inférieur au prix pendant plus de 24 heures.',
    wrongNetwork:
      'Vous aviez choisi {network}. Ce qui arrive sur un autre réseau ne règle pas la commande automatiquement.',
    wrongToken: 'Vous aviez choisi {coin}. Une autre cryptomonnaie ne règle pas la commande automatiquement.',
    foreignNext:
      'Dès que le transfert y est confirmé, une personne de notre équipe l’examine et vous écrit. Votre argent n’est pas perdu. N’envoyez rien de plus d’ici là et conservez votre numéro de facture.',
    late: 'Il est arrivé après la fin du délai de paiement : il compte donc au taux de ce moment-là.',
    overpaid:
      'Vous avez envoyé plus que le montant dû. L’excédent vous est rendu dans la même cryptomonnaie : écrivez-nous en indiquant votre numéro de facture.',
    doubleSpend: 'Un transfert que nous avions vu a été remplacé par son expéditeur.',
    reorged:
      'Le réseau a annulé un bloc, et votre transfert avec lui. En général, il revient tout seul en quelques minutes.',
    nodesDisagree: 'Nos sources ne sont pas encore d’accord à son sujet : nous attendons.',
    awaitingKeys:
      'Vos clés arrivent : le stock est en cours de réapprovisionnement et les vôtres partiront automatiquement, par ordre d’arrivée.',
    keysOnRelease:
      'Votre commande est payée. Les clés vous seront envoyées par e-mail à la sortie du jeu et s’afficheront alors sur la page de votre commande. Vous n’avez rien à faire.',
    invalidNext:
      'Nous avons vu votre transfert, mais le réseau ne l’a pas confirmé en 14 jours. Si la somme a été débitée, écrivez-nous en indiquant votre numéro de facture.',
    unread:
      'Notre connexion à ce réseau est interrompue pour le moment. Rien n’est perdu : ce que vous avez envoyé sera vu dès son rétablissement, et la commande n’expire pas d’ici là.',
    withdrawn:
      'Elle ne reçoit pas de clés, et ce qui arrive pour elle est renvoyé à votre adresse de remboursement.',
    refunded:
      'Le remboursement a été envoyé à votre adresse de remboursement. Si des clés avaient été remises pour cette commande, elles ne sont plus valables. Merci d’avoir fait un bout de chemin avec nous.',
  },
  invoice: {
    title: 'Paiement confirmé',
    badge: 'VÉRIFIÉ SUR LA BLOCKCHAIN',
    id: 'N° de facture',
    date: 'Date',
    status: 'Statut',
    statusConfirmed: 'CONFIRMÉ',
    edition: 'Édition',
    quantity: 'Quantité',
    coin: 'Cryptomonnaie',
    network: 'Réseau',
    paid: 'Montant payé',
    price: 'Prix',
    confirmations: 'Confirmations',
    address: 'Adresse de paiement',
    hash: 'Hash de transaction',
    byBalance: 'Constaté sur le solde',
    copyHash: 'Copier le hash de transaction',
    hashCopied: 'Hash de transaction copié dans le presse-papiers',
    keysSent: {
      one: 'Votre clé a été envoyée à {email}.',
      many: 'Vos {count} clés ont été envoyées à {email}.',
      other: 'Vos {count} clés ont été envoyées à {email}.',
    },
    keysSentUnknown: {
      one: 'Votre clé a été envoyée à l’adresse e-mail de votre commande.',
      many: 'Vos {count} clés ont été envoyées à l’adresse e-mail de votre commande.',
      other: 'Vos {count} clés ont été envoyées à l’adresse e-mail de votre commande.',
    },
    keysOnPage: {
      one: 'Elle figure aussi sur la page de votre commande.',
      many: 'Elles figurent aussi sur la page de votre commande.',
      other: 'Elles figurent aussi sur la page de votre commande.',
    },
    showKeys: { one: 'Afficher ma clé', many: 'Afficher mes clés', other: 'Afficher mes clés' },
    orderPage: 'Voir ma commande',
    download: 'Télécharger la facture complète',
    downloaded: 'Facture téléchargée',
    copyId: 'Copier le n° de facture',
  },
  file: {
    title: 'FACTURE',
    email: 'E-mail du client',
    edition: 'Édition',
    total: 'Montant payé ({currency})',
    footer: 'Vérifié sur la blockchain. Conservez ce fichier dans vos archives.',
  },
  files: {
    title: 'Vos téléchargements',
    usedUp: 'Ce lien a été utilisé trop souvent. Demandez-en un autre à l’assistance.',
  },
}
