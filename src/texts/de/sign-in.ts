import type { SignInTexts } from '#texts/en/sign-in.ts'

export const deSignIn: SignInTexts = {
  title: 'Anmeldung für das Team',
  lead: 'Für alle, die diesen Shop betreiben. Wer hier kauft, braucht kein Konto.',
  email: 'E-Mail',
  password: 'Passwort',
  showPassword: 'Passwort anzeigen',
  submit: 'Anmelden',
  passkey: 'Mit Passkey anmelden',
  busy: 'Einen Moment …',
  wait: 'Wieder möglich in {count} s',
  codeTitle: 'Noch ein Schritt',
  codeLead:
    'Gib die sechs Ziffern aus deiner Authenticator-App ein oder einen deiner Wiederherstellungscodes.',
  code: 'Code',
  codeSubmit: 'Bestätigen',
  startOver: 'Zurück zu E-Mail und Passwort',
  setTitle: 'Wähle dein Passwort',
  setLead: 'Der Link gilt nur einmal. Danach meldest du dich mit deiner E-Mail und diesem Passwort an.',
  newPassword: 'Neues Passwort',
  passwordHint: '12 bis 128 Zeichen; ein paar Wörter hintereinander merkt man sich leicht.',
  repeatPassword: 'Dasselbe Passwort noch einmal',
  setSubmit: 'Passwort speichern',
  passwordSaved: 'Das Passwort ist gespeichert. Melde dich jetzt damit an.',
  demoTitle: 'Demokonto',
  demoLead: 'Es hat noch keine Rolle: Die Verwaltung weist es ab und bietet an, es zum Admin zu machen.',
  demoUse: 'Eintragen',
  needsScript: 'Die Anmeldung braucht JavaScript.',
  errors: {
    emailMissing: 'Gib deine E-Mail in der Form name@beispiel.de ein.',
    passwordMissing: 'Gib dein Passwort ein.',
    codeMissing: 'Gib den Code ein: sechs Ziffern oder einen Wiederherstellungscode.',
    passwordLength: 'Das Passwort braucht 12 bis 128 Zeichen.',
    passwordGuessable:
      'Dieses Passwort wird mit als Erstes ausprobiert. Nehmen Sie einige Wörter hintereinander, die weder Sie noch den Shop nennen.',
    passwordsDiffer: 'Die beiden Passwörter sind verschieden. Gib zweimal dasselbe ein.',
    signInFailed: 'E-Mail oder Passwort stimmt nicht. Prüfe beides und versuche es noch einmal.',
    codeWrong:
      'Dieser Code stimmt nicht oder ist abgelaufen. Warte auf den nächsten und versuche es noch einmal.',
    passkeyRefused:
      'Mit dem Passkey hat es nicht geklappt. Versuche es noch einmal oder nimm E-Mail und Passwort.',
    linkInvalid:
      'Dieser Link wurde schon benutzt oder ist älter als einen Tag. Bitte einen Inhaber des Shops um einen neuen.',
    tooManyTries: {
      one: 'Zu viele Fehlversuche. In {count} Sekunde geht es wieder.',
      other: 'Zu viele Fehlversuche. In {count} Sekunden geht es wieder.',
    },
    offline: 'Der Shop antwortet nicht. Prüfe deine Verbindung und versuche es noch einmal.',
    unknown: 'Das hat nicht geklappt. Versuche es gleich noch einmal.',
  },
}
