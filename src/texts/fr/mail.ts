import { frLegalPage } from './legal.ts'
import type { MailTexts } from '#texts/en/mail.ts'
import { frAlerts } from './admin-alerts.ts'

/** Mails in French. */
export const frMail: MailTexts = {
  colon: ' :',
  received: {
    subject: (title) => `Votre commande ${title} : comment payer`,
    heading: 'Votre commande est enregistrée',
    lead: 'Envoyez votre paiement comme indiqué ici. Dès que le réseau l’aura confirmé, un message à part vous apportera vos clés ou vous dira quand elles arrivent.',
    send: 'Votre paiement',
    after:
      'Pas envoyé à temps ? N’utilisez plus cette adresse et passez une nouvelle commande. Déjà envoyé ? Vous n’avez rien à faire : les fonds arrivés avec un retard de 24 heures au plus comptent encore, au taux du moment de leur arrivée.',
    notRequested:
      'Cette commande ne vient pas de vous ? Quelqu’un a saisi votre adresse par erreur. Ne payez pas : la personne qui a commandé verrait aussi les clés. Sans paiement, la commande s’annule et votre adresse est effacée au bout de 30 jours.',
  },
  short: {
    subject: (title) => `Il manque une partie du paiement pour ${title}`,
    heading: 'Une partie de votre paiement est arrivée',
    lead: 'Elle ne couvre pas encore le prix. Envoyez le reste à la même adresse, sur le même réseau, et votre commande suivra son cours d’elle-même.',
    send: 'Le reste à envoyer',
    arrived: 'Reçu jusqu’ici',
    missing: 'Reste à envoyer',
    rate: 'Ce qui arrive après la fin du délai de paiement compte au taux du moment de son arrivée.',
    over: 'Passé le moment indiqué ci-dessus, notre équipe prend le relais et vous écrit. Votre argent n’est pas perdu.',
  },
  late: {
    subject: (title) => `Votre paiement pour ${title} est arrivé en retard`,
    heading: 'Votre paiement est arrivé en retard',
    counts:
      'Il est arrivé après la fin du délai de paiement : il compte donc au taux de ce moment-là. Cela suffit, vous n’avez plus rien à faire.',
    next: 'Dès que le réseau l’aura confirmé, un message à part vous apportera vos clés ou vous dira quand elles arrivent.',
    decision: 'Il est arrivé après la fin du délai de paiement : une décision est nécessaire.',
  },
  review: {
    subject: (title) => `Notre équipe examine votre paiement pour ${title}`,
    heading: 'Votre paiement est entre les mains de notre équipe',
    reasons: {
      'wrong-network': 'Des fonds sont arrivés sur un autre réseau que celui que vous aviez choisi.',
      'wrong-token': 'Une autre cryptomonnaie que celle que vous aviez choisie est arrivée.',
      short: 'Ce qui est arrivé ne couvre pas le prix de votre commande.',
      other: 'Avant de remettre les clés, nous vérifions votre paiement une seconde fois.',
    },
    next: 'Une personne examine votre paiement et va vous écrire. Votre argent est en sécurité ; conservez votre numéro de facture.',
    wait: 'D’ici là, n’envoyez plus rien.',
  },
  send: {
    pay: {
      label: 'Payer maintenant',
      note: 'La page de votre commande ouvre votre portefeuille et indique quand votre paiement arrive.',
    },
    amount: 'Montant à envoyer',
    address: 'Adresse du portefeuille',
    until: 'À payer avant',
    qr: 'QR code de l’adresse de paiement',
    openWallet: 'Ouvrir dans le portefeuille',
    checkWords: 'Mots de contrôle',
    compare:
      'Comparez l’adresse avec la page de votre commande : les deux mêmes mots de contrôle y figurent.',
    exactly: 'Envoyez exactement ce montant. Si votre plateforme prélève des frais, ajoutez-les en plus.',
    network:
      'N’utilisez que ce réseau. Un envoi sur un mauvais réseau entraîne la perte définitive de vos fonds.',
    simulation:
      'Simulation : n’envoyez rien. Ce réseau est simulé. De vraies cryptomonnaies envoyées ici seraient perdues.',
  },
  keys: {
    subject: (title, count) => (count === 1 ? `Votre clé pour ${title}` : `Vos clés pour ${title}`),
    heading: (count) => (count === 1 ? 'Voici votre clé' : 'Voici vos clés'),
    lead: 'Votre paiement est confirmé. Merci pour votre commande.',
    list: (count) => (count === 1 ? 'Votre clé' : 'Vos clés'),
    files:
      'Votre édition contient ces fichiers. Ces liens vous sont réservés : ne les transmettez à personne.',
    care: 'Quiconque possède une clé peut l’utiliser. Conservez ce message et ne le transmettez à personne.',
    redeem: (shop) => `Voici comment utiliser une clé sur ${shop} :`,
  },
  keysElsewhere: {
    lead: 'Merci pour votre achat. Les clés viennent de nous, les créateurs du jeu.',
    reference: 'Votre numéro d’achat',
    refund: 'Pour être remboursé, adressez-vous à la boutique où vous avez payé.',
    heading: 'Votre achat',
    questions: 'Une question ? Écrivez-nous en indiquant votre numéro d’achat :',
  },
  keysFollow: {
    subject: (title) => `Votre commande ${title} est payée, les clés suivent`,
    heading: 'C’est payé. Vos clés arrivent.',
    lead: 'Votre paiement est confirmé. Merci pour votre commande.',
    next: 'Il n’y a pas assez de clés en stock pour le moment. Votre commande garde son rang, et un message avec toutes ses clés partira dès qu’elles seront disponibles. Vous n’avez rien à faire.',
  },
  keysOnRelease: {
    subject: (title) => `Commande ${title} payée, clés à la sortie du jeu`,
    heading: 'C’est payé. Vos clés arriveront à la sortie du jeu.',
    lead: 'Votre paiement est confirmé. Merci pour votre commande.',
    next: 'Votre commande garde son rang. À la sortie du jeu, nous vous enverrons toutes ses clés en un seul message. Vous n’avez rien à faire.',
  },
  refundRequested: {
    subject: (title) => `Votre demande de remboursement pour ${title}`,
    heading: 'Votre demande de remboursement est enregistrée',
    lead: 'Une personne de notre équipe envoie l’argent. Dès que la blockchain aura confirmé l’envoi, nous vous écrirons.',
    request: 'Votre demande',
    copies: 'Exemplaires retournés',
    coin: 'Remboursement en',
    rest: 'Rendu tel que reçu',
    address: 'Adresse de remboursement',
    price:
      'Pour les exemplaires, nous remboursons le prix en {currency}, au taux du jour du remboursement. Si vous l’avez demandé dans les 14 jours suivant le paiement, vous recevez au moins le montant en cryptomonnaie que vous avez payé. Les frais de réseau sont à notre charge.',
    asItCame:
      'Les fonds qui n’ont servi à aucun achat repartent dans la même cryptomonnaie. Les frais de réseau sont à notre charge.',
    keys: (copies) =>
      copies === 1
        ? 'N’utilisez plus la clé retournée : le remboursement l’invalidera.'
        : 'N’utilisez plus les clés retournées : le remboursement les invalidera.',
    noKeys: 'Tant que la demande est en cours, aucune clé n’est remise pour cette commande.',
    notRequested: 'Cette demande ne vient pas de vous ? Écrivez-nous sans attendre.',
  },
  refunded: {
    subject: (title) => `Votre remboursement pour ${title} a été versé`,
    heading: 'Votre remboursement a été versé',
    lead: 'Nous l’avons envoyé, et la blockchain l’a confirmé.',
    keys: (copies) =>
      copies === 1
        ? 'Une clé de cette commande a été retournée et ne vous appartient plus.'
        : `${String(copies)} clés de cette commande ont été retournées et ne vous appartiennent plus.`,
    others: 'Les clés de cette commande qui n’ont pas été retournées restent à vous.',
    refund: 'Votre remboursement',
    amount: 'Montant',
    address: 'Envoyé à',
    transaction: 'Hash de transaction',
  },
  withdrawal: {
    link: frLegalPage.withdraw,
    subject: (title) => `Votre rétractation : ${title}`,
    heading: 'Nous avons reçu votre rétractation',
    lead: 'Cet e-mail confirme ce que vous avez déclaré et la date de réception. Veuillez le conserver.',
    statement: 'Je me rétracte du contrat concernant cette commande',
    name: 'Nom',
    email: 'E-mail',
    whole: 'toute la commande',
    submitted: 'Reçue le',
    outcomes: {
      closed:
        'Rien n’a été payé pour cette commande, elle est donc close. N’envoyez plus rien à son adresse.',
      refund:
        'Votre remboursement est demandé. Il est versé à l’adresse de remboursement de la commande ; un autre e-mail indique le montant et l’adresse.',
      later:
        'De l’argent est en route pour cette commande. Dès qu’il est définitif sur la blockchain, il est renvoyé à l’adresse de remboursement de la commande.',
      already:
        'Vous vous êtes déjà rétracté de cette commande, ou son remboursement est déjà demandé. Il n’y a rien de plus à faire.',
      staff: 'Une personne de notre équipe examine votre déclaration et vous écrit.',
    },
    notSubmitted: 'Cette déclaration ne vient pas de vous ? Écrivez-nous tout de suite.',
  },
  bulletin: {
    cancelled:
      'Votre paiement est renvoyé à l’adresse de remboursement de votre commande. Un autre e-mail indique le montant et l’adresse. Vous n’avez rien à faire.',
  },
  recover: {
    subject: (title) => `Le lien vers votre commande ${title}`,
    heading: 'Voici le lien vers votre commande',
    lead: 'Quelqu’un l’a demandé sur notre site, avec cette adresse e-mail et le numéro de facture :',
    notRequested: 'Ce n’était pas vous ? Ignorez ce message : le lien n’a été envoyé à personne d’autre.',
  },
  alert: frAlerts.alerts,
  alertOver: {
    lead: 'La cause a disparu. Vous n’avez rien à faire.',
  },
  supportCopy: {
    subject: (title) => `${title} : votre message est bien arrivé`,
    heading: 'Votre message est bien arrivé',
    lead: 'Une personne de notre équipe le lit, et nous vous répondons dès que possible.',
    more: 'Pour ajouter quelque chose, écrivez-nous :',
    notRequested:
      'Vous ne nous avez pas écrit ? Quelqu’un a saisi votre adresse par erreur ; vous pouvez ignorer ce message.',
  },
  waitingList: {
    confirm: {
      subject: (title) => `${title} : confirmez votre adresse`,
      heading: 'Confirmez votre adresse e-mail',
      lead: (edition) =>
        `Quelqu’un nous a demandé d’écrire une fois à cette adresse, dès que cette édition pourra de nouveau être commandée : ${edition}.`,
      link: 'Confirmer l’adresse',
      note: 'Ce lien est valable deux jours.',
      notRequested:
        'Ce n’était pas vous ? Ne faites rien : sans votre confirmation, nous n’écrirons plus et effacerons l’adresse.',
    },
    stock: {
      subject: (title) => `${title} est de nouveau disponible`,
      heading: 'De nouveau disponible',
      lead: (edition) =>
        `Cette édition peut de nouveau être commandée : ${edition}. Vous vouliez en être averti.`,
      link: 'Aller à la boutique',
      note: 'Aucun exemplaire n’est mis de côté : les premières commandes sont servies.',
      last: 'C’était le seul e-mail. Votre adresse est effacée de notre liste d’attente.',
    },
    leave: 'Quitter la liste d’attente',
  },
  order: {
    heading: 'Votre facture',
    invoiceId: 'N° de facture',
    edition: 'Édition',
    copies: 'Exemplaires',
    paid: 'Prix',
    discount: 'Remise',
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
    'usdc-ethereum': 'Ethereum',
    'usdc-base': 'Base',
    'usdc-polygon': 'Polygon',
    litecoin: 'Réseau Litecoin',
    'eurc-ethereum': 'Ethereum',
    'eurc-base': 'Base',
  },
  open: 'Voir ma commande',
  openNote: 'Ce lien affiche la commande et ses clés sans mot de passe. Gardez-le pour vous.',
  openCode: 'Sans JavaScript, saisissez ce code sur la page de votre commande.',
  refund:
    'Jusqu’à 14 jours après votre paiement ou jusqu’à la sortie du jeu, selon la date la plus tardive, vous pouvez retourner vos clés contre remboursement : sur la page de votre commande, ou en nous écrivant avec le numéro de facture.',
  questions: 'Une question ? Écrivez-nous en indiquant le numéro de facture :',
}
