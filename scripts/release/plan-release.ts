/** A release that cannot be made; the message says why. */
export class ReleaseRefusedError extends Error {}

/** What the repository says before a release. */
export interface RepositoryState {
  readonly version: string
  readonly tags: readonly string[]
  readonly isClean: boolean
  readonly changelog: string
}

/**
 * Checks that a version may follow, and writes its section of the changelog: what stood under "Unreleased".
 *
 * @param day such as `2026-11-24`.
 * @returns the new text of CHANGELOG.md.
 */
export function planRelease(version: string, day: string, state: RepositoryState): string {
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new ReleaseRefusedError(`expected a version such as 1.0.0, got ${version}`)
  if (!state.isClean)
    throw new ReleaseRefusedError(
      'the working tree has changes that are not committed: commit or remove them',
    )
  const released = [state.version, ...state.tags.flatMap((tag) => /^v(\d+\.\d+\.\d+)$/.exec(tag)?.[1] ?? [])]
  const newest = released.sort(compareVersions).at(-1) ?? '0.0.0'
  if (compareVersions(version, newest) <= 0)
    throw new ReleaseRefusedError(`expected a version above ${newest}, got ${version}`)
  const [before = '', rest = ''] = state.changelog.split(/^## Unreleased$/m)
  const end = rest.search(/^## /m)
  const content = end === -1 ? rest : rest.slice(0, end)
  const after = end === -1 ? '' : `\n${rest.slice(end)}`
  if (content.trim() === '')
    throw new ReleaseRefusedError(
      'CHANGELOG.md says nothing under "## Unreleased": there is nothing to release',
    )
  return `${before}## Unreleased\n\n## ${version}, ${day}\n\n${content.trim()}\n${after}`
}

/** Negative if `one` is the lower version. */
function compareVersions(one: string, other: string): number {
  const parts = other.split('.').map(Number)
  const differences = one.split('.').map((part, at) => Number(part) - (parts[at] ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}
