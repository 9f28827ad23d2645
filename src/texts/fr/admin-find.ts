/** Search, tables and keyboard shortcuts of the back office in French. */
export const frFind = {
  tables: {
    explorer: 'Ouvrir dans l’explorateur de blocs',
    newTab: 's’ouvre dans un nouvel onglet',
    days: 'Jours (UTC)',
    lastDays: {
      one: 'Dernier jour ({count})',
      many: '{count} de derniers jours',
      other: '{count} derniers jours',
    },
    allDays: 'Tous les jours',
    calendar: 'Choisir dans le calendrier',
    dayInvalid: 'Ce jour n’existe pas',
  },
  find: {
    label: 'Tout rechercher',
    hint: 'Commande, e-mail, clé, transaction ou adresse',
    keysToo: 'Chercher parmi les clés',
    pages: 'Pages de l’administration',
    commands: 'Commandes de l’interface',
    all: 'Toutes les commandes avec «\u00a0{q}\u00a0»',
    nothing: 'Rien trouvé pour l’instant. Entrée cherche dans toutes les commandes.',
    title: 'Raccourcis clavier',
    lead: 'Ils agissent tant que vous n’écrivez pas.',
    isOn: 'Utiliser les raccourcis clavier',
    search: 'Aller à la recherche',
    next: 'Ligne suivante',
    previous: 'Ligne précédente',
    open: 'Ouvrir la ligne',
    help: 'Afficher cette liste',
    goTo: 'Aller à « {tab} »',
  },
}
