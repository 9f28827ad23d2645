import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

test.each([
  ['', '/admin'],
  ['?return=/admin%23/keys/list%3Fpage%3D2', '/admin#/keys/list?page=2'],
  ['?return=/', '/'],
  ['?return=https://evil.example/', '/admin'],
  ['?return=//evil.example/', '/admin'],
  ['?return=/%5Cevil.example', '/admin'],
  ['?return=javascript:alert(1)', '/admin'],
])('signing in from %s redirects to %s', (search, path) => {
  expect(returnPath(search, 'https://shop.example')).toBe(path)
})
