import type { PageFacts } from '#shared/page-facts.ts'
import { legalPageTextsOf, supportTextsOf } from '#texts/rendered-texts.ts'
import { FillText } from '#web/ui/fill-text.tsx'

const DETAILS = 'promise'

type AnnouncementFacts = Pick<PageFacts, 'language' | 'supportEmail'>

/**
 * The refund promise at the bottom of every page, until it is dismissed. It follows the loader in the document,
 * which has by then checked whether it was dismissed: a dismissed bar is never painted.
 */
export function AnnouncementBar({ facts }: { readonly facts: AnnouncementFacts }) {
  const texts = supportTextsOf(facts.language)
  return (
    <aside className="announcement" aria-label={texts.announcement}>
      <button type="button" className="announcement-act announcement-more" popoverTarget={DETAILS}>
        {texts.refundsAndContact}
      </button>
      <AnnouncementDetails facts={facts} />
      <a className="announcement-act" href={`/withdraw?lang=${facts.language}`}>
        {legalPageTextsOf(facts.language).withdraw}
      </a>
      <button
        type="button"
        className="announcement-act announcement-dismiss needs-script"
        aria-label={texts.dismiss}
        data-dismiss=""
      >
        <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
          <path d="m5 5 10 10M15 5 5 15" stroke="currentColor" strokeWidth="2" />
        </svg>
      </button>
    </aside>
  )
}

/**
 * Below 768 px a popover that its button opens without a script; above, part of the bar. Without a script the address in
 * the promise is the way to write.
 */
function AnnouncementDetails({ facts }: { readonly facts: AnnouncementFacts }) {
  const texts = supportTextsOf(facts.language)
  const email = (
    <a href={`mailto:${facts.supportEmail}`}>
      <bdi dir="ltr" translate="no">
        {facts.supportEmail}
      </bdi>
    </a>
  )
  return (
    <div className="announcement-details" id={DETAILS} popover="auto">
      <p>
        <FillText text={texts.promise} values={{ email }} />
      </p>
      <button type="button" className="announcement-act needs-script" data-asks="email">
        {texts.contactNow}
      </button>
      <a className="announcement-act" href="/recover?for=refund">
        {texts.requestRefund}
      </a>
    </div>
  )
}
