interface NotYetButtonProps {
  /** What the button will open one day; names its note too. */
  readonly opens: 'creator-beta' | 'wishlist'
  readonly label: string
  readonly note: string
  /** What a script opens instead; see `open-when-asked.ts`. */
  readonly asks?: 'creator'
}

/** A button whose other end is not there yet: it says so beside itself, without a script. */
export function NotYetButton({ opens, label, note, asks }: NotYetButtonProps) {
  const noteId = `${opens}-note`
  return (
    <div className="not-yet">
      <button type="button" className="button" data-opens={opens} data-asks={asks} popoverTarget={noteId}>
        {label}
      </button>
      <p className="not-yet-note" id={noteId} popover="auto" role="status">
        {note}
      </p>
    </div>
  )
}
