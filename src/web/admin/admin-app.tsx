import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { editionNameOf } from '#shared/editions.ts'
import { isRightToLeft, type Language } from '#shared/languages.ts'
import type { AdminTexts } from '#texts/en/admin.ts'
import { loadAdminTexts } from '#texts/load-admin-texts.ts'
import { AdminContext } from './admin-context.ts'
import { storeChosenLanguage } from './admin-language.ts'
import type { AdminProps } from './admin-props.ts'
import { createAdminQueries } from './admin-queries.ts'
import { Gate } from './gate.tsx'
import { Toasts } from './toasts.tsx'

interface AdminAppProps {
  readonly props: AdminProps
  /** The initial language. */
  readonly first: { readonly language: Language; readonly texts: AdminTexts }
}

const queries = createAdminQueries()

/** The root of the back office: provides language, data and toasts to the gate. */
export function AdminApp({ props, first }: AdminAppProps) {
  const [loaded, setLoaded] = useState(first)
  const { language, texts } = loaded
  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr'
    document.title = `${texts.shell.title} · ${props.title}`
  }, [language, texts, props.title])
  const setLanguage = async (next: Language) => {
    setLoaded({ language: next, texts: await loadAdminTexts(next) })
    storeChosenLanguage(next)
  }
  const names = props.editionNames[language]
  return (
    <QueryClientProvider client={queries}>
      <AdminContext
        value={{
          ...props,
          language,
          texts,
          editionIds: Object.keys(names),
          editionName: (id) => editionNameOf(names, id),
          setLanguage,
        }}
      >
        <Toasts>
          <Gate />
        </Toasts>
      </AdminContext>
    </QueryClientProvider>
  )
}
