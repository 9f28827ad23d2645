import type { IconHref } from '#shared/page-facts.ts'

/**
 * A symbol of the game's icon sprite, in the colour of the surrounding text; the text beside it carries the meaning.
 */
export function Icon({ href }: { readonly href: IconHref }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={href} />
    </svg>
  )
}
