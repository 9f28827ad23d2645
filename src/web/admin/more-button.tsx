import { Button } from './button.tsx'
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
      <Button isBusy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {label}
      </Button>
    </div>
  )
}
