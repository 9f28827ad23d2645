/** Decisions about orders and the payment of refunds in French. */
export const frDecisions = {
  decisions: {
    title: 'Votre décision',
    happened: 'Ce qui s’est passé',
    nothing: 'rien',
    what: {
      wrong_token: '{money} est arrivé, mais dans une autre monnaie : cette commande porte sur {due}.',
      wrong_network: '{money} est arrivé, mais sur un autre réseau : cette commande porte sur {due}.',
      underpaid: 'Seul {money} sur {due} est arrivé, et le délai pour compléter est passé.',
      late: '{money} est arrivé après le délai de paiement, trop tard pour que la commande continue d’elle-même.',
      predates_order:
        '{money} se trouve dans un bloc plus ancien que cette commande et concerne peut-être autre chose.',
      reorged: 'Les clés ont été remises, puis la chaîne a repris le paiement.',
      double_spend:
        'Le paiement a été remplacé par une transaction qui ne paie pas cette commande. Reçu : {money}.',
      nodes_disagree: 'Vos nœuds se contredisent sur le paiement de {due}.',
      unagreed: '{money} est arrivé, mais depuis une demi-heure deux nœuds ne s’accordent pas à ce sujet.',
      limited: '{money} est arrivé, mais la limite de ce qu’un seul nœud peut confirmer est atteinte.',
      else: '{money} est arrivé, et les règles ne décident pas de la suite ; la commande porte sur {due}.',
    },
    acceptMeans: {
      one: 'Ce qui est arrivé vaut le prix entier de {price}. {count} clé est remise et envoyée maintenant. C’est irréversible.',
      many: 'Ce qui est arrivé vaut le prix entier de {price}. {count} de clés sont remises et envoyées maintenant. C’est irréversible.',
      other:
        'Ce qui est arrivé vaut le prix entier de {price}. {count} clés sont remises et envoyées maintenant. C’est irréversible.',
    },
    acceptDelivered: 'La commande compte comme payée et l’acheteur garde les clés.',
    refundMeans:
      'Plus aucune clé n’est remise. La boutique note ce qu’elle doit sur l’argent reçu ; vous le payez depuis votre portefeuille.',
    worthThen: 'Valeur à la réception',
    worthNow: 'Valeur actuelle',
    worthUnknown: 'inconnue',
    worthMore: 'Ce qui est arrivé vaut {now} actuellement\u00a0: {difference} de plus que le prix.',
    worthLess: 'Ce qui est arrivé vaut {now} actuellement\u00a0: {difference} de moins que le prix.',
    worthSame: 'Ce qui est arrivé vaut {now} actuellement, autant que le prix.',
    noRate: 'La boutique ne lit aucun cours de cette monnaie. Vérifiez sa valeur avant de décider.',
    refundWorth: 'Est dû ce qui est arrivé\u00a0: {money}, soit {now} actuellement.',
    refundOwes: 'Est dû ce qui est arrivé\u00a0: {money}.',
    notYours: 'Un propriétaire ou un gestionnaire décide de cette commande.',
  },
  queue: {
    left: 'Restent ensuite\u00a0: {count}',
    skip: 'Passer',
    finished: 'Il ne reste rien dans cette liste.',
  },
  payout: {
    pay: 'Payer et consigner',
    payBy: 'À payer avant le',
    planned: 'Dans un plan de paiements',
    overdue: 'en retard',
    computing: 'Calcul de la somme due au cours du jour…',
    rate: 'Calculé à {rate} {currency} pour 1 {asset}.',
    amount: 'Montant à envoyer',
    address: 'Adresse de remboursement',
    checkWords: 'Mots de contrôle',
    checkHint: 'Deux mots tirés de cette adresse, pour la comparer d’un coup d’œil.',
    qr: 'Code QR de l’adresse de remboursement',
  },
  rateSources: { fixed: 'fixe' },
}
