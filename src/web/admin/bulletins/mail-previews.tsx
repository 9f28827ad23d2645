import { useState, type ReactNode } from 'react'
import type { BulletinRow } from '#shared/bulletins-api.ts'
import { defaultLanguage, LANGUAGE_TABLE, type Language } from '#shared/languages.ts'
import { fill } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { InnerTabs } from '#web/admin/inner-tabs.tsx'
import { BULLETINS } from './use-bulletin-change.ts'

interface LanguageTabsProps {
  readonly language: Language
  readonly onChoose: (language: Language) => void
  readonly children: ReactNode
}

/** The same in each language that buyers may have. */
export function LanguageTabs({ language, onChoose, children }: LanguageTabsProps) {
  const { texts, languages } = useAdmin()
  return (
    <div>
      <InnerTabs
        label={texts.bulletins.languages}
        tabs={languages.map((id) => ({ id, label: LANGUAGE_TABLE[id].name }))}
        current={language}
        onChoose={onChoose}
      >
        {children}
      </InnerTabs>
    </div>
  )
}

/** An announcement as buyers of each language get it. */
export function MailPreviews({ bulletin }: { readonly bulletin: BulletinRow }) {
  const [language, setLanguage] = useState<Language>(defaultLanguage(useAdmin().languages))
  return (
    <LanguageTabs language={language} onChoose={setLanguage}>
      <MailPreview bulletin={bulletin} language={language} />
    </LanguageTabs>
  )
}

interface MailPreviewProps {
  readonly bulletin: BulletinRow
  readonly language: Language
}

export function MailPreview({ bulletin, language }: MailPreviewProps) {
  return (
    <FramedMail
      // another text is another page
      key={JSON.stringify([bulletin.kind, bulletin.editions, bulletin.texts])}
      address={`${BULLETINS}/${bulletin.id}/preview`}
      language={language}
    />
  )
}

/** A mail in a frame: it has its own styles, loads nothing and runs nothing. */
export function FramedMail({ address, language }: { readonly address: string; readonly language: Language }) {
  const words = useAdmin().texts.bulletins
  return (
    <iframe
      key={language}
      className="mail-preview"
      sandbox=""
      src={`${address}?language=${language}`}
      title={fill(words.previewOf, { language: LANGUAGE_TABLE[language].name })}
    />
  )
}
