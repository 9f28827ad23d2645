import type { LegalPageTexts } from '#texts/en/legal.ts'

export const frLegalPage: LegalPageTexts = {
  navigation: 'Informations juridiques',
  imprint: 'Mentions légales',
  privacy: 'Confidentialité',
  terms: 'Conditions',
  accessibility: 'Accessibilité',
  findOrder: 'Retrouver ma commande',
  withdraw: 'Se rétracter du contrat ici',
  confirmWithdrawal: 'Confirmer la rétractation',
  contents: 'Sommaire',
  updated: 'Dernière modification le {date}',
  sampleTitle: 'Textes d’exemple',
  sampleText:
    'Rédigés pour un jeu fictif et un studio qui n’existe pas. Quiconque vend ici doit d’abord les remplacer.',
  notTranslated: 'Ce document n’est pas traduit dans votre langue.',
}
