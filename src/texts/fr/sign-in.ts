import type { SignInTexts } from '#texts/en/sign-in.ts'

export const frSignIn: SignInTexts = {
  title: 'Connexion de l’équipe',
  lead: 'Pour celles et ceux qui tiennent cette boutique. Acheter ne demande aucun compte.',
  email: 'E-mail',
  password: 'Mot de passe',
  showPassword: 'Afficher le mot de passe',
  submit: 'Se connecter',
  passkey: 'Se connecter avec une clé d’accès',
  busy: 'Un instant…',
  wait: 'Nouvel essai dans {count} s',
  codeTitle: 'Encore une étape',
  codeLead:
    'Saisissez les six chiffres de votre application d’authentification ou l’un de vos codes de secours.',
  code: 'Code',
  codeSubmit: 'Confirmer',
  startOver: 'Revenir à l’e-mail et au mot de passe',
  setTitle: 'Choisissez votre mot de passe',
  setLead: 'Le lien ne sert qu’une fois. Ensuite, connectez-vous avec votre e-mail et ce mot de passe.',
  newPassword: 'Nouveau mot de passe',
  passwordHint: 'De 12 à 128 caractères ; quelques mots à la suite se retiennent bien.',
  repeatPassword: 'Le même mot de passe, encore une fois',
  setSubmit: 'Enregistrer le mot de passe',
  passwordSaved: 'Le mot de passe est enregistré. Connectez-vous avec lui.',
  demoTitle: 'Compte de démonstration',
  demoLead:
    'Il n’a pas encore de rôle : l’administration le refusera et proposera de le rendre administrateur.',
  demoUse: 'Remplir',
  needsScript: 'La connexion nécessite JavaScript.',
  errors: {
    emailMissing: 'Saisissez votre e-mail sous la forme nom@exemple.fr.',
    passwordMissing: 'Saisissez votre mot de passe.',
    codeMissing: 'Saisissez le code : six chiffres ou un code de secours.',
    passwordLength: 'Le mot de passe doit compter de 12 à 128 caractères.',
    passwordGuessable:
      'Ce mot de passe est parmi les premiers essayés. Choisissez quelques mots à la suite qui ne nomment ni vous ni la boutique.',
    passwordsDiffer: 'Les deux mots de passe diffèrent. Saisissez deux fois le même.',
    signInFailed: 'L’e-mail ou le mot de passe est faux. Vérifiez les deux et réessayez.',
    codeWrong: 'Ce code est faux ou a expiré. Attendez le suivant et réessayez.',
    passkeyRefused:
      'La clé d’accès ne vous a pas connecté. Réessayez, ou utilisez votre e-mail et votre mot de passe.',
    linkInvalid:
      'Ce lien a déjà servi ou date de plus d’un jour. Demandez-en un nouveau à un propriétaire de la boutique.',
    tooManyTries: {
      one: 'Trop d’essais manqués. Vous pourrez réessayer dans {count} seconde.',
      many: 'Trop d’essais manqués. Vous pourrez réessayer dans {count} de secondes.',
      other: 'Trop d’essais manqués. Vous pourrez réessayer dans {count} secondes.',
    },
    offline: 'La boutique ne répond pas. Vérifiez votre connexion et réessayez.',
    unknown: 'Cela n’a pas fonctionné. Réessayez dans un instant.',
  },
}
