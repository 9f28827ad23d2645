import type { SiteTexts } from '#texts/en/site.ts'
import { frPaymentStates } from './payment-states.ts'

/** The payment dialog in French. */
export const frCheckout: SiteTexts['checkout'] = {
  title: '{edition} : {total}',
  secure: 'Paiement sécurisé en cryptomonnaie, vérifié sur la blockchain',
  copies: {
    one: '{count} exemplaire × {price}',
    many: '{count} exemplaires × {price} l’unité',
    other: '{count} exemplaires × {price} l’unité',
  },
  currency: 'Devise',
  close: 'Fermer',
  closeDialog: 'Fermer la fenêtre de paiement',
  discount: {
    label: 'Remise',
    line: 'Remise : {amount}',
    open: 'J’ai un code',
    code: 'Code promo',
    hint: 'Lettres et chiffres. Le prix réduit s’affiche avant le paiement.',
    apply: 'Appliquer',
    found: '−{amount} · vous payez {price}',
  },
  back: 'Retour aux détails du paiement',
  loading: 'Récupération de votre paiement…',
  missing:
    'Ce paiement est introuvable. Sans versement, un paiement est effacé au bout de 30 jours : c’est peut-être son cas.',
  unreadable: 'La boutique ne répond pas pour le moment. Nous réessayons en continu.',
  startOver: 'Nouveau paiement',
  steps: {
    label: 'Étapes de votre achat',
    form: 'Coordonnées',
    payment: 'Paiement',
    verification: 'Vérification',
  },
  method: {
    legend: 'Mode de paiement',
    crypto: 'Cryptomonnaie',
    paypal: 'PayPal',
    card: 'Cartes bancaires',
    clickpay: 'ClickPay',
    unavailable: 'Indisponible',
  },
  coin: {
    legend: 'Choisissez votre cryptomonnaie',
    bitcoin: 'Bitcoin',
    ethereum: 'Ethereum',
    usdt: 'Tether USD',
    usdc: 'USD Coin',
    litecoin: 'Litecoin',
    eurc: 'Euro Coin',
  },
  network: {
    legend: 'Choisissez le réseau',
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
  usual: {
    fee: 'Frais de {low} à {high}',
    feeBelow: 'Frais inférieurs à {high}',
    withinMinute: 'en moins d’une minute',
    minutes: {
      one: 'environ {count} minute',
      many: 'environ {count} minutes',
      other: 'environ {count} minutes',
    },
  },
  rail: {
    simulated: 'Simulation',
    unknown: 'Indisponible pour le moment',
    not_configured: 'Non proposé par cette boutique',
    node_down: 'En pause : notre liaison avec ce réseau est coupée',
    node_lags: 'En pause : nous rattrapons notre retard sur ce réseau',
    node_mismatch: 'En pause : ce réseau est en cours de contrôle',
    no_rate: 'En pause : aucun taux de change pour le moment',
    no_address: 'En pause : la prochaine adresse de paiement est en cours de vérification',
    no_reader: 'En pause : la chaîne n’est pas lue pour le moment',
    restored: 'En pause : la boutique est en cours de restauration depuis une sauvegarde. Revenez plus tard.',
    disk_full: 'En pause : la boutique a un problème technique en cours de résolution. Revenez plus tard.',
    none: 'Aucun moyen de paiement n’est disponible pour le moment. Revenez un peu plus tard.',
    noneNext:
      'Rien n’a été commandé. Cette page continue de vérifier : le formulaire réapparaît de lui-même dès qu’un moyen de paiement est de nouveau ouvert.',
    help: 'Des questions ? Écrivez à {email}.',
  },
  form: {
    total: 'Total',
    email: 'Adresse e-mail',
    emailHint: 'Vos clés de jeu et le lien vers votre commande y seront envoyés.',
    emailFault: 'Saisissez une adresse e-mail complète, par exemple nom@example.com.',
    address: 'Adresse de remboursement (portefeuille)',
    addressPickFirst: 'Choisissez d’abord une cryptomonnaie : l’adresse doit lui correspondre.',
    addressHint: {
      bitcoin:
        'Doit être une adresse Bitcoin à vous, commençant par bc1, 1 ou 3. C’est là qu’iraient vos remboursements.',
      ethereum:
        'Doit être une adresse Ethereum à vous : 0x suivi de 40 caractères. C’est là qu’iraient vos remboursements.',
      erc20:
        'Doit être une adresse USDT à vous sur ERC-20 : 0x suivi de 40 caractères. C’est là qu’iraient vos remboursements.',
      trc20:
        'Doit être une adresse USDT à vous sur TRC-20 : T suivi de 33 caractères. C’est là qu’iraient vos remboursements.',
      bep20:
        'Doit être une adresse USDT à vous sur BEP-20 : 0x suivi de 40 caractères. C’est là qu’iraient vos remboursements.',
      'usdc-ethereum':
        'Doit être une adresse USDC à vous sur Ethereum : 0x suivi de 40 caractères. C’est là qu’iraient vos remboursements.',
      'usdc-base':
        'Doit être une adresse USDC à vous sur Base : 0x suivi de 40 caractères. C’est là qu’iraient vos remboursements.',
      'usdc-polygon':
        'Doit être une adresse USDC à vous sur Polygon : 0x suivi de 40 caractères. C’est là qu’iraient vos remboursements.',
      litecoin:
        'Doit être une adresse Litecoin à vous, commençant par ltc1, L ou M. C’est là qu’iraient vos remboursements.',
      'eurc-ethereum':
        'Doit être une adresse EURC à vous sur Ethereum : 0x suivi de 40 caractères. C’est là qu’iraient vos remboursements.',
      'eurc-base':
        'Doit être une adresse EURC à vous sur Base : 0x suivi de 40 caractères. C’est là qu’iraient vos remboursements.',
    },
    addressFault: {
      bitcoin: 'Ce n’est pas une adresse Bitcoin. Forme attendue : bc1…, 1… ou 3…, complète et sans espace.',
      ethereum:
        'Ce n’est pas une adresse Ethereum. Forme attendue : 0x suivi de 40 caractères, de 0 à 9 et de a à f.',
      erc20:
        'Ce n’est pas une adresse ERC-20. Forme attendue : 0x suivi de 40 caractères, de 0 à 9 et de a à f.',
      trc20: 'Ce n’est pas une adresse TRC-20. Forme attendue : T suivi de 33 lettres et chiffres.',
      bep20:
        'Ce n’est pas une adresse BEP-20. Forme attendue : 0x suivi de 40 caractères, de 0 à 9 et de a à f.',
      'usdc-ethereum':
        'Ce n’est pas une adresse Ethereum. Forme attendue : 0x suivi de 40 caractères, de 0 à 9 et de a à f.',
      'usdc-base':
        'Ce n’est pas une adresse Base. Forme attendue : 0x suivi de 40 caractères, de 0 à 9 et de a à f.',
      'usdc-polygon':
        'Ce n’est pas une adresse Polygon. Forme attendue : 0x suivi de 40 caractères, de 0 à 9 et de a à f.',
      litecoin:
        'Ce n’est pas une adresse Litecoin. Forme attendue : ltc1…, L… ou M…, complète et sans espace.',
      'eurc-ethereum':
        'Ce n’est pas une adresse Ethereum. Forme attendue : 0x suivi de 40 caractères, de 0 à 9 et de a à f.',
      'eurc-base':
        'Ce n’est pas une adresse Base. Forme attendue : 0x suivi de 40 caractères, de 0 à 9 et de a à f.',
    },
    addressHidden:
      'C’est une adresse MWEB de Litecoin : aucun remboursement ne peut y être envoyé. Indiquez une adresse ordinaire de votre portefeuille : ltc1…, L… ou M….',
    addressChecksum:
      'Au moins un caractère de cette adresse est faux ou manquant : sa somme de contrôle ne correspond pas. Copiez-la de nouveau depuis votre portefeuille.',
    keysOnRelease: 'Les clés de cette édition sont envoyées à la sortie du jeu, pas avant.',
    notice:
      'Vos clés sont envoyées par e-mail et affichées sur la page de votre commande. Celles dont vous ne voulez pas, même déjà envoyées, peuvent être retournées contre remboursement jusqu’à 14 jours après le paiement ou jusqu’à la sortie du jeu, selon la date la plus tardive.',
    accept:
      'En commandant, vous acceptez les {terms}. Ce que nous conservons à votre sujet est expliqué dans la {privacy}.',
    terms: 'conditions de précommande',
    privacy: 'politique de confidentialité',
    newTab: '(s’ouvre dans un nouvel onglet)',
    submit: 'Créer le paiement',
    submitting: 'Création du paiement…',
    queued: 'Beaucoup de monde commande. Votre commande reprend d’elle-même : laissez la page ouverte.',
    needsCoin: 'Choisissez une cryptomonnaie pour continuer.',
    needsCaptcha: 'Passez la vérification de sécurité pour continuer.',
    created: 'Commande créée. Rien n’est encore payé.',
    recorded: 'Paiement bien enregistré',
  },
  captcha: {
    legend: 'Vérification de sécurité',
    image: 'Six caractères à recopier ci-dessous',
    loading: 'Chargement d’un code…',
    input: 'Caractères de l’image',
    hint: 'Six caractères, vérifiés dès la saisie du dernier. Majuscules ou minuscules, peu importe.',
    refresh: 'Nouveau code',
    unreadable: 'Je n’arrive pas à le lire',
    checking: 'Vérification…',
    working: 'À la place, votre appareil effectue un petit calcul. Cela prend quelques secondes.',
    workProgress: 'Avancement du calcul',
    cancelWork: 'Revenir à l’image',
    failed: 'La vérification du captcha a échoué. Veuillez réessayer.',
    expired: 'Ce code avait expiré. En voici un nouveau.',
    again: 'Veuillez repasser la vérification de sécurité.',
    busy: 'Beaucoup de monde commande. Un code arrive tout seul dans quelques secondes.',
    limited: 'Trop d’essais. Patientez une minute, puis demandez un nouveau code.',
    unreachable: 'Impossible de charger un code. Vérifiez votre connexion, puis demandez-en un nouveau.',
    workUnavailable: 'Ce navigateur ne peut pas effectuer le calcul ici. Demandez un nouveau code.',
    passed: 'Vérification de sécurité réussie',
  },
  waitingLink: 'M’avertir du retour : {edition}',
  failure: {
    general: 'Le paiement a échoué. Veuillez réessayer.',
    EMAIL_INVALID: 'L’adresse e-mail n’a pas été acceptée.',
    ADDRESS_INVALID: 'L’adresse de remboursement n’a pas été acceptée.',
    PRICE_MISMATCH: 'Le prix a changé depuis le chargement de cette page. Rechargez-la pour le voir.',
    CURRENCY_NOT_OFFERED: 'Pas de prix dans cette devise actuellement. Rechargez la page pour voir les prix.',
    RAIL_UNAVAILABLE:
      'Ce réseau est en pause pour le moment. Choisissez-en un autre ou réessayez dans quelques minutes.',
    RATE_UNAVAILABLE:
      'Aucun taux de change n’est disponible pour cette cryptomonnaie. Choisissez-en une autre ou réessayez bientôt.',
    OUT_OF_STOCK: 'Il ne reste pas assez de clés pour cette commande. Essayez une quantité plus petite.',
    UNPAID_ORDERS:
      'Trop de commandes passées depuis votre connexion sont impayées. Payez l’une d’elles, ou réessayez à la fin de leur délai de paiement : quelques minutes suffisent en général.',
    SHOP_UNPAID_ORDERS:
      'La boutique a trop de commandes impayées en ce moment. Rien n’a été commandé ; réessayez dans quelques minutes.',
    CAPTCHA_REQUIRED: 'Veuillez repasser la vérification de sécurité.',
    RATE_LIMITED: 'Trop de commandes depuis votre connexion. Patientez une minute.',
    DISCOUNT_UNKNOWN:
      'Ce code promo n’existe pas. Vérifiez-le ou commandez sans code, puis repassez la vérification de sécurité.',
    DISCOUNT_PAUSED:
      'Ce code n’est pas utilisable pour le moment. Commandez sans lui ou réessayez plus tard.',
    DISCOUNT_NOT_YET: 'Ce code promo n’est pas encore valable. Commandez sans lui ou revenez plus tard.',
    DISCOUNT_EXPIRED: 'Ce code promo n’est plus valable. Vous pouvez commander sans lui.',
    DISCOUNT_OTHER_EDITION: 'Ce code vaut pour une autre édition. Choisissez-la ou commandez sans le code.',
    DISCOUNT_OTHER_CURRENCY: 'Ce code vaut pour une autre devise. Choisissez-la ou commandez sans le code.',
    DISCOUNT_TOO_LARGE:
      'Ce code promo retire plus que le prix de cette commande. Prenez plus d’exemplaires ou laissez le code de côté.',
    DISCOUNT_USED_UP:
      'Ce code promo est épuisé. Il peut se libérer quand une commande impayée prend fin ; vous pouvez aussi commander sans lui.',
    DISCOUNT_USED_BY_YOU:
      'Cette adresse e-mail a utilisé ce code promo autant de fois que permis. Vous pouvez commander sans lui.',
    DISCOUNT_LIMITED:
      'Trop de codes promo erronés depuis votre connexion. Commandez sans code ou réessayez dans une heure.',
    OFFLINE: 'La boutique est restée injoignable. Vous pouvez réessayer sans risque de commander deux fois.',
    BUSY: 'Beaucoup de monde commande. Rien n’a été commandé : réessayez dans quelques secondes.',
    UNAVAILABLE:
      'La boutique est momentanément indisponible. Votre saisie est conservée : appuyez de nouveau sur le bouton dans quelques secondes. Rien ne sera commandé deux fois.',
    reference: 'Si vous nous écrivez à ce sujet, indiquez {id}.',
  },
  address: {
    colon: ' :',
    checkWords: 'Mots de contrôle',
    checkHint: 'Les deux mêmes mots figurent à côté de cette adresse dans votre e-mail.',
  },
  panel: {
    title: 'Envoyez votre paiement',
    timeLeft: 'Temps restant pour payer',
    restLeft: 'Temps restant pour envoyer le solde',
    minutesLeft: {
      one: 'Il reste {count} minute pour payer',
      many: 'Il reste {count} minutes pour payer',
      other: 'Il reste {count} minutes pour payer',
    },
    windowOver: 'Le délai de paiement est écoulé.',
    alreadySent: 'Je l’ai déjà envoyé : voir le statut',
    amount: 'Montant à envoyer',
    remaining: 'Reste à envoyer',
    network: 'Réseau',
    address: 'Adresse du portefeuille',
    copyAddress: 'Copier l’adresse',
    copyAmount: 'Copier le montant',
    copied: 'Copié',
    addressCopied: 'Adresse copiée dans le presse-papiers',
    amountCopied: 'Montant copié dans le presse-papiers',
    copyFailed: 'La copie a échoué. Sélectionnez le texte et copiez-le à la main.',
    generatingQr: 'Génération du QR code…',
    qr: 'QR code de l’adresse de paiement',
    qrWithAmount: 'QR code de l’adresse de paiement avec le montant',
    showAmountQr: 'Ajouter le montant au QR code',
    showAddressQr: 'QR code avec l’adresse seule',
    openWallet: 'Ouvrir le portefeuille',
    opensEmpty: '{wallet} s’ouvre sans le paiement : copiez d’abord l’adresse et le montant.',
    simulation: 'Simulation : n’envoyez rien',
    simulationHint: 'Ce réseau est simulé. De vraies cryptomonnaies envoyées ici seraient perdues.',
    demoWallet: 'Payer avec le portefeuille de démo',
    warnings: 'Avant l’envoi',
    warnAmount: 'Envoyez exactement {amount}. Si votre plateforme prélève des frais, ajoutez-les en plus.',
    warnNetwork: 'Seul réseau à utiliser : {network}.',
    warnLoss: 'Un envoi sur un mauvais réseau entraîne la perte définitive de vos fonds.',
    warnExpiry: 'Ce paiement expire à {time}.',
    warnInvoice: 'Conservez votre numéro de facture : {id}',
    verify: 'J’ai envoyé le paiement – vérifier',
    unread: 'Contrôle de ces informations auprès de la boutique…',
    invalidAddress:
      'N’envoyez rien : l’adresse de paiement ne correspond pas à son réseau. Écrivez à {email}.',
    invalidAmount: 'N’envoyez rien : le montant n’a pas la forme attendue. Écrivez à {email}.',
    label: { processing: 'En cours', completed: 'Terminé', failed: 'Échoué' },
  },
  redeem: { title: 'Que faire de ma clé ?', lead: 'Elle s’utilise sur {shop} :' },
  verification: {
    title: 'Vérifiez votre paiement',
    waiting: 'En attente de votre paiement sur la blockchain',
    checking: 'Consultation de la blockchain…',
    confirmed: 'Paiement confirmé. Votre facture arrive dans un instant.',
    failed: 'Paiement non détecté. Vérifiez que vous avez bien envoyé le montant exact à la bonne adresse.',
    unanswered: 'La boutique n’a pas pu être interrogée. Votre paiement reste surveillé malgré tout.',
    elapsed: 'Temps écoulé',
    attempts: {
      one: '{count} vérification effectuée',
      many: '{count} vérifications effectuées',
      other: '{count} vérifications effectuées',
    },
    invoiceId: 'N° de facture',
    copyInvoiceId: 'Copier le n° de facture',
    invoiceIdCopied: 'Numéro de facture copié dans le presse-papiers',
    amount: 'Montant',
    network: 'Réseau',
    address: 'Adresse de paiement',
    received: 'Reçu à ce jour',
    remaining: 'Manquant',
    confirmations: 'Confirmations',
    confirmationsOf: '{count} sur {required}',
    aboutMinutes: {
      one: 'Confirmation habituelle en {count} minute environ.',
      many: 'Confirmation habituelle en {count} minutes environ.',
      other: 'Confirmation habituelle en {count} minutes environ.',
    },
    underMinute: 'Confirmation habituelle en moins d’une minute.',
    checklist: 'À vérifier de votre côté',
    checkAmount: 'montant envoyé : exactement {amount}',
    checkNetwork: 'réseau utilisé : {network}',
    secured: 'Sécurité validée : adresse et montant sont bien ceux enregistrés par la boutique',
    unread: 'Validation de l’adresse et du montant auprès de la boutique…',
    insecure: 'L’adresse ou le montant n’a pas pu être validé. Écrivez à {email}.',
    check: 'Vérifier sur la blockchain',
    tryAgain: 'Réessayer',
    help: 'Besoin d’aide ? Écrivez à {email} en indiquant votre numéro de facture {id}.',
  },
  ...frPaymentStates,
}
