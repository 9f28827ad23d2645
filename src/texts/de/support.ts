import type { SupportTexts } from '#texts/en/support.ts'

export const deSupport: SupportTexts = {
  announcement: 'Hinweis',
  refundsAndContact: 'Erstattung und Kontakt',
  promise: 'In dieser Zeit können alle eine Erstattung verlangen und Keys zurückgeben. Kontakt: {email}',
  contactNow: 'Jetzt schreiben',
  requestRefund: 'Erstattung anfragen',
  dismiss: 'Hinweis ausblenden',
  support: 'Support',
  hint: 'Brauchen Sie Hilfe? Schreiben Sie dem Support',
  liveChat: 'Live-Chat',
  emailSupport: 'Support per E-Mail',
}
