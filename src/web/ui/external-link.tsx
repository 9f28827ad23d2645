interface ExternalLinkProps {
  readonly href: string
  readonly label: string
  /** Told to screen readers: that it opens in a new tab. */
  readonly newTab: string
  /** Shows the icon alone; the label is its name. */
  readonly isIcon?: boolean
  readonly className: string
}

/** A link to a page elsewhere, in a new tab and without a referrer. */
export function ExternalLink({ href, label, newTab, isIcon = false, className }: ExternalLinkProps) {
  return (
    <a
      className={className}
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      {...(isIcon ? { title: label } : {})}
    >
      {isIcon ? <span className="visually-hidden">{label}</span> : label}
      <span className="visually-hidden"> ({newTab})</span>
      <svg className="pay-sign sign" viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
        <path d="M8 4H4v12h12v-4M11 3h6v6M17 3l-8 8" />
      </svg>
    </a>
  )
}
