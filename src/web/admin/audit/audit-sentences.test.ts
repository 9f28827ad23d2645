import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '#shared/audit-actions.ts'
import { LANGUAGES } from '#shared/languages.ts'
import { enAdmin } from '#texts/en/admin.ts'
import { loadAdminTexts } from '#texts/load-admin-texts.ts'

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

test.each(LANGUAGES)(
  'every audited action is said in a sentence in %s, with the facts of the English one',
  async (language) => {
    const { audit, auditSentences } = await loadAdminTexts(language)
    const sentences: Readonly<Record<string, string>> = auditSentences.sentences
    const english: Readonly<Record<string, string>> = enAdmin.auditSentences.sentences
    expect(Object.keys(sentences).sort()).toEqual([...AUDIT_ACTIONS].sort())
    expect(Object.keys(audit.actions).sort()).toEqual([...AUDIT_ACTIONS].sort())
    for (const action of AUDIT_ACTIONS)
      expect([action, placeholders(sentences[action] ?? '')]).toEqual([
        action,
        placeholders(english[action] ?? ''),
      ])
  },
)
