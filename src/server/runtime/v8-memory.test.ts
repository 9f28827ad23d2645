import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { MemoryWord } from './v8-memory.ts'

/** Keeps 32 MB and replaces it fifteen times; prints how often the whole heap was collected, and how often any of it. */
const WORK = (word: MemoryWord | null) => `
  import { PerformanceObserver } from 'node:perf_hooks'
  const { useMemory } = await import(${JSON.stringify(new URL('v8-memory.ts', import.meta.url).href)})
  ${word === null ? '' : `useMemory('${word}')`}
  const kinds = []
  const seen = new PerformanceObserver((list) => {
    kinds.push(...list.getEntries().map(({ detail }) => detail.kind))
  })
  seen.observe({ entryTypes: ['gc'] })
  const kept = []
  for (let round = 0; round < 3_000; round += 1) {
    kept.push(new Array(20_000).fill(0.5))
    if (kept.length > 200) kept.shift()
  }
  await new Promise((resolve) => setTimeout(resolve, 50))
  console.log(JSON.stringify({ whole: kinds.filter((kind) => kind === 4).length, any: kinds.length }))`

/** @param word null for the flags of the start alone. */
function collections(word: MemoryWord | null): { readonly whole: number; readonly any: number } {
  const flags = ['--max-semi-space-size=4', '--optimize-for-size', '--input-type=module', '-e', WORK(word)]
  return JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' })) as ReturnType<
    typeof collections
  >
}

test('the whole heap is collected less often than the flags alone would, and with more memory any part of it too', () => {
  const flagsAlone = collections(null)
  const small = collections('small')
  const large = collections('large')
  expect(flagsAlone.whole).toBeGreaterThan(20)
  expect(small.whole).toBeLessThan(flagsAlone.whole * 0.8)
  expect(large.whole).toBeLessThanOrEqual(small.whole)
  expect(large.any).toBeLessThan(small.any * 0.6)
})
