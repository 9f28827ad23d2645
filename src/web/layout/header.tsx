import type { PageFacts } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { LanguageSelect } from './language-select.tsx'
import { PageAnchors } from './page-anchors.tsx'

interface HeaderProps {
  readonly facts: PageFacts
  readonly texts: SiteTexts
  readonly isLanding: boolean
  readonly query: Readonly<Record<string, string>>
}

/** Title, anchors, language and the order link; opaque once the page is scrolled. */
export function Header({ facts, texts, isLanding, query }: HeaderProps) {
  return (
    <header className="header">
      <div className="header-inner">
        <a className="brand" href="/">
          {/* Low priority: otherwise React preloads this picture before the hero's. */}
          <img src={facts.icon} width={36} height={36} alt="" fetchPriority="low" />
          <span className="brand-name">{facts.title}</span>
        </a>
        <button type="button" className="menu-button" popoverTarget="menu">
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M2 5h16M2 10h16M2 15h16" stroke="currentColor" strokeWidth="2" />
          </svg>
          <span className="visually-hidden">{texts.site.menu}</span>
        </button>
        {/* Below 768 px a popover opened by its own button, without a script; above, part of the header. */}
        <nav className="nav" id="menu" popover="auto" aria-label={texts.site.mainNavigation}>
          <PageAnchors facts={facts} texts={texts} isLanding={isLanding} />
          {/* Every reader gets the same bytes: the loader shows this link to those who have the admin marker
             cookie. */}
          <a href="/admin" lang="ar" dir="rtl" hidden data-admin="">
            الإدارة
          </a>
        </nav>
        <LanguageSelect
          id="language"
          language={facts.language}
          languages={facts.languages}
          texts={texts}
          query={query}
        />
        <a className="button button-small" href={isLanding ? '#pre-order' : '/#pre-order'}>
          {facts.isOut ? texts.site.buyNow : texts.site.orderNow}
        </a>
      </div>
    </header>
  )
}
