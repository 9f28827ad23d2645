import { expect, test } from 'vitest'
import { contentPolicy } from './content-policy.ts'

const page = {
  loader: 'loader',
  css: 'css',
  chatSrc: null,
  framesItself: false,
  framedBy: [],
  playsTrailer: false,
}

test('a page requires Trusted Types, except with a live chat, whose script writes markup', () => {
  const required = "require-trusted-types-for 'script'; trusted-types default"
  expect(contentPolicy(page)).toContain(required)
  expect(contentPolicy({ ...page, chatSrc: 'https://chat.example/widget.js' })).not.toContain('trusted-types')
})

test('only a page with a trailer may play media', () => {
  expect(contentPolicy(page)).not.toContain('media-src')
  expect(contentPolicy({ ...page, playsTrailer: true })).toContain("media-src 'self';")
})

test('a page may be framed by the origins that are set, and by no other', () => {
  expect(contentPolicy(page)).toMatch(/; frame-ancestors 'none'$/)
  const framedBy = ['https://games.example', 'http://localhost:3000']
  expect(contentPolicy({ ...page, framedBy })).toMatch(
    /; frame-ancestors https:\/\/games\.example http:\/\/localhost:3000$/,
  )
})
