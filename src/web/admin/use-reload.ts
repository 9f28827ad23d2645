import { useQueryClient } from '@tanstack/react-query'

/** Returns a function that reloads what was read under these keys, and everything below them; all without any. */
export function useReload(): (...keys: string[]) => Promise<unknown> {
  const queries = useQueryClient()
  return (...keys) => Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })))
}
