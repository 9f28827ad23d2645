import type { DialogTexts } from '#texts/en/dialogs.ts'

export const frDialogs: DialogTexts = {
  close: 'Fermer',
  emailDialog: {
    title: 'Contacter l’assistance',
    lead: 'Nous répondons par e-mail. Vous pouvez aussi écrire à {email}.',
    name: 'Nom',
    email: 'Adresse e-mail',
    message: 'Message',
    submit: 'Envoyer le message',
    sending: 'Envoi…',
    sent: 'Message envoyé !',
    sentNext: 'Nous vous répondrons dès que possible.',
    failed: 'Le message n’a pas pu être envoyé',
    failedNext: 'Veuillez réessayer plus tard.',
    wait: {
      one: 'Vous avez envoyé beaucoup de messages. Le prochain pourra partir dans {count} minute.',
      many: 'Vous avez envoyé beaucoup de messages. Le prochain pourra partir dans {count} de minutes.',
      other: 'Vous avez envoyé beaucoup de messages. Le prochain pourra partir dans {count} minutes.',
    },
    faults: {
      name: 'Le nom doit comporter au moins 2 caractères',
      email: 'Adresse e-mail non valide',
      message: 'Le message doit comporter au moins 10 caractères',
    },
  },
  chat: {
    opened: 'Le chat en direct est ouvert.',
    unavailable: 'Le chat en direct n’est pas disponible. Écrivez-nous ici, nous répondrons par e-mail.',
    error: 'Le chat en direct n’a pas pu être chargé. Écrivez-nous ici, nous répondrons par e-mail.',
  },
  creator: {
    title: 'Candidature à la bêta des créateurs',
    email: 'Adresse e-mail',
    platform: 'Plateforme',
    choosePlatform: 'Choisissez une plateforme',
    otherPlatform: 'Autre plateforme',
    link: 'Lien vers votre chaîne',
    promoCode: 'Code promo',
    promoHint:
      'Le code qu’utilisera votre public : {count} caractères au plus, lettres de A à Z et chiffres.',
    submit: 'Envoyer ma candidature',
    done: 'Les candidatures ouvrent bientôt. Rien n’a été envoyé.',
    faults: {
      email: 'Saisissez une adresse e-mail complète, par exemple nom@example.com.',
      platform: 'Choisissez votre plateforme.',
      link: 'Saisissez l’adresse complète de votre chaîne, par exemple https://example.com/vous.',
      promoCode: 'Choisissez un code promo, en lettres de A à Z et en chiffres.',
    },
  },
}
