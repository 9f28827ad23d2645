import type { Currency } from '#shared/currency.ts'
import type { AdminProps } from './admin-props.ts'
import { createContext, useContext } from 'react'
import type { EditionId } from '#shared/editions.ts'
import type { Language } from '#shared/languages.ts'
import type { AdminTexts } from '#texts/en/admin.ts'

/** What every component of the back office needs. */
export interface AdminContextValue {
  /** The game on sale. */
  readonly title: string
  readonly icon: string
  /** Of the shop's prices, or the one that was chosen for amounts; an order has its own. */
  readonly currency: Currency
  /** In which there are prices, the shop's own first. */
  readonly currencies: readonly Currency[]
  readonly networks: AdminProps['networks']
  /** What buyers may choose from, the default language first. */
  readonly languages: readonly Language[]
  readonly language: Language
  readonly texts: AdminTexts
  /** The ids of the editions on sale, in their order. */
  readonly editionIds: readonly EditionId[]
  /** The name of an edition in the current language; its id if it is no longer on sale. */
  editionName(id: EditionId): string
  setLanguage(language: Language): Promise<void>
}

export const AdminContext = createContext<AdminContextValue | null>(null)

export function useAdmin(): AdminContextValue {
  const value = useContext(AdminContext)
  if (value === null) throw new Error('expected an AdminContext around this component; add one')
  return value
}
