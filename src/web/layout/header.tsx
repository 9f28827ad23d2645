import type { PageFacts } from '#shared/page-facts.ts'
import type { Dictionary } from '#web/i18n/dictionary.ts'
import { LanguageSelect } from './language-select.tsx'

interface HeaderProps {
  readonly facts: PageFacts
  readonly texts: Dictionary
  readonly isLanding: boolean
}

/** Title, anchors, language and the way to the editions; solid once the page is scrolled. */
export function Header({ facts, texts, isLanding }: HeaderProps) {
  const preOrder = isLanding ? '#pre-order' : '/#pre-order'
  return (
    <header className="header">
      <div className="header-inner">
        <a className="brand" href="/">
          <img src={facts.icon} width={36} height={36} alt="" />
          <span className="brand-name">{facts.title}</span>
        </a>
        <nav className="nav" aria-label={texts.site.mainNavigation}>
          <a href={preOrder}>{texts.site.preOrder}</a>
        </nav>
        <LanguageSelect language={facts.language} texts={texts} />
        <a className="button button-small" href={preOrder}>
          {texts.site.orderNow}
        </a>
      </div>
    </header>
  )
}
