import type { ReactNode } from 'react'
import { callAdmin } from './call-admin.ts'

/** A link to a file; before it is fetched, the password is asked for if that is needed. */
export function ExportLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a
      className="act act-small"
      href={href}
      download
      onClick={(event) => {
        event.preventDefault()
        void download(href)
      }}
    >
      {children}
    </a>
  )
}

async function download(href: string): Promise<void> {
  const outcome = await callAdmin('POST', '/auth/confirm', {})
  if (outcome.kind === 'failed' && outcome.code === 'CONFIRM_REQUIRED') return
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}
