import { expect, test } from 'vitest'
import { isAllowedOrigin } from './allowed-origin.ts'

const DEMO = { publicUrl: null, isDemo: true }
const PRODUCTION = { publicUrl: 'https://shop.example', isDemo: false }
test.each([
  [PRODUCTION, 'https://shop.example', 'anything', true],
  [PRODUCTION, 'https://shop.example:443', 'anything', true],
  [PRODUCTION, 'http://shop.example', 'shop.example', false],
  [PRODUCTION, 'https://shop.example.evil', 'shop.example', false],
  [PRODUCTION, 'http://localhost:8080', 'localhost:8080', false],
  [PRODUCTION, 'null', 'shop.example', false],
  [DEMO, 'http://localhost:8080', 'localhost:8080', true],
  [DEMO, 'http://127.0.0.1:8080', '127.0.0.1:8080', true],
  [DEMO, 'http://localhost:8080', 'localhost:9090', false],
  [DEMO, 'http://evil.example', 'evil.example', false],
  [DEMO, 'http://127.0.0.1.evil.example', '127.0.0.1.evil.example', false],
])('with %j a page of %s on host %s may listen: %s', (rule, origin, host, expected) => {
  expect(isAllowedOrigin(rule, origin, host)).toBe(expected)
})
