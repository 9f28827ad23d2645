import { useQuery } from '@tanstack/react-query'
import type { Language } from '#shared/languages.ts'
import { localeOf } from '#shared/locale-of.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { readOrThrow } from '#web/api/query-client.ts'

/** A row of GET /demo/mail.json. */
interface DemoMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly sentAt: string
  readonly messageId: string
}

interface MailboxProps {
  readonly language: Language
  readonly texts: SiteTexts['demo']
}

const REFRESH_MS = 5000

/** Lists every mail the demo shop has sent, newest first. */
export function Mailbox({ language, texts }: MailboxProps) {
  const {
    data: mails,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['mails'],
    queryFn: ({ signal }) => readOrThrow<readonly DemoMail[]>('/demo/mail.json', { signal }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <div className="demo">
      <h1>{texts.mailTitle}</h1>
      <p className="demo-lead">{texts.mailLead}</p>
      <p>
        <button type="button" className="button button-quiet" onClick={() => void refetch()}>
          {texts.refresh}
        </button>
      </p>
      <p role="status">{isError ? texts.mailFailed : mails?.length === 0 ? texts.mailEmpty : null}</p>
      {mails?.map((mail, index) => (
        <details key={mail.messageId} className="panel mail" open={index === 0}>
          <summary>
            <strong>{mail.subject}</strong>
            <small>
              {texts.to} <bdi>{mail.to}</bdi>
            </small>
            <small>
              {texts.sentAt} {new Date(mail.sentAt).toLocaleString(localeOf(language))}
            </small>
          </summary>
          <p className="mail-links">
            {linksIn(mail.text).map((link) => (
              <a key={link} href={link} dir="ltr">
                {link}
              </a>
            ))}
          </p>
          <iframe
            // one that is folded away is not loaded
            loading="lazy"
            sandbox=""
            src={`/demo/mail/${encodeURIComponent(mail.messageId.replace(/[<>]/g, ''))}`}
            title={mail.subject}
          />
        </details>
      ))}
    </div>
  )
}

/** Returns the links of a mail: its frame is sandboxed and cannot open them. */
function linksIn(text: string): string[] {
  return [...new Set([...text.matchAll(/https?:\/\/[^\s<>"]+/g)].map((match) => match[0]))]
}
