import type { TextShape } from '#texts/text-shape.ts'

/** The pages around the legal documents, in English. */
export const enLegalPage = {
  navigation: 'Legal',
  imprint: 'Imprint',
  privacy: 'Privacy',
  terms: 'Terms',
  accessibility: 'Accessibility',
  findOrder: 'Find your order',
  withdraw: 'Withdraw from contract here',
  confirmWithdrawal: 'Confirm withdrawal',
  contents: 'Contents',
  updated: 'Last changed on {date}',
  sampleTitle: 'Sample texts',
  sampleText:
    'Written for a fictional game and a studio that does not exist. Whoever sells here has to replace them first.',
  notTranslated: 'This document has not been translated into your language.',
}

/** The texts every language must have: the keys of English. */
export type LegalPageTexts = TextShape<typeof enLegalPage>
