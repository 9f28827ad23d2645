import type { LegalPageTexts } from '#texts/en/legal.ts'

export const deLegalPage: LegalPageTexts = {
  navigation: 'Rechtliches',
  imprint: 'Impressum',
  privacy: 'Datenschutz',
  terms: 'Bedingungen',
  accessibility: 'Barrierefreiheit',
  findOrder: 'Bestellung finden',
  withdraw: 'Vertrag widerrufen',
  confirmWithdrawal: 'Widerruf bestätigen',
  contents: 'Inhalt',
  updated: 'Zuletzt geändert am {date}',
  sampleTitle: 'Mustertexte',
  sampleText:
    'Geschrieben für ein erfundenes Spiel und ein Studio, das es nicht gibt. Wer hier verkauft, muss sie vorher ersetzen.',
  notTranslated: 'Dieses Dokument ist nicht in Ihre Sprache übersetzt.',
}
