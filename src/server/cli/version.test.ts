import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { runCommand } from './run-command.ts'

async function version(...words: string[]): Promise<string> {
  const lines: string[] = []
  const tell = (line: string) => lines.push(line)
  const context = { environment: {}, stdin: Readable.from([]), out: tell, say: tell }
  expect(await runCommand(['version', ...words], context)).toBe(0)
  return lines.join('\n')
}

test('the version tells what is installed, for people and for programs, without any setting', async () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(await version()).toMatch(
    /^Keyhold \d+\.\d+\.\d+\ncommit {2}none: this is a checkout.*\nschema {2}\d{4}_\w+\.sql\nnode {4}\d+\.\d+\.\d+$/,
  )
  expect(JSON.parse(await version('--json'))).toEqual({
    version: manifest.version,
    commit: null,
    schema: expect.stringMatching(/^\d{4}_\w+\.sql$/) as string,
    node: process.versions.node,
  })
})
