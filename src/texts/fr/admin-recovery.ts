import type { enRecovery } from '#texts/en/admin-recovery.ts'
import type { TextShape } from '#texts/text-shape.ts'

/** The recovery of a restored database, in French. */
export const frRecovery: TextShape<typeof enRecovery> = {
  recovery: {
    title: 'Reprise après une restauration',
    lead: 'Il manque à une base restaurée les commandes passées après sa sauvegarde. Tant que la reprise n’est pas terminée, la boutique ne prend aucune commande et n’attribue deux fois ni adresse ni clé.',
    never: 'Cette base n’a jamais été restaurée.',
    blocked:
      'La boutique ne prend aucune commande avant la fin de cette reprise. Les commandes passées après cette date peuvent manquer :',
    addressesOpen:
      'Adresses : à faire. Lancez « npm run keyhold -- restore --resume » sur le serveur. Les prochaines adresses passent alors après toutes celles qui ont pu être montrées.',
    addressesDone: 'Adresses : fait.',
    keysOpen:
      'Clés : à faire. Comparez les clés ci-dessous avec ce que votre serveur de messagerie a envoyé. Marquez celles qui ont été envoyées, puis remettez les autres en stock.',
    keysDone: 'Clés : fait.',
    failed: 'La reprise n’a pas pu être chargée',
    list: 'Reprises',
    cause: 'Raison',
    causes: {
      restored: 'Une sauvegarde a été restaurée',
      older: 'Il manquait des commandes à la base',
      other_database: 'Une autre base a été connectée',
    },
    started: 'Début',
    missing: 'Manque depuis',
    finished: 'Fin',
    lost: 'Paiements sans commande',
    lostLead:
      'De l’argent est arrivé sur des adresses sautées : ces commandes manquent dans cette base. Répondez à ces acheteurs ou remboursez-les à la main.',
    lostMore:
      'Seuls les plus récents sont affichés ici. « npm run keyhold -- restore --status » les liste tous ({count}).',
    index: 'Indice',
    found: 'Trouvé',
    keys: 'Clés mises de côté',
    keysLead: 'La base perdue les a peut-être envoyées. Elles ne sont pas vendues avant votre décision.',
    toStock: 'Remettre en stock',
    sent: 'A été envoyée',
    restToStock: 'Remettre toutes les autres en stock',
    export: 'Télécharger la liste (CSV)',
    confirm:
      'Toutes les clés encore mises de côté pourront alors être vendues. Marquez d’abord celles qui ont été envoyées : sinon, un acheteur recevra une clé que quelqu’un d’autre possède déjà.',
    decided: {
      one: 'Décision prise pour {count} clé',
      many: 'Décision prise pour {count} de clés',
      other: 'Décision prise pour {count} clés',
    },
    done: 'La reprise est terminée : la boutique prend de nouveau des commandes.',
    decideFailed: 'La décision n’a pas pu être enregistrée',
  },
}
