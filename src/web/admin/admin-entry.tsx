import './admin.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadAdminTexts } from '#texts/load-admin-texts.ts'
import { AdminApp } from './admin-app.tsx'
import { readChosenLanguage } from './admin-language.ts'
import type { AdminProps } from './admin-props.ts'
import { applyTheme, readTheme } from './theme.ts'

const root = document.querySelector('#root')
const json = document.querySelector('#admin-props')?.textContent
if (root === null || json === undefined) {
  throw new Error('expected #root and #admin-props in the page, got none; render the admin page')
}
applyTheme(readTheme())
const language = readChosenLanguage()
const first = { language, texts: await loadAdminTexts(language) }
createRoot(root).render(
  <StrictMode>
    <AdminApp props={JSON.parse(json) as AdminProps} first={first} />
  </StrictMode>,
)
