/** What the back office does to many at once, and undoes, in French. */
export const frMany = {
  many: {
    selectShown: 'Sélectionner toutes les commandes affichées',
    selectOrder: 'Sélectionner la commande {id}',
    selected: {
      one: '{count} commande sélectionnée',
      many: '{count} de commandes sélectionnées',
      other: '{count} commandes sélectionnées',
    },
    selectAll: {
      one: 'Sélectionner la seule qui correspond',
      many: 'Sélectionner les {count} qui correspondent',
      other: 'Sélectionner les {count} qui correspondent',
    },
    exportChosen: 'Exporter la sélection',
    resend: 'Renvoyer les e-mails',
    resendQuestion: {
      one: 'L’acheteur de {count} commande reçoit de nouveau ses clés, ou le dernier e-mail s’il n’y a pas de clés. Une commande dont l’e-mail a été renvoyé il y a moins de dix minutes est laissée de côté.',
      many: 'Les acheteurs de {count} de commandes reçoivent de nouveau leurs clés, ou leur dernier e-mail s’il n’y a pas de clés. Les commandes dont l’e-mail a été renvoyé il y a moins de dix minutes sont laissées de côté.',
      other:
        'Les acheteurs de {count} commandes reçoivent de nouveau leurs clés, ou leur dernier e-mail s’il n’y a pas de clés. Les commandes dont l’e-mail a été renvoyé il y a moins de dix minutes sont laissées de côté.',
    },
    resent: {
      one: '{count} e-mail renvoyé',
      many: '{count} d’e-mails renvoyés',
      other: '{count} e-mails renvoyés',
    },
    refund: 'Demander les remboursements',
    refundQuestion: {
      one: 'Tout ce qui reste de {count} commande sera à rembourser, à l’adresse de son acheteur. Plus aucune de ses clés ne part, et l’acheteur est prévenu par e-mail.',
      many: 'Tout ce qui reste de {count} de commandes sera à rembourser, à l’adresse de chaque acheteur. Plus aucune de leurs clés ne part, et les acheteurs sont prévenus par e-mail.',
      other:
        'Tout ce qui reste de {count} commandes sera à rembourser, à l’adresse de chaque acheteur. Plus aucune de leurs clés ne part, et les acheteurs sont prévenus par e-mail.',
    },
    refundNext:
      'Rien n’est encore payé : les remboursements attendent sous « Remboursements », où chacun peut être annulé.',
    refunded: {
      one: '{count} remboursement demandé',
      many: '{count} de remboursements demandés',
      other: '{count} remboursements demandés',
    },
    notDone: { one: '{count} impossible', many: '{count} impossibles', other: '{count} impossibles' },
    progress: '{done} sur {total}',
    results: 'Ce qui n’a pas été fait',
    reason: 'Pourquoi',
    unfinished: 'Sans réponse. Vous pouvez recommencer sans risque.',
    recentlySent: 'Renvoyé à l’instant.',
    undo: 'Annuler',
    undone: 'C’est annulé',
    undoLead: 'Annuler la dernière action',
    retireMany: {
      one: '{count} clé ne sera plus vendue et restera dans la liste. Elle peut revenir en stock tant que personne ne l’a achetée ni affichée.',
      many: '{count} de clés ne seront plus vendues et resteront dans la liste. Elles peuvent revenir en stock tant que personne ne les a achetées ni affichées.',
      other:
        '{count} clés ne seront plus vendues et resteront dans la liste. Elles peuvent revenir en stock tant que personne ne les a achetées ni affichées.',
    },
    retiredMany: {
      one: '{count} clé retirée',
      many: '{count} de clés retirées',
      other: '{count} clés retirées',
    },
    retireList: 'Retirer une liste',
    retireListLead:
      'Collez des clés entières, une par ligne : 1 000 au plus. Les clés vendues restent à leurs acheteurs, marquées comme retirées.',
    listLabel: 'Clés',
    listTooLong: 'Cela fait plus de 1 000 clés.',
    line: 'Ligne {line}',
    restore: 'Remettre',
    restoreKey: 'Remettre la clé {key} en stock',
    restoreTitle: 'Remettre en stock',
    restoreQuestion:
      'Cette clé sera de nouveau vendue. Ne le faites que si vous ne l’avez donnée à personne.',
    restored: {
      one: '{count} clé est de nouveau en stock',
      many: '{count} de clés sont de nouveau en stock',
      other: '{count} clés sont de nouveau en stock',
    },
  },
}
