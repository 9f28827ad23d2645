import type { ReactNode } from 'react'
import { INVOICE_FILE_ID_CHARS, TRANSACTION_HASH_SHOWN_CHARS } from '#shared/constants.ts'
import { useAdmin } from './admin-context.ts'
import { locationHash } from './admin-location.ts'
import { CopyIconButton } from './copy-icon-button.tsx'
import { InlineCode } from './inline-code.tsx'

interface CopyableCodeProps {
  readonly text: string
  /** What stands behind the button. */
  readonly children?: ReactNode
}

/** An id or an address, with a button that copies it. */
export function CopyableCode({ text, children }: CopyableCodeProps) {
  return (
    <span className="seen-key">
      <InlineCode>{text}</InlineCode>
      <CopyIconButton text={text} label={useAdmin().texts.shell.copy} />
      {children}
    </span>
  )
}

/** The beginning of a transaction's hash; all of it on hover. */
export function HashCode({ hash }: { readonly hash: string }) {
  return (
    <span title={hash}>
      <InlineCode>{`${hash.slice(0, TRANSACTION_HASH_SHOWN_CHARS)}…`}</InlineCode>
    </span>
  )
}

/** The beginning of a transaction's hash, with a button that copies all of it. */
export function CopyableHash({ hash, children }: { readonly hash: string; readonly children?: ReactNode }) {
  return (
    <span className="seen-key">
      <HashCode hash={hash} />
      <CopyIconButton text={hash} label={useAdmin().texts.shell.copy} />
      {children}
    </span>
  )
}

interface OrderLinkProps {
  readonly id: string
  /** The tab that the link stays in. */
  readonly tab?: 'orders' | 'exceptions'
}

/** The beginning of an order's id, which leads to the order. */
export function OrderLink({ id, tab = 'orders' }: OrderLinkProps) {
  return (
    <a href={locationHash({ tab, rest: [id] })}>
      <InlineCode>{id.slice(0, INVOICE_FILE_ID_CHARS)}</InlineCode>
    </a>
  )
}
