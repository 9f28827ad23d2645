/** Sales made elsewhere in the back office, in French. */
export const frElsewhere = {
  elsewhere: {
    title: 'Ventes faites ailleurs',
    lead: 'Payées dans une autre boutique, livrées depuis ce stock par l’API. Leur argent n’entre dans aucun chiffre ici.',
    list: 'Liste des ventes faites ailleurs',
    reference: 'Référence',
    searchHint: 'Référence, e-mail ou identifiant de la vente',
    empty: 'Aucune vente n’a encore été faite ailleurs. Un programme muni d’un jeton les saisit.',
    noMatch: 'Aucune vente ne correspond aux filtres.',
    failed: 'Les ventes n’ont pas pu être chargées',
    states: { waiting: 'Attend la sortie', delivered: 'Clés remises', refunded: 'Remboursée' },
    refund: 'Noter le remboursement',
    refunded: 'La vente est notée comme remboursée',
    questions: {
      waiting:
        'Noter la vente {name} comme remboursée ? Ses clés n’ont pas encore été envoyées : elles retournent au stock et ne sont envoyées à personne. Aucun argent ne quitte cette boutique : remboursez l’acheteur là où il a payé. C’est irréversible.',
      delivered:
        'Noter la vente {name} comme remboursée ? Ses clés ont été envoyées : elles restent à l’acheteur et ne retournent pas au stock. Aucun argent ne quitte cette boutique : remboursez l’acheteur là où il a payé. C’est irréversible.',
    },
  },
}
