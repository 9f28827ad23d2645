import type { PlainTexts } from '#texts/en/plain.ts'

/** The pages that work without script, in French. */
export const frPlain: PlainTexts = {
  faultTitle: 'Erreur : {title}',
  faults: 'Vérifiez les champs signalés ci-dessous',
  form: {
    title: 'Passer commande',
    lead: 'Remplissez cette page et envoyez-la. La suivante vous dira combien payer, à quelle adresse et jusqu’à quand.',
    edition: 'Édition',
    recalculate: 'Recalculer',
    quantityFault: 'Saisissez un nombre entier de {min} à {max}.',
    editionFault: 'Cette édition est épuisée. Choisissez-en une autre.',
    onlyEditionFault: 'Cette édition est épuisée.',
    rail: 'Choisissez la cryptomonnaie et le réseau',
    addressMissing: 'Saisissez une adresse qui vous appartient pour les remboursements.',
    codeHint: 'Six caractères, en majuscules ou en minuscules.',
    codeMissing: 'Saisissez les caractères de l’image.',
    cannotRead:
      'L’image est illisible ? Demandez un nouveau code, ou écrivez à {email} : nous prendrons volontiers votre commande par e-mail.',
    sentBefore:
      'Ce formulaire a déjà été envoyé avec d’autres données. Rien n’a été commandé cette fois : vérifiez tout, puis envoyez-le de nouveau.',
  },
  order: {
    done: {
      checked: 'Nous venons de consulter la blockchain. Le résultat figure ci-dessous.',
      asked: 'Votre demande est bien arrivée. Son suivi figure sous « Remboursement ».',
      already: 'Tout ce qui pouvait être retourné fait déjà l’objet d’une demande.',
      changed:
        'Cette commande a changé depuis l’affichage de la page. Rien de plus n’a été demandé : consultez d’abord son état ci-dessous.',
      sent: 'L’e-mail vous est renvoyé.',
      soon: 'Cet e-mail vient d’être envoyé. Patientez un peu avant de le redemander.',
      nothing: 'Aucun e-mail n’a encore été écrit pour cette commande.',
      closed:
        'Rien n’a été fait : ce navigateur n’a pas accès à cette commande. Ouvrez le lien reçu par e-mail.',
      mistyped:
        'Ce code ne correspond pas à cette commande. Reprenez celui de notre dernier e-mail à son sujet.',
    },
    code: { label: 'Code reçu par e-mail', submit: 'Ouvrir la commande' },
    payUntil: 'À payer avant {time}',
    refreshes: 'Cette page se met à jour d’elle-même toutes les 30 secondes.',
    keysFile: 'Toutes les clés dans un fichier',
    refund: {
      title: 'Remboursement',
      lead: 'Vous pouvez retourner vos clés jusqu’au {date}, toutes ou seulement certaines. Leur prix en dollars américains vous est rendu dans la cryptomonnaie et sur le réseau du paiement, au taux du jour de l’envoi. Les frais de réseau sont à notre charge.',
      unpaid: 'Il n’y a encore rien à rembourser : cette commande n’est pas confirmée.',
      over: 'Le délai pour retourner des clés a pris fin le {date}.',
      fullyRequested: 'Le remboursement de toute cette commande est déjà demandé.',
      copies: 'Combien d’exemplaires retournez-vous ?',
      returned: 'Exemplaires',
      copiesHint: {
        one: '{count} exemplaire peut être retourné.',
        many: '{count} d’exemplaires peuvent être retournés.',
        other: '{count} exemplaires peuvent être retournés.',
      },
      wholeOnly: 'Vos clés n’ont pas encore été remises : c’est donc toute la commande qui est retournée.',
      copiesFault: 'Saisissez un nombre entier d’exemplaires, {count} au plus.',
      to: 'Le remboursement est envoyé à {address}',
      elsewhere: 'Autre adresse de remboursement',
      elsewhereHint: 'Laissez vide pour garder celle ci-dessus. Elle doit appartenir au réseau du paiement.',
      again: 'L’autre adresse, une seconde fois',
      againHint: 'Ce qui part à une mauvaise adresse est perdu : saisissez donc l’adresse deux fois.',
      againFault: 'Les deux adresses diffèrent. Saisissez deux fois la même.',
      reason: 'Votre motif (facultatif)',
      reasonFault: 'Ne dépassez pas {count} caractères.',
      acceptInvalidKeys: 'Je sais que les clés retournées cessent définitivement de fonctionner.',
      acceptInvalidKeysFault: 'Confirmez que les clés retournées cessent de fonctionner.',
      submit: 'Demander le remboursement',
      states: {
        asked: 'Demandé : notre équipe calcule le montant et l’envoie.',
        recorded: 'Envoyé : en attente de confirmation par la blockchain.',
        mismatch: 'En cours de vérification par notre équipe',
        verified: 'Remboursé : confirmé sur la blockchain.',
      },
      owed: 'Montant',
      address: 'Envoyé à',
      failed: 'La demande n’a pas été acceptée. Consultez la commande, puis réessayez.',
    },
    mail: {
      title: 'Votre e-mail',
      lead: 'L’e-mail envoyé à {email} est perdu ou tarde ? Nous le renvoyons, une fois par minute au plus.',
      none: 'Dès qu’il y aura du nouveau, nous écrirons à {email}.',
      withheld:
        'Le mail avec les détails du paiement n’a pas été envoyé : trop de commandes ont été passées pour cette boîte ou depuis votre connexion en une heure. Tout ce qu’il faut pour payer est sur cette page, dans ce navigateur. Les mails sur votre paiement et vos clés partiront quand même.',
      submit: 'Renvoyer l’e-mail',
    },
  },
  recover: {
    title: 'Retrouver votre commande',
    refundTitle: 'Retourner des clés',
    lead: 'Saisissez l’adresse e-mail et le numéro de facture de votre commande. Nous enverrons à cette adresse le lien vers la page de la commande.',
    refundLead:
      'Le retour de clés se demande sur la page de la commande. Si la vôtre ne figure pas ici, faites-vous envoyer son lien.',
    invoiceIdHint:
      'Il figure dans chaque e-mail au sujet de votre commande et sur la facture : 36 caractères avec des tirets.',
    invoiceIdFault: 'Saisissez le numéro de facture en entier : 36 caractères avec des tirets.',
    submit: 'Recevoir le lien',
    sentTitle: 'Consultez votre boîte de réception',
    sent: 'S’il existe une commande avec cette adresse e-mail et ce numéro de facture, son lien est en route. Cela peut prendre quelques minutes ; pensez à regarder dans les indésirables.',
    tooOften:
      'Cette demande a été faite trop souvent. Patientez une heure avant de réessayer, ou écrivez à {email}.',
    own: 'Commandes de ce navigateur',
    ownOrder: '{edition} × {count}, {date}',
    openRefund: 'Retourner des clés de cette commande',
    form: 'Votre commande n’y est pas ?',
  },
  status: {
    title: 'État de la boutique',
    selling: 'Les commandes sont prises.',
    soldOut: 'Toutes les éditions sont épuisées pour le moment.',
    closed: 'Aucune commande n’est prise pour le moment.',
    closedLead:
      'Les commandes existantes ne sont pas perdues : ce qui a été envoyé pour elles compte dès que les réseaux peuvent être lus à nouveau.',
    rails: 'Moyens de paiement',
    open: 'Ouvert',
    mail: 'Envoi des e-mails',
    mailOnTime: 'À l’heure',
    mailDelayed: 'En retard. La page de votre commande montre aussi vos clés.',
    readAt: 'Au {time}',
  },
  setup: {
    title: 'Restaurer une sauvegarde',
    lead: 'Cette boutique est vide. Toute personne ayant accès à son serveur peut la remplir ici, une seule fois, à partir d’une sauvegarde.',
    secret:
      'La sauvegarde exige le secret d’installation de sa boutique, et sa clé si elle est chiffrée. Mettez les deux en place avant de démarrer cette boutique, comme l’indique docs/operating.md.',
    token: 'Code à usage unique',
    tokenHint: 'Il est affiché là où la boutique a été démarrée.',
    wrong: 'Ce n’est pas le code affiché au dernier démarrage.',
    submit: 'Afficher les sauvegardes',
    choose:
      'Choisissez la sauvegarde à restaurer. La boutique s’arrête le temps de l’opération et redémarre d’elle-même.',
    none: 'Le dossier de {setting} ne contient aucune sauvegarde, ou le paramètre manque. Sur le serveur, lancez {command}.',
    restore: 'Restaurer',
    restoreOf: 'Restaurer la sauvegarde du {time}',
    startedTitle: 'La restauration a commencé',
    started:
      'La boutique s’arrête maintenant et restaure la sauvegarde. Le déroulement s’affiche là où elle a été démarrée. Connectez-vous ensuite avec un compte de la sauvegarde et terminez la reprise dans les paramètres.',
  },
  withdraw: {
    title: 'Se rétracter du contrat',
    lead: 'Ce formulaire vous permet de vous rétracter du contrat concernant une commande, payée ou non. Aucune connexion ni aucun motif ne sont nécessaires. La page suivante vous demande de confirmer.',
    name: 'Votre nom',
    nameFault: 'Veuillez saisir votre nom.',
    emailHint: 'L’adresse utilisée pour la commande. L’accusé de réception y est envoyé.',
    copies: 'Nombre d’exemplaires (laissez vide pour toute la commande)',
    copiesHint: 'Des exemplaires isolés peuvent être rendus dès que leurs clés ont été envoyées.',
    copiesFault: 'Veuillez saisir un nombre entier d’exemplaires, ou laissez le champ vide.',
    continue: 'Continuer',
    confirmTitle: 'Confirmer la rétractation',
    confirmLead: 'Vérifiez votre déclaration. Elle n’est envoyée que lorsque vous la confirmez.',
    what: 'Rétractation pour',
    whole: 'toute la commande',
    someCopies: 'exemplaires : {count}',
    change: 'Modifier',
    doneTitle: 'Nous avons reçu votre rétractation',
    doneLead:
      'Cet accusé de réception a aussi été envoyé à l’adresse e-mail de la commande. Veuillez l’enregistrer.',
    next: 'Ce qui a été payé est renvoyé à l’adresse de remboursement de la commande ; un e-mail vous informe de chaque étape. Si le numéro de facture et l’adresse e-mail ne correspondent pas, une personne vous répond.',
    save: 'Enregistrer l’accusé de réception',
    tooOften:
      'Trop de déclarations sont parvenues de votre connexion, celle-ci n’a pas été enregistrée. Rétractez-vous par e-mail à {email} : c’est tout aussi valable.',
  },
  notice: {
    title: 'Un instant, s’il vous plaît',
    limited: 'Trop de requêtes sont venues de votre connexion. Patientez une minute, puis réessayez.',
    foreign:
      'Ce formulaire ne venait pas d’une page de cette boutique : rien n’a été fait. Ouvrez la page ici et envoyez-le de nouveau.',
    unreadable: 'Les données reçues sont illisibles : rien n’a été fait. Réessayez.',
    failed:
      'Une erreur s’est produite chez nous. Vous pouvez réessayer sans risque : rien n’est commandé ni demandé deux fois.',
    retry: 'Réessayer',
    home: 'Retour à la boutique',
  },
}
