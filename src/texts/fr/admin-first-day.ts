/** The list that a new shop begins with, in French. */
export const frFirstDay = {
  firstDay: {
    title: 'Avant de vendre',
    lead: '{done} étapes sur {all} sont faites. La liste disparaît quand toutes le sont.',
    states: { done: 'fait', open: 'à faire', blocked: 'pas encore possible' },
    after: 'D’abord : {step}',
    close: 'Fermer la liste',
    closeTitle: 'Fermer la liste ?',
    closeText: 'Étapes à faire : {count}. La liste ne revient pas.',
    closed: 'La liste est fermée',
    failed: 'L’enregistrement a échoué',
    loadFailed: 'La liste n’a pas pu être chargée',
    steps: {
      nodes: {
        title: 'Tous les moyens de paiement sont ouverts',
        text: 'Les nœuds répondent et concordent, et une adresse inutilisée est connue. Voir « Vérification des réglages ».',
      },
      keys: {
        title: 'Des clés pour chaque édition',
        text: 'Importez-les ou générez-les plus bas, sous « Clés ».',
      },
      'second-factor': {
        title: 'Le second facteur de chaque propriétaire',
        text: 'Chaque propriétaire l’active lui-même sous « Sécurité ».',
      },
      backup: {
        title: 'Une sauvegarde, faite et essayée',
        text: 'Avec un dossier de sauvegarde, la boutique fait les deux chaque jour ; tout de suite : keyhold backup, puis keyhold backup verify.',
      },
      mails: {
        title: 'Les e-mails aux acheteurs, relus',
        text: 'Voyez chaque e-mail dans chaque langue que les acheteurs peuvent choisir.',
      },
      'test-order': {
        title: 'Une commande d’essai, payée',
        text: 'Commandez sur votre propre page : sur un réseau de test, ou l’édition la moins chère avec de vraies pièces. Remboursez-les sous « Remboursements ».',
      },
      'real-order': {
        title: 'La première commande d’un acheteur',
        text: 'De vraies pièces, confirmées par le réseau, et l’e-mail avec les clés est parti.',
      },
    },
    editionKeys: 'clés : {count}',
    noFactor: 'Propriétaires sans : {count}',
    made: 'Sauvegarde faite',
    tried: 'Restauration essayée',
    read: 'Voir les e-mails',
    mailsTitle: 'E-mails aux acheteurs',
    mail: 'E-mail',
    looksRight: 'Ils sont corrects',
    templates: {
      'waiting-confirm': 'Liste d’attente : confirmer',
      'waiting-stock': 'Liste d’attente : de nouveau en stock',
    },
  },
}
