import { expect, test } from 'vitest'
import { readSettings } from './read-settings.ts'

function read(text: string): readonly string[] {
  const outcome = readSettings({ KEYHOLD_EMBED_ORIGINS: text })
  return outcome.kind === 'settings' ? outcome.settings.embedOrigins : outcome.faults
}

const EXPECTED =
  'KEYHOLD_EMBED_ORIGINS: expected origins such as https://games.example, parted by commas, each once; http only for localhost; not accepted: '

test('origins are https, or http on this machine; without any the checkout is framed nowhere', () => {
  expect(read('')).toEqual([])
  expect(read('https://games.example, https://www.games.example:8443/ ,http://localhost:3000')).toEqual([
    'https://games.example',
    'https://www.games.example:8443',
    'http://localhost:3000',
  ])
})

test.each([
  ['http://games.example', 'http://games.example'],
  ['https://games.example/shop', 'https://games.example'],
  ['https://games.example?', 'https://games.example'],
  ['https://*.games.example', 'https://*.games.example'],
  ['https://a.example,https://a.example', 'https://a.example'],
  ['https://name:word@games.example', 'https://games.example'],
  ['https://a.example,games.example', 'number 2'],
  ['https://a.example,*', 'number 2'],
  ["https://a.example,'self'", 'number 2'],
  ["https://a.example 'unsafe-inline'", 'number 1'],
  ['https://a.example,', 'number 2'],
])('%s is refused, and what is wrong is named', (text, named) => {
  expect(read(text)).toEqual([EXPECTED + named])
})
