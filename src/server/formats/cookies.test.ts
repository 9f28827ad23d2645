import { expect, test } from 'vitest'
import { readCookie, readCookies, setCookieHeader } from './cookies.ts'

test.each([
  ['a=1', 'a', '1'],
  ['b=2; a=1', 'a', '1'],
  [' a = 1 ;b=2', 'a', '1'],
  ['a=x%20y%3D', 'a', 'x y='],
  ['a=b=c', 'a', 'b=c'],
  ['a=first; a=second', 'a', 'first'],
  ['a=', 'a', ''],
  ['xa=1', 'a', null],
  ['a=%zz', 'a', null],
  ['a', 'a', null],
  ['=1', '', null],
  [undefined, 'a', null],
])('of the header %j the cookie %s is %j', (header, name, value) => {
  expect(readCookie(header, name)).toBe(value)
})

test('a malformed cookie hides no other', () => {
  expect([...readCookies('a=%zz; b=2; a=3')]).toEqual([
    ['b', '2'],
    ['a', '3'],
  ])
})

test('a cookie is set with the attributes it is given', () => {
  expect(setCookieHeader('a', '1', { maxAgeS: 60, isSecure: true, isHttpOnly: true })).toBe(
    'a=1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  )
  expect(setCookieHeader('a', '', { maxAgeS: 0, isSecure: false, isHttpOnly: false })).toBe(
    'a=; Path=/; Max-Age=0; SameSite=Lax',
  )
})
