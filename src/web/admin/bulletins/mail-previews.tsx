import { useState } from 'react'
import type { BulletinRow } from '#shared/bulletins-api.ts'
import { defaultLanguage, LANGUAGE_TABLE, type Language } from '#shared/languages.ts'
import { fill } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { InnerTabs } from '#web/admin/inner-tabs.tsx'
import { previewAddress } from './bulletin-calls.ts'

/** The tabs of the languages that buyers may have. */
export function languageTabs(offered: readonly Language[]) {
  return offered.map((id) => ({ id, label: LANGUAGE_TABLE[id].name }))
}

/** An announcement as buyers of each language get it. */
export function MailPreviews({ bulletin }: { readonly bulletin: BulletinRow }) {
  const { texts, languages } = useAdmin()
  const [language, setLanguage] = useState<Language>(defaultLanguage(languages))
  return (
    <div>
      <InnerTabs
        label={texts.bulletins.languages}
        tabs={languageTabs(languages)}
        current={language}
        onChoose={setLanguage}
      >
        <MailPreview bulletin={bulletin} language={language} />
      </InnerTabs>
    </div>
  )
}

interface MailPreviewProps {
  readonly bulletin: BulletinRow
  readonly language: Language
}

/** The mail in a frame: it has its own styles, loads nothing and runs nothing. */
export function MailPreview({ bulletin, language }: MailPreviewProps) {
  const words = useAdmin().texts.bulletins
  return (
    <iframe
      // another text is another page
      key={`${language} ${JSON.stringify([bulletin.kind, bulletin.editions, bulletin.texts])}`}
      className="mail-preview"
      sandbox=""
      src={previewAddress(bulletin.id, language)}
      title={fill(words.previewOf, { language: LANGUAGE_TABLE[language].name })}
    />
  )
}
