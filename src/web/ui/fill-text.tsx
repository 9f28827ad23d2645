import { Fragment, type ReactNode } from 'react'

interface FillTextProps {
  /** A text such as `'Send exactly {amount}.'` */
  readonly text: string
  readonly values: Readonly<Record<string, ReactNode>>
}

/** Inserts elements into a text. */
export function FillText({ text, values }: FillTextProps) {
  return text
    .split(/\{([\w-]+)\}/)
    .map((part, index) => <Fragment key={index}>{index % 2 === 0 ? part : values[part]}</Fragment>)
}

interface LatinProps {
  readonly children: ReactNode
  readonly className?: string
  readonly title?: string
}

/** Amounts, addresses, ids, hashes, keys, codes and clock times: left to right and untranslated in every language. */
export function Latin({ children, className = '', title }: LatinProps) {
  return (
    <bdi dir="ltr" translate="no" className={`pay-latin ${className}`.trim()} title={title}>
      {children}
    </bdi>
  )
}

/** Addresses, ids and hashes: like {@link Latin}, but monospaced. */
export function Code({ children, title }: Omit<LatinProps, 'className'>) {
  return (
    <Latin className="pay-code" {...(title === undefined ? {} : { title })}>
      {children}
    </Latin>
  )
}
