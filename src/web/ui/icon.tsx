import type { IconHref } from '#shared/page-facts.ts'

/**
 * A symbol of the game's icon sprite, in the colour of the surrounding text; the text beside it carries the meaning.
 */
export function Icon({ href, className = 'icon' }: { readonly href: IconHref; readonly className?: string }) {
  return (
    <svg className={className} aria-hidden="true">
      <use href={href} />
    </svg>
  )
}
