import { expect, test } from 'vitest'
import { securityTxt } from './security-txt.ts'

const NOW = new Date('2026-11-22T13:45:00Z')

test('security.txt names an address to write to, and is valid for half a year from today', () => {
  expect(securityTxt({ contact: 'security@studio.example', publicUrl: 'https://shop.example' }, NOW)).toBe(
    'Contact: mailto:security@studio.example\n' +
      'Expires: 2027-05-21T00:00:00.000Z\n' +
      'Preferred-Languages: en\n' +
      'Canonical: https://shop.example/.well-known/security.txt\n',
  )
})

test('the address may be a form, and a shop may have no public URL', () => {
  expect(securityTxt({ contact: 'https://studio.example/report', publicUrl: null }, NOW)).toMatch(
    /^Contact: https:\/\/studio\.example\/report\nExpires: [^\n]+\nPreferred-Languages: en\n$/,
  )
})
