interface MoreButtonProps {
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
  readonly label: string
}

/** Loads the next page of a list below the current rows; absent on the last page. */
export function MoreButton({ list, label }: MoreButtonProps) {
  if (!list.hasNextPage) return null
  return (
    <div className="row row-center">
      <button
        type="button"
        className="act"
        aria-busy={list.isFetchingNextPage}
        disabled={list.isFetchingNextPage}
        onClick={() => {
          void list.fetchNextPage()
        }}
      >
        {label}
      </button>
    </div>
  )
}
