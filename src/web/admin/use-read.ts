import { useInfiniteQuery, useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { readOrThrow } from '#web/api/query-client.ts'

type ReadOptions<Reply> = Omit<UseQueryOptions<Reply>, 'queryKey' | 'queryFn'>

/** Reads from the shop, and keeps the reply under a key. */
export function useRead<Reply>(queryKey: QueryKey, path: string, options: ReadOptions<Reply> = {}) {
  return useQuery<Reply>({
    ...options,
    queryKey,
    queryFn: ({ signal }) => readOrThrow<Reply>(path, { signal }),
  })
}

/** Reads a list page by page; each page names the one that follows it. */
export function useReadPages<Page extends { readonly next: string | null }>(
  queryKey: QueryKey,
  path: string,
  filters: Readonly<Record<string, string>>,
) {
  return useInfiniteQuery({
    queryKey,
    initialPageParam: '',
    queryFn: ({ pageParam: before, signal }) => {
      const query = new URLSearchParams({ ...filters, ...(before === '' ? {} : { before }) })
      return readOrThrow<Page>(`${path}?${query.toString()}`, { signal })
    },
    getNextPageParam: (page: Page) => page.next,
  })
}
