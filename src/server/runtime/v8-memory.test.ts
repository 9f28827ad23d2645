import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { MemoryWord } from './v8-memory.ts'

/** Keeps 32 MB and replaces it fifteen times; prints how often the whole heap was collected. */
const WORK = (word: MemoryWord) => `
  import { PerformanceObserver } from 'node:perf_hooks'
  const { useMemory } = await import(${JSON.stringify(new URL('v8-memory.ts', import.meta.url).href)})
  useMemory('${word}')
  let times = 0
  const seen = new PerformanceObserver((list) => {
    times += list.getEntries().filter(({ detail }) => detail.kind === 4).length
  })
  seen.observe({ entryTypes: ['gc'] })
  const kept = []
  for (let round = 0; round < 3_000; round += 1) {
    kept.push(new Array(20_000).fill(0.5))
    if (kept.length > 200) kept.shift()
  }
  await new Promise((resolve) => setTimeout(resolve, 50))
  console.log(times)`

function collections(word: MemoryWord): number {
  const flags = ['--max-semi-space-size=4', '--optimize-for-size', '--input-type=module', '-e', WORK(word)]
  return Number(execFileSync(process.execPath, flags, { encoding: 'utf8' }))
}

test('with more memory the heap is collected less often', () => {
  const small = collections('small')
  expect(small).toBeGreaterThan(10)
  expect(collections('large')).toBeLessThan(small * 0.8)
})
