import type { TemplateContext } from '#server/mail/mail-draft.ts'
import type { WaitingFacts } from '#server/mail/mail-facts.ts'

interface WaitingLinks {
  readonly confirm: string
  readonly leave: string
}

/** The links of an entry of the waiting list. Opening one changes nothing: mail scanners follow links. */
export function waitingLinks(
  { entryId }: WaitingFacts,
  { language, settings }: TemplateContext,
): WaitingLinks {
  const query = `token=${settings.waitingToken(entryId)}&lang=${language}`
  const page = `${settings.publicUrl()}/waiting-list`
  return { confirm: `${page}/confirm?${query}`, leave: `${page}/leave?${query}` }
}
