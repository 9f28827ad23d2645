import type { ReactNode } from 'react'
import type { PictureFacts } from '#shared/page-facts.ts'
import { ResponsivePicture } from '#web/ui/responsive-picture.tsx'

interface ChapterHeadingProps {
  readonly id: string
  readonly title: string
  readonly lead?: string
  /** Small print beside the lead, for example that the pictures are concept renders. */
  readonly note?: string
  /** Decoration: below, beside or behind it. */
  readonly picture?: PictureFacts | undefined
  /** How wide the picture is shown, as the `sizes` attribute. */
  readonly sizes?: string
  /** Below the lead. */
  readonly children?: ReactNode
}

/** The heading of a landing page section: title and lead, and a picture if the game has one for it. */
export function ChapterHeading(props: ChapterHeadingProps) {
  const { id, title, lead, note, picture, sizes = '(width >= 1024px) 480px, 92vw' } = props
  return (
    <div className="chapter-heading">
      <h2 id={id}>{title}</h2>
      {lead === undefined ? null : <p className="chapter-lead">{lead}</p>}
      {note === undefined ? null : <p className="chapter-note">{note}</p>}
      {props.children}
      {picture === undefined ? null : (
        <ResponsivePicture className="chapter-picture" picture={picture} sizes={sizes} />
      )}
    </div>
  )
}
