import type { DialogTexts } from '#texts/en/dialogs.ts'
import { loadDialogTexts } from '#texts/load-dialog-texts.ts'
import { openWithoutScript } from '#web/layout/open-without-script.ts'
import css from './support/ask.css?inline'
import type { EmailDialog } from '#web/support/email-dialog.ts'
import { openChat } from '#web/support/live-chat.ts'
import { adoptStyles } from '#web/ui/adopt-styles.ts'
import { pageLanguage } from '#web/ui/page-language.ts'
import { makeToast, type Toast } from '#web/ui/toast.ts'

// Fetched on a visitor's first request; the loader then reports each request by an event.
adoptStyles(css)

const language = pageLanguage()
const mailto = document.querySelector<HTMLElement>('[data-mailto]')?.dataset['mailto'] ?? 'mailto:'

interface SupportContext {
  readonly texts: DialogTexts
  readonly toast: Toast
}

let context: Promise<SupportContext> | null = null
let emailDialog: Promise<EmailDialog> | null = null
let creatorDialog: Promise<{ open(): void }> | null = null

addEventListener('asked', (event) => {
  const request = (event as CustomEvent<string>).detail
  openRequested(request).catch((cause: unknown) => {
    console.warn('The requested dialog could not be loaded.', cause)
    openWithoutScript(request)
  })
})

async function openRequested(request: string): Promise<void> {
  if (request === 'email') await openEmail()
  else if (request === 'chat') await openLiveChat()
  else if (request === 'creator') {
    creatorDialog ??= makeCreator()
    ;(await creatorDialog).open()
  } else if (request === 'trailer') await showTrailer()
}

async function showTrailer(): Promise<void> {
  const link = document.querySelector<HTMLAnchorElement>('a[data-asks="trailer"]')
  if (link === null) return
  const [{ openTrailer }, { texts }] = await Promise.all([
    import('#web/landing/trailer-dialog.ts'),
    loadContext(),
  ])
  await openTrailer(link, texts.close)
}

async function openLiveChat(): Promise<void> {
  const { texts, toast } = await loadContext()
  const source = document.querySelector<HTMLElement>('[data-chat]')?.dataset['chat']
  const { kind } = await openChat(source)
  if (kind === 'opened') toast.show([texts.chat.opened])
  if (kind === 'unavailable') await openEmail(texts.chat.unavailable)
  if (kind === 'failed') {
    console.warn('The live chat could not be loaded.')
    await openEmail(texts.chat.error)
  }
}

async function openEmail(why?: string): Promise<void> {
  emailDialog ??= makeEmail()
  ;(await emailDialog).open(why)
}

async function makeEmail(): Promise<EmailDialog> {
  const [{ makeEmailDialog }, { texts, toast }] = await Promise.all([
    import('#web/support/email-dialog.ts'),
    loadContext(),
  ])
  return makeEmailDialog({ language, texts, supportEmail: mailto.slice('mailto:'.length), toast })
}

async function makeCreator(): Promise<{ open(): void }> {
  const [{ makeCreatorDialog }, { texts, toast }] = await Promise.all([
    import('#web/creator/creator-dialog.ts'),
    loadContext(),
  ])
  return makeCreatorDialog({ language, texts, toast })
}

/** What every handler needs: the texts and a toast. */
function loadContext(): Promise<SupportContext> {
  context ??= loadDialogTexts(language).then((texts) => ({ texts, toast: makeToast(texts.close) }))
  return context
}
