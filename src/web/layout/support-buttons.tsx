import type { PageFacts } from '#shared/page-facts.ts'
import { supportTextsOf } from '#texts/rendered-texts.ts'

const HINT = 'support-hint'
const ICONS = { chat: 'M3 4.5h14v9.5H9.5L6 17v-3H3z', email: 'M2.5 4.5h15v11h-15zM3 5l7 6 7-6' } as const

type SupportButtonsProps = { readonly facts: Pick<PageFacts, 'language' | 'supportEmail' | 'chatSrc'> }

/** The support buttons in the lower corner of the page. What they open is fetched on first use. */
export function SupportButtons({ facts }: SupportButtonsProps) {
  const texts = supportTextsOf(facts.language)
  const mailto = `mailto:${facts.supportEmail}`
  return (
    <aside className="support" aria-label={texts.support} data-mailto={mailto}>
      <p className="support-hint" id={HINT} role="tooltip">
        {texts.hint}
      </p>
      <button
        type="button"
        className="support-button support-chat needs-script"
        aria-describedby={HINT}
        data-asks="chat"
        data-chat={facts.chatSrc ?? undefined}
      >
        <ButtonIcon path={ICONS.chat} name={texts.liveChat} />
      </button>
      <button type="button" className="support-button needs-script" aria-describedby={HINT} data-asks="email">
        <ButtonIcon path={ICONS.email} name={texts.emailSupport} />
      </button>
      <noscript>
        <a className="support-button" href={mailto} aria-describedby={HINT}>
          <ButtonIcon path={ICONS.email} name={texts.emailSupport} />
        </a>
      </noscript>
    </aside>
  )
}

function ButtonIcon({ path, name }: { readonly path: string; readonly name: string }) {
  return (
    <>
      <svg viewBox="0 0 20 20" width="22" height="22" aria-hidden="true">
        <path d={path} fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinejoin="round" />
      </svg>
      <span className="visually-hidden">{name}</span>
    </>
  )
}
