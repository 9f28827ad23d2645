import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creatorFaults, PLATFORMS } from './creator-form.ts'

const GOOD = {
  email: 'mira@example.com',
  platform: 'twitch',
  link: 'https://twitch.example/mira',
  promoCode: 'MIRA25',
}

test('the list has the specified platforms, in the specified order', () => {
  expect(Object.keys(PLATFORMS)).toEqual([
    ...['twitch', 'youtube', 'kick', 'tiktok', 'facebook', 'discord', 'instagram', 'twitter', 'other'],
  ])
})

test.each([
  [{}, []],
  [{ email: 'mira' }, ['email']],
  [{ platform: '' }, ['platform']],
  // the link field is hidden until a platform is chosen
  [{ platform: '', link: '' }, ['platform']],
  [{ platform: 'toString' }, ['platform']],
  [{ link: '' }, ['link']],
  [{ link: 'twitch.example/mira' }, ['link']],
  [{ link: 'javascript:alert(1)' }, ['link']],
  [{ promoCode: '' }, ['promoCode']],
  [{ promoCode: 'mira' }, ['promoCode']],
  [{ email: '', platform: '', link: '', promoCode: '' }, ['email', 'platform', 'promoCode']],
])('with %j the invalid fields are %j', (changes, faults) => {
  expect(creatorFaults({ ...GOOD, ...changes })).toEqual(faults)
})

test('a form is only valid when all four fields are filled', () => {
  const text = fc.oneof(fc.constant(''), fc.string(), fc.constantFrom(...Object.values(GOOD)))
  fc.assert(
    fc.property(fc.record({ email: text, platform: text, link: text, promoCode: text }), (form) => {
      if (creatorFaults(form).length === 0) expect(Object.values(form)).not.toContain('')
    }),
  )
})
