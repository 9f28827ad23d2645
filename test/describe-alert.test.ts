import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SAMPLE_ALERT_FACTS, SAMPLE_ORDER_FACTS } from './sample-alerts.ts'
import { alertSubjectOf, type AlertKind } from '#shared/alerts.ts'
import { LANGUAGES } from '#shared/languages.ts'
import { describeAlert } from '#texts/describe-alert.ts'
import { MAIL_TEXTS } from '#texts/mail-texts.ts'

const SUBJECTS = {
  order: 'a5c3fdb2-16a4-4f0b-9d20-c7a0a4e6e001',
  chain: 'ethereum',
  rail: 'trc20',
  coin: 'BTC',
  edition: 'standard',
  transfer: SAMPLE_ALERT_FACTS['lost-payment'].hash ?? '',
  machine: 'shop-1',
  shop: 'shop',
}
/** The tabs of the back office belong to another project of the compiler. */
const ADMIN_TABS = readFileSync('src/web/admin/tab-list.ts', 'utf8')
const KINDS = Object.keys(SAMPLE_ALERT_FACTS) as AlertKind[]

describe.each(LANGUAGES)('in %s', (language) => {
  const { alert: words, colon } = MAIL_TEXTS[language]
  const reader = { language, words, colon, editionName: () => 'Standard Edition' }
  const describeKind = (kind: AlertKind) => {
    const about = alertSubjectOf(kind)
    const facts = { ...(about === 'order' ? SAMPLE_ORDER_FACTS : {}), ...SAMPLE_ALERT_FACTS[kind] }
    return describeAlert({ kind, subject: SUBJECTS[about], facts }, reader)
  }

  test('every kind of alert has a line of its own, a first step, and a page of the back office', () => {
    const described = KINDS.map(describeKind)
    expect(new Set(described.map(({ headline }) => headline)).size).toBe(KINDS.length)
    for (const { step, page, headline } of described) {
      expect(step.length).toBeGreaterThan(4)
      expect(headline.length).toBeLessThan(110)
      expect(ADMIN_TABS).toContain(`{ id: '${page.split('/')[1] ?? ''}'`)
    }
  })

  test.each(KINDS)('all that is known of %s is shown', (kind) => {
    const values = describeKind(kind).facts.map(({ value }) => value)
    expect(values).not.toContain('')
    expect(values.length).toBeGreaterThanOrEqual(Object.keys(SAMPLE_ALERT_FACTS[kind]).length)
    expect(values.join()).not.toMatch(/undefined|null|NaN/)
  })

  test('an alert of an earlier release, with other facts, is shown with what it has', () => {
    const { headline, facts } = describeAlert(
      { kind: 'rail-closed', subject: 'bitcoin', facts: { reason: 'retired_reason', other: 1 } },
      reader,
    )
    expect(headline).toBe(`${reader.words.kinds['rail-closed'].title}${colon} BTC`)
    expect(facts).toHaveLength(1)
  })
})
