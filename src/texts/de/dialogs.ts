import type { DialogTexts } from '#texts/en/dialogs.ts'

export const deDialogs: DialogTexts = {
  close: 'Schließen',
  emailDialog: {
    title: 'Support kontaktieren',
    lead: 'Wir antworten per E-Mail. Sie können auch direkt an {email} schreiben.',
    name: 'Name',
    email: 'E-Mail-Adresse',
    message: 'Nachricht',
    submit: 'Nachricht senden',
    sending: 'Wird gesendet …',
    sent: 'Ihre Nachricht ist gesendet!',
    sentNext: 'Wir melden uns so bald wie möglich.',
    failed: 'Die Nachricht konnte nicht gesendet werden',
    failedNext: 'Bitte versuchen Sie es später noch einmal.',
    wait: {
      one: 'Das waren viele Nachrichten. In {count} Minute können Sie die nächste senden.',
      other: 'Das waren viele Nachrichten. In {count} Minuten können Sie die nächste senden.',
    },
    faults: {
      name: 'Der Name braucht mindestens 2 Zeichen',
      email: 'Ungültige E-Mail-Adresse',
      message: 'Die Nachricht braucht mindestens 10 Zeichen',
    },
  },
  chat: {
    opened: 'Der Live-Chat ist geöffnet.',
    unavailable: 'Der Live-Chat ist nicht verfügbar. Schreiben Sie uns hier, wir antworten per E-Mail.',
    error: 'Der Live-Chat konnte nicht geladen werden. Schreiben Sie uns hier, wir antworten per E-Mail.',
  },
  creator: {
    title: 'Bewerbung für die Creator-Beta',
    email: 'E-Mail-Adresse',
    platform: 'Plattform',
    choosePlatform: 'Plattform wählen',
    otherPlatform: 'Andere Plattform',
    link: 'Link zu Ihrem Kanal',
    promoCode: 'Promo-Code',
    promoHint: 'Der Code für Ihr Publikum: bis zu {count} Zeichen, Buchstaben A bis Z und Ziffern.',
    submit: 'Bewerbung absenden',
    done: 'Bewerbungen sind bald möglich. Es wurde nichts gesendet.',
    faults: {
      email: 'Bitte geben Sie eine vollständige E-Mail-Adresse ein, etwa name@example.com.',
      platform: 'Bitte wählen Sie Ihre Plattform.',
      link: 'Bitte geben Sie die vollständige Adresse Ihres Kanals ein, etwa https://example.com/kanal.',
      promoCode: 'Bitte wählen Sie einen Promo-Code aus Buchstaben A bis Z und Ziffern.',
    },
  },
}
