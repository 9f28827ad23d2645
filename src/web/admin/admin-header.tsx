import { useAdmin } from './admin-context.ts'
import { Button } from './button.tsx'
import { GlobalSearch } from './global-search.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { signOut } from './session-end.ts'
import { useStaff } from './staff-context.ts'
import { Shortcuts } from './shortcuts/shortcuts.tsx'
import { useToast } from './toasts.tsx'

/** Shows the greeting, e-mail and role, and the links out. */
export function AdminHeader() {
  const { texts, title, icon } = useAdmin()
  const { email, role } = useStaff()
  const showToast = useToast()
  const { shell } = texts
  return (
    <header className="admin-header">
      <div className="admin-header-inner">
        <img src={icon} width={36} height={36} alt="" />
        <div className="admin-title">
          <h1>{shell.title}</h1>
          <p>{title}</p>
        </div>
        <p className="admin-greeting">
          {shell.greeting} <bdi className="admin-email">{email}</bdi>{' '}
          <span className="badge">{texts.roles[role ?? 'none']}</span>
        </p>
        <GlobalSearch />
        <LanguageChoice />
        <div className="row">
          <Shortcuts />
          <a className="act act-small" href="/">
            {shell.home}
          </a>
          <Button
            isSmall
            onClick={() => {
              void signOut().then((isOut) => {
                if (!isOut) showToast('bad', texts.errors.unknown)
              })
            }}
          >
            {shell.signOut}
          </Button>
        </div>
      </div>
    </header>
  )
}
