import { useState } from 'react'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { LanguageChoice } from '#web/admin/language-choice.tsx'
import { Select } from '#web/admin/select-field.tsx'
import { signOut } from '#web/admin/session-end.ts'
import { chooseTheme, readTheme, THEMES } from '#web/admin/theme.ts'
import { useToast } from '#web/admin/toasts.tsx'

/** Language, colours and the way out. */
export function NavTools() {
  const { shell, errors } = useAdmin().texts
  const showToast = useToast()
  return (
    <div className="nav-tools">
      <LanguageChoice />
      <ThemeChoice />
      <Button
        isSmall
        onClick={() => {
          void signOut().then((isOut) => {
            if (!isOut) showToast('bad', errors.unknown)
          })
        }}
      >
        {shell.signOut}
      </Button>
    </div>
  )
}

function ThemeChoice() {
  const { nav } = useAdmin().texts
  const [theme, setTheme] = useState(readTheme)
  return (
    <label className="language-choice">
      <span className="visually-hidden">{nav.theme}</span>
      <Select
        value={theme}
        options={THEMES}
        nameOf={(one) => nav.themes[one]}
        onChoose={(chosen) => {
          chooseTheme(chosen)
          setTheme(chosen)
        }}
      />
    </label>
  )
}
