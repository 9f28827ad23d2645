import { useAdmin } from './admin-context.ts'
import { GlobalSearch } from '#web/admin/search/global-search.tsx'
import { useStaff } from './staff-context.ts'
import { Shortcuts } from './shortcuts/shortcuts.tsx'

/** The name of the shop, the search, the greeting with the user's e-mail, and the way to the shop's site. */
export function AdminHeader() {
  const { texts, title, icon } = useAdmin()
  const { email, role } = useStaff()
  const { shell } = texts
  return (
    <header className="admin-header">
      <div className="admin-title">
        <img src={icon} width={32} height={32} alt="" />
        <div>
          <h1>{shell.title}</h1>
          <p>{title}</p>
        </div>
      </div>
      <GlobalSearch />
      <p className="admin-greeting">
        {shell.greeting}{' '}
        <bdi className="admin-email" title={email}>
          {email}
        </bdi>{' '}
        <span className="badge">{texts.roles[role ?? 'none']}</span>
      </p>
      <Shortcuts />
      <a className="act act-small admin-home" href="/">
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" className="nav-icon">
          <path d="m3 11 9-8 9 8m-15-1.5V21h12V9.5M10 21v-6h4v6" />
        </svg>
        <span>{shell.home}</span>
      </a>
    </header>
  )
}
