import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { MailSettings } from '#server/mail/mail-draft.ts'
import type { MailContent } from '#server/mail/mail-facts.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { isRightToLeft, type Language } from '#shared/languages.ts'
import { KEYS, SAMPLE_MAILS, SAMPLE_MAIL_SETTINGS } from '#test/sample-mails.ts'
import { findViolations, RULES_OF_TEXT } from './find-violations.ts'

// Webmail puts a mail into its own page: it keeps what stands inside the body, some elements, attributes and properties,
// and no style element, class, id, role, script or address of another scheme.

const SETTINGS: MailSettings = {
  ...SAMPLE_MAIL_SETTINGS,
  markPng: readFileSync('game/pictures/icon-180.png'),
  pictureJpeg: readFileSync('game/pictures/mail.jpg'),
  editionName: () => 'Supporter Edition',
  readKeys: () => Promise.resolve(KEYS),
  readKeysElsewhere: () => Promise.resolve(KEYS),
}
const NAVY = 'rgb(11, 19, 48)'
const GOLD = 'rgb(217, 184, 120)'
/** They are about nothing that has a page here. */
const WITHOUT_BUTTON = /^support|^keys-elsewhere$/

for (const language of ['en', 'ar'] as const satisfies readonly Language[]) {
  test(`in ${language} every mail keeps its design, direction and pictures in webmail, on phone and desktop`, async ({
    page,
  }) => {
    for (const [name, content] of Object.entries<MailContent>(SAMPLE_MAILS)) {
      const written = writeMail(content, language, SETTINGS)
      const html = written.images.reduce(
        (shown, { cid, type, bytes }) =>
          shown.replaceAll(`cid:${cid}`, `data:${type};base64,${Buffer.from(bytes()).toString('base64')}`),
        written.html ?? '',
      )
      await showInWebmail(page, html)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveCSS(
        'direction',
        isRightToLeft(language) ? 'rtl' : 'ltr',
      )
      expect([name, await designOf(page)]).toEqual([name, { brand: NAVY, broken: [], stray: [] }])
      if ('keys' in content.facts)
        for (const key of content.facts.keys) await expect(page.getByText(key)).toBeVisible()
      for (const button of await page.locator('a[style*="inline-block"]').all())
        await expect(button).toHaveCSS('background-color', GOLD)
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 })
        if (!WITHOUT_BUTTON.test(content.template))
          await expect(page.locator('a[style*="inline-block"]').first()).toBeInViewport({ ratio: 1 })
        const beyond = await page.evaluate(
          () => document.body.scrollWidth - document.documentElement.clientWidth,
        )
        expect([name, width, Math.max(0, beyond)]).toEqual([name, width, 0])
      }
      // in Arabic test/e2e/mailbox.spec.ts checks all rules
      const scope = language === 'en' ? {} : { rules: RULES_OF_TEXT }
      expect([name, await findViolations(page, scope)]).toEqual([name, []])
    }
  })
}

/** Shows what webmail leaves of a mail, in a page of its own that is written in English. */
async function showInWebmail(page: Page, html: string): Promise<void> {
  await page.setContent(
    '<!doctype html><html lang="en"><title>Webmail</title><body style="margin:0;font:14px Arial"><main></main>',
  )
  await page.evaluate((source) => {
    const ELEMENTS = 'div p h1 h2 ul li table tbody tr th td a img span bdi br'.split(' ')
    const ATTRIBUTES =
      'style align valign bgcolor width height alt dir lang scope cellpadding cellspacing border'.split(' ')
    const PROPERTIES =
      'margin margin-left margin-right margin-top margin-bottom padding padding-left padding-right padding-top padding-bottom font color background-color border border-top border-bottom border-radius border-collapse display max-width max-height overflow width text-align text-decoration vertical-align letter-spacing word-break'.split(
        ' ',
      )
    const clean = (element: Element) => {
      for (const child of [...element.children]) {
        if (!ELEMENTS.includes(child.localName)) {
          child.remove()
          continue
        }
        for (const { name, value } of [...child.attributes]) {
          const isLink = name === 'href' && /^(?:https?|mailto):/.test(value)
          const isPicture = name === 'src' && /^data:image\/(?:png|jpeg);base64,/.test(value)
          if (!ATTRIBUTES.includes(name) && !isLink && !isPicture) child.removeAttribute(name)
        }
        const rules = (child.getAttribute('style') ?? '').split(';').map((rule) => rule.trim())
        const kept = rules.filter(
          (rule) => PROPERTIES.includes(rule.split(':')[0] ?? '') && !/url\(/i.test(rule),
        )
        if (child.hasAttribute('style')) child.setAttribute('style', kept.join(';'))
        clean(child)
      }
    }
    const { body } = new DOMParser().parseFromString(source, 'text/html')
    clean(body)
    document.querySelector('main')?.replaceChildren(...body.childNodes)
  }, html)
  // the pictures are parts of the mail, so they are there at once; their sizes are known a moment later
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
}

/** The ground of the game's title, pictures without content, and text that webmail's page would show beside the mail. */
async function designOf(page: Page) {
  return page.evaluate(() => {
    const brand = document.querySelector('td[bgcolor="#0b1330"]')
    return {
      brand: brand === null ? '' : getComputedStyle(brand).backgroundColor,
      broken: [...document.images].filter((image) => image.naturalWidth === 0).map((image) => image.alt),
      stray: [...document.querySelectorAll('main > *')]
        .map((one) => one.localName)
        .filter((one) => one !== 'div'),
    }
  })
}
