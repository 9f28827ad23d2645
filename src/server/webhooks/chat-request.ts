import type { ChatFormat } from '#shared/webhooks-api.ts'
import type { ChatMessage } from './chat-message.ts'

/** A message as a chat's service expects it: the body is JSON. */
interface ChatRequest {
  readonly url: string
  readonly body: object
}

/** Discord's limit is 2000 characters, Telegram's and ntfy's is 4096. */
const TEXT_MAX = 1900

/** How each service takes a message at the address it gave. */
const REQUESTS: Readonly<Record<ChatFormat, (url: string, message: ChatMessage) => ChatRequest>> = {
  // docs.slack.dev, incoming webhooks; three characters have a meaning in its text
  slack: (url, message) => ({
    url,
    body: { text: textOf(message).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') },
  }),
  // docs.discord.com, execute webhook: without mentions
  discord: (url, message) => ({ url, body: { content: textOf(message), allowed_mentions: { parse: [] } } }),
  // core.telegram.org/bots/api, sendMessage: without parse_mode nothing in a text has a meaning
  telegram: (url, message) => {
    const target = new URL(url)
    const chatId = target.searchParams.get('chat_id')
    target.search = ''
    return {
      url: target.href,
      body: { chat_id: chatId, text: textOf(message), link_preview_options: { is_disabled: true } },
    }
  },
  // docs.ntfy.sh, publish as JSON: to the server, which finds the topic in the body
  ntfy: (url, { title, text, link, isUrgent }) => {
    const target = new URL(url)
    const path = target.pathname.replace(/\/+$/, '').split('/')
    const topic = decodeURIComponent(path.pop() ?? '')
    target.pathname = `${path.join('/')}/`
    const message = text === '' ? title : text.slice(0, TEXT_MAX)
    return { url: target.href, body: { topic, title, message, priority: isUrgent ? 4 : 3, click: link } }
  },
}

/** Writes a message for a chat. @param url where it is posted to, as its service gave it. */
export function chatRequestFor(format: ChatFormat, url: string, message: ChatMessage): ChatRequest {
  return REQUESTS[format](url, message)
}

function textOf({ title, text, link }: ChatMessage): string {
  const [head, facts] = [title.slice(0, 300), text === '' ? '' : `${text}\n`]
  return `${head}\n${facts.slice(0, TEXT_MAX - head.length - link.length - 2)}${link}`
}
