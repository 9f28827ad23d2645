interface ChapterHeadingProps {
  readonly id: string
  readonly title: string
  readonly lead?: string
  /** Said small beside the lead, such as that the pictures are concept renders. */
  readonly note?: string
}

/** The head of a chapter of the page: its number by CSS, its title, what it is about. */
export function ChapterHeading({ id, title, lead, note }: ChapterHeadingProps) {
  return (
    <div className="chapter-heading">
      <h2 id={id}>{title}</h2>
      {lead === undefined ? null : <p className="chapter-lead">{lead}</p>}
      {note === undefined ? null : <p className="chapter-note">{note}</p>}
    </div>
  )
}
