/** The overview of the back office in French. */
export const frOverview = {
  overview: {
    failed: 'La vue d’ensemble n’a pas pu être chargée',
    today: 'Aujourd’hui',
    week: '7 derniers jours',
    yesterday: 'Hier : {value}',
    weekBefore: 'Les 7 jours précédents : {value}',
    waiting: 'En attente de vous',
    nothing: 'Rien n’attend personne.',
    oldest: 'le plus ancien cas : {age}',
    worth: 'valeur : {price}',
    kinds: {
      review: {
        one: '{count} commande en examen',
        many: '{count} de commandes en examen',
        other: '{count} commandes en examen',
      },
      held_back: {
        one: '{count} commande payée retenue',
        many: '{count} de commandes payées retenues',
        other: '{count} commandes payées retenues',
      },
      refunds: {
        one: '{count} remboursement à payer',
        many: '{count} de remboursements à payer',
        other: '{count} remboursements à payer',
      },
      awaiting_keys: {
        one: '{count} commande payée sans clés',
        many: '{count} de commandes payées sans clés',
        other: '{count} commandes payées sans clés',
      },
      lost_payments: {
        one: '{count} paiement sans commande',
        many: '{count} de paiements sans commande',
        other: '{count} paiements sans commande',
      },
      alerts: {
        one: '{count} alerte sur la boutique',
        many: '{count} d’alertes sur la boutique',
        other: '{count} alertes sur la boutique',
      },
    },
    stock: 'Stock de clés en jours',
    daysLeft: {
      one: 'dure {count} jour',
      many: 'dure {count} de jours',
      other: 'dure {count} jours',
    },
    stockFacts: 'libres : {free} ; vendues en 7 jours : {sold}',
    notSold: 'aucune vente en 7 jours',
    soldOut: 'épuisé',
    onWaitingList: {
      one: '{count} personne sur la liste d’attente',
      many: '{count} de personnes sur la liste d’attente',
      other: '{count} personnes sur la liste d’attente',
    },
    mailsSent: 'Tous les e-mails sont partis.',
    mailsWait: {
      one: '{count} e-mail non envoyé',
      many: '{count} d’e-mails non envoyés',
      other: '{count} e-mails non envoyés',
    },
  },
}
