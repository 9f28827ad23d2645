import { createContext, useContext } from 'react'
import type { EditionId } from '#shared/editions.ts'
import type { Language } from '#shared/languages.ts'
import type { AdminTexts } from '#texts/en/admin.ts'

/** What every component of the back office needs. */
export interface AdminContextValue {
  /** The game on sale. */
  readonly title: string
  readonly icon: string
  readonly language: Language
  readonly texts: AdminTexts
  /** The editions' names in the current language. */
  readonly editions: Readonly<Record<EditionId, string>>
  setLanguage(language: Language): Promise<void>
}

export const AdminContext = createContext<AdminContextValue | null>(null)

export function useAdmin(): AdminContextValue {
  const value = useContext(AdminContext)
  if (value === null) throw new Error('expected the back office around this, got none; use AdminContext')
  return value
}
