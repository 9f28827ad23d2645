import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailBlock } from '#server/mail/mail-layout.ts'

interface Words {
  /** @param title of the game. */
  readonly subject: (title: string) => string
  readonly heading: string
}

/** A text alone is a paragraph. */
type Part = MailBlock | string

const toBlock = (part: Part): MailBlock =>
  typeof part === 'string' ? { kind: 'paragraph', text: part } : part

/**
 * Drafts a mail of the usual form: its heading first, and last where to ask.
 *
 * @param end what it ends with, if that is not the usual sentence about questions.
 */
export function draftFrom(
  { subject, heading }: Words,
  { texts, settings }: TemplateContext,
  preview: string,
  parts: readonly Part[],
  end: readonly Part[] = [{ kind: 'paragraph', text: texts.questions, exact: settings.supportEmail }],
): MailDraft {
  const blocks = [{ kind: 'heading', text: heading } as const, ...parts, ...end]
  return { subject: subject(settings.gameTitle), preview, blocks: blocks.map(toBlock) }
}
