import { useAdmin } from '#web/admin/admin-context.ts'
import { navigateTo } from '#web/admin/admin-location.ts'
import { newUuid } from '#web/admin/bulletins/new-uuid.ts'
import { signOut } from '#web/admin/session-end.ts'
import { useMay } from '#web/admin/staff-context.ts'
import { allowedTabs } from '#web/admin/tab-list.ts'
import { chooseTheme, THEMES } from '#web/admin/theme.ts'
import type { SearchEntry } from './find-entries.ts'

/** The pages that the user may open, and what they may begin from anywhere. */
export function useEntries(): {
  readonly pages: readonly SearchEntry[]
  readonly commands: readonly SearchEntry[]
} {
  const { texts } = useAdmin()
  const may = useMay()
  const { tabs, keys, nav, shell, bulletins } = texts
  const pages = allowedTabs(may).map((tab) => ({
    id: tab,
    label: tabs[tab],
    open: () => navigateTo({ tab }),
  }))
  const keyTab = (tab: 'generate' | 'import' | 'list') => ({
    id: `keys-${tab}`,
    label: keys.tabs[tab],
    open: () => navigateTo({ tab: 'keys', rest: [tab] }),
  })
  const commands = [
    ...(may('keys.read') ? [keyTab('list')] : []),
    ...(may('keys.generate') ? [keyTab('generate')] : []),
    ...(may('keys.import') ? [keyTab('import')] : []),
    ...(may('bulletins.send')
      ? [
          {
            id: 'bulletin',
            label: bulletins.add,
            open: () => navigateTo({ tab: 'bulletins', rest: [newUuid()] }),
          },
        ]
      : []),
    ...THEMES.map((theme) => ({
      id: `theme-${theme}`,
      label: nav.themes[theme],
      open: () => chooseTheme(theme),
    })),
    { id: 'home', label: shell.home, open: () => location.assign('/') },
    { id: 'sign-out', label: shell.signOut, open: signOut },
  ]
  return { pages, commands }
}
