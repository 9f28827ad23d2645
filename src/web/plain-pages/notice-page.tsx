import type { PageFacts } from '#shared/page-facts.ts'
import type { NoticeFacts } from '#shared/plain-facts.ts'
import { plainTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'
import { Code, FillText } from '#web/ui/fill-text.tsx'
import { PlainPage, withLanguage } from './plain-page.tsx'

/** The page shown when a page or a form is refused: the reason, and a link back. */
export function NoticePage({ facts, notice }: { readonly facts: PageFacts; readonly notice: NoticeFacts }) {
  const { notice: texts, order } = plainTextsOf(facts.language)
  const isInFrame = notice.notice === 'noOrigin'
  const isAboutFile = notice.notice === 'fileGone' || notice.notice === 'fileLimit'
  return (
    <PlainPage facts={facts} title={isInFrame ? texts.frameTitle : texts.title}>
      <p role="status">{texts[notice.notice]}</p>
      {notice.notice === 'failed' ? (
        <p>
          <FillText
            text={siteTextsOf(facts.language).checkout.failure.reference}
            values={{ id: <Code key="id">{notice.requestId}</Code> }}
          />
        </p>
      ) : null}
      <p className="plain-actions">
        {isInFrame ? null : (
          <a className="button" href={withLanguage(notice.path, notice.named)}>
            {isAboutFile ? order.code.submit : texts.retry}
          </a>
        )}
        <a className={isInFrame ? 'button' : 'button button-quiet'} href={withLanguage('/', notice.named)}>
          {texts.home}
        </a>
      </p>
    </PlainPage>
  )
}
