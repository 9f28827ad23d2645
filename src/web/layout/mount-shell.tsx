import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { OutputNetworks } from '#shared/address-form.ts'
import type { BuyerOrder } from '#shared/buyer-api.ts'
import type { EditionId } from '#shared/editions.ts'
import type { Language } from '#shared/languages.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { loadSiteTexts } from '#texts/load-site-texts.ts'

/** What the server writes into a page that is rendered in the browser. */
export interface ShellProps {
  readonly language: Language
  readonly supportEmail: string
  readonly outputNetworks: OutputNetworks
  readonly gameTitle?: string
  /** In the page's language. */
  readonly editionNames: Readonly<Record<EditionId, string>>
  /** On the order page: the order as the server knew it when it rendered the page. */
  readonly order?: BuyerOrder | null
}

/**
 * Renders a shell page: reads what the server wrote, loads the language's texts, and renders the content into `#root`.
 */
export async function mountShell(content: (props: ShellProps, texts: SiteTexts) => ReactNode): Promise<void> {
  const root = document.querySelector('#root')
  const json = document.querySelector('#shell-props')?.textContent
  if (root === null || json === undefined) {
    throw new Error('expected #root and #shell-props in the page, got none; render the shell')
  }
  const props = JSON.parse(json) as ShellProps
  const texts = await loadSiteTexts(props.language)
  createRoot(root).render(<StrictMode>{content(props, texts)}</StrictMode>)
  window.early?.release()
}
