import type { SupportTexts } from '#texts/en/support.ts'

export const frSupport: SupportTexts = {
  announcement: 'Annonce',
  refundsAndContact: 'Retours et contact',
  promise: 'En ce moment, chacun peut retourner ses clés et demander un remboursement. Écrivez à {email}',
  contactNow: 'Nous contacter',
  requestRefund: 'Remboursement',
  dismiss: 'Masquer l’annonce',
  support: 'Assistance',
  hint: 'Besoin d’aide ? Contactez l’assistance',
  liveChat: 'Chat en direct',
  emailSupport: 'Assistance par e-mail',
}
