import type { enAlerts } from '#texts/en/admin-alerts.ts'

/** Alerts to staff, in French: in the back office, and in mails. */
export const frAlerts: typeof enAlerts = {
  alerts: {
    title: 'Alertes',
    lead: 'Ce qui demande votre attention. Chaque alerte est signalée une fois et reste ici jusqu’à ce que sa cause disparaisse ou que vous la fermiez.',
    list: 'Liste des alertes',
    what: 'Quoi',
    about: 'Concerne',
    since: 'Depuis',
    shop: 'La boutique',
    close: 'Fermer',
    closed: 'L’alerte a été fermée',
    stockLasts: 'Clés restantes : {free}. Jours qu’elles durent à ce rythme : {days}.',
    failed: 'Les alertes n’ont pas pu être chargées',
    kinds: {
      'nodes-not-agreed': {
        title: 'Deux nœuds ne se sont pas accordés',
        text: 'Une commande est payée et assez confirmée, mais depuis une demi-heure deux nœuds ne s’accordent pas sur son paiement. Ses clés attendent votre décision.',
      },
      'payment-predates-order': {
        title: 'Un paiement semble antérieur à sa commande',
        text: 'L’argent de cette commande se trouve dans un bloc que la boutique avait déjà dépassé au moment de la commande, mais l’heure du bloc est postérieure. Soit l’adresse avait déjà servi, soit un nœud montrait alors une fausse chaîne. Il ne compte pas de lui-même : comparez les heures, puis acceptez-le ou remboursez-le à la main.',
      },
      'payout-not-agreed': {
        title: 'Deux nœuds ne s’accordent pas sur un remboursement',
        text: 'Vous avez enregistré la transaction d’un remboursement, mais depuis une demi-heure vos nœuds se contredisent à son sujet, ou l’un d’eux ne répond pas. Le remboursement reste ouvert. Cherchez la transaction dans un explorateur et vérifiez vos nœuds.',
      },
      'single-node-limit': {
        title: 'Limite d’un seul nœud atteinte',
        text: 'En 24 heures, des clés pour tout le montant de KEYHOLD_SINGLE_NODE_USD ont été remises sur la parole d’un seul nœud. Les commandes suivantes de ce genre attendent : acceptez-les à la main, ajoutez un second nœud ou relevez la limite.',
      },
      'issuer-freeze': {
        title: 'L’émetteur a gelé une adresse de paiement',
        text: 'L’émetteur du jeton a gelé l’adresse de paiement de cette commande : ce qui s’y trouve ne peut plus être déplacé. Écrivez à l’émetteur. Ne videz pas d’autres adresses en même temps que celle-ci. L’acheteur a payé et garde ses clés.',
      },
      'unpaid-orders-limit': {
        title: 'Des commandes sont refusées : trop sont impayées',
        text: 'Tant de commandes sont ouvertes et impayées que la boutique en refuse de nouvelles, afin que personne n’épuise ses adresses et ses nœuds. Si elles viennent d’une mise en vente, augmentez KEYHOLD_LIMITS. Si elles viennent de quelques réseaux, bloquez-les au proxy inverse.',
      },
      recovery: {
        title: 'La base de données a été restaurée',
        text: 'La base de données a été restaurée, ou il lui manque des commandes. Aucune commande n’est prise avant la fin de la reprise : voyez les réglages et, sur le serveur, « npm run keyhold -- restore --status ».',
      },
      'lost-payment': {
        title: 'Un paiement sans commande',
        text: 'De l’argent est arrivé sur une adresse dont la commande manque depuis la restauration de la base. Les réglages l’indiquent, sous la reprise. Répondez à l’acheteur ou remboursez-le à la main.',
      },
      'node-left-out': {
        title: 'Un nœud est écarté',
        text: 'Un nœud de cette chaîne est sur un autre réseau, ou ses jetons ne sont pas ceux qui sont configurés. Il n’est pas lu et ne confirme rien. Les réglages le nomment. Tant qu’il ne reste qu’un nœud, davantage de commandes attendent.',
      },
      'rail-closed': {
        title: 'Un moyen de paiement est fermé',
        text: 'Ses nœuds ne répondent pas, sont en retard ou montrent un autre réseau : aucune commande n’est prise par ce moyen. Les commandes ouvertes n’expirent pas entre-temps. Les réglages montrent ce que dit chaque nœud.',
      },
      'no-rate': {
        title: 'Une monnaie n’a pas de cours',
        text: 'Les places d’échange n’ont donné aucun cours utilisable : aucune commande n’est prise dans cette monnaie. Les paiements en cours ne sont pas touchés. Vérifiez que le serveur atteint les places d’échange.',
      },
      'order-review': {
        title: 'Une commande attend votre décision',
        text: 'Son argent est arrivé en retard, en trop petite quantité ou dans une autre monnaie, ou la chaîne l’a annulé. Acceptez-la ou remboursez-la sous Exceptions.',
      },
      'refund-requested': {
        title: 'Un remboursement est demandé',
        text: 'Payez-le depuis votre portefeuille et inscrivez sa transaction sous Remboursements.',
      },
      'stock-low': {
        title: 'Les clés s’épuisent',
        text: 'Au rythme des sept derniers jours, les clés de cette édition durent moins d’une semaine. Importez-en d’autres.',
      },
      'sold-out': {
        title: 'Une édition est épuisée',
        text: 'Toutes les clés de cette édition sont vendues ou promises, et ses commandes sont refusées. Importez d’autres clés si vous en avez.',
      },
      'keys-missing': {
        title: 'Des commandes payées attendent des clés',
        text: 'Des commandes de cette édition sont payées, mais il n’y a pas assez de clés. Importez-en : elles sont remises aussitôt, la commande la plus ancienne d’abord.',
      },
      'mail-stuck': {
        title: 'Les e-mails ne partent pas',
        text: 'Des e-mails attendent depuis plus de dix minutes, peut-être avec des clés. Vérifiez le serveur de messagerie et KEYHOLD_SMTP_URL. Ils partent dès qu’il répond.',
      },
      'mails-refused': {
        title: 'Le serveur de messagerie refuse les e-mails',
        text: 'Le serveur de messagerie répond et refuse la plupart des e-mails : quota épuisé, compte suspendu ou expéditeur non accepté. De nouveaux essais ont lieu, et tous partent dès qu’il en accepte un. Vérifiez le compte chez votre fournisseur, puis lancez keyhold check --send-to avec votre adresse.',
      },
      'keys-not-mailed': {
        title: 'Des clés payées ne sont pas envoyées',
        text: 'Les clés de commandes payées attendent leur envoi depuis plus de dix minutes. Le journal indique la réponse du serveur de messagerie. S’il refuse une seule boîte, cherchez la commande et demandez une autre adresse à l’acheteur ; les clés se trouvent aussi sur la page de la commande.',
      },
      'sign-ins-failed': {
        title: 'Nombreuses connexions échouées',
        text: 'En une journée, la connexion à un compte a échoué au moins 20 fois. Les essais suivants sont ralentis, personne n’est bloqué. Vérifiez dans le journal s’il s’agissait du titulaire. Sinon, définissez un second facteur et un nouveau mot de passe pour ce compte.',
      },
      'disk-low': {
        title: 'Un disque est presque plein',
        text: 'Il reste peu de place sur un disque où la boutique écrit : celui du dossier de données, de la base de données ou des sauvegardes. Libérez de la place ou agrandissez-le. « npm run keyhold -- check » sur cette machine indique ce qui reste et où. En dessous de 64 Mio, aucune commande n’est acceptée.',
      },
      'disk-full': {
        title: 'Aucune commande n’est acceptée : un disque est plein',
        text: 'Le disque du dossier de données ou de la base de données est plein. Aucune commande n’est acceptée, afin de n’en perdre aucune qui ne pourrait pas être traitée. Libérez au moins 64 Mio ; les commandes reprennent d’elles-mêmes en quelques secondes.',
      },
      'clock-wrong': {
        title: 'Une horloge est fausse',
        text: 'L’horloge de cette machine diffère de celle de la base de données, ou celle de la base diffère de celles des nœuds. Les échéances suivent l’horloge de la base. Réglez les horloges par NTP (« timedatectl set-ntp true ») ; ensuite il n’y a rien d’autre à faire.',
      },
      'record-failed': {
        title: 'Les remises de clés ne sont plus consignées ailleurs',
        text: 'Le dossier ou l’adresse de KEYHOLD_RECORD_TO (à défaut KEYHOLD_BACKUP_DIR) n’accepte rien. La vente continue. Si cette machine est perdue maintenant, une restauration ne saura pas quelles clés ont été remises depuis. Vérifiez que le dossier est monté et accessible en écriture ; ce qui manque sera alors ajouté de lui-même.',
      },
      'backup-failed': {
        title: 'Une sauvegarde a échoué',
        text: 'La sauvegarde quotidienne n’a pas pu être écrite. Un nouvel essai a lieu toutes les 15 minutes. Le disque est-il plein, ou le dossier de KEYHOLD_BACKUP_DIR est-il protégé en écriture ? La raison figure dans les paramètres.',
      },
      'backup-old': {
        title: 'La dernière sauvegarde est trop ancienne',
        text: 'La dernière sauvegarde date de plus d’un jour et demi. Les paramètres indiquent la dernière sauvegarde et le dernier échec. « npm run keyhold -- backup FILE » en crée une à la main.',
      },
      'restore-check-failed': {
        title: 'La sauvegarde n’a pas pu être restaurée',
        text: 'La dernière sauvegarde a été restaurée à l’essai dans une base de données provisoire, sans succès. La raison figure dans les paramètres. Créez une nouvelle sauvegarde et vérifiez-la avec « npm run keyhold -- backup verify FILE » ; gardez les précédentes jusque-là.',
      },
    },
  },
}
