import { readStored, store } from './stored-choice.ts'

const STORED_AS = 'adminTheme'

/** The colours of the back office: those of the system, or always the same. */
export const THEMES = ['system', 'light', 'dark'] as const
export type AdminTheme = (typeof THEMES)[number]

export function readTheme(): AdminTheme {
  const stored = readStored(STORED_AS)
  return THEMES.find((one) => one === stored) ?? 'system'
}

export function chooseTheme(theme: AdminTheme): void {
  store(STORED_AS, theme)
  applyTheme(theme)
}

/** Styles read the theme from the root element. */
export function applyTheme(theme: AdminTheme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
