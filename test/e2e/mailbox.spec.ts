import AxeBuilder from '@axe-core/playwright'
import { queueMail, type QueuedMail } from '#server/mail/queue-mail.ts'
import { isRightToLeft, type Language } from '#shared/languages.ts'
import { SAMPLE_MAILS } from '#test/sample-mails.ts'
import { expect, test, type ServedShop } from './shop.ts'

const NAMES = Object.keys(SAMPLE_MAILS) as (keyof typeof SAMPLE_MAILS)[]
const WIDTHS = [390, 1280] as const

for (const language of ['en', 'ar'] as const satisfies readonly Language[]) {
  test(`every mail in ${language} is readable in the mailbox on phone and desk, light and dark, and clean to axe`, async ({
    page,
    shop,
    mailServer,
  }) => {
    test.setTimeout(180_000)
    const recipient = `${language}@demo.example`
    await shop.db.deleteFrom('mails').execute()
    await queueAll(shop, language, recipient)
    await expect.poll(() => mailServer.mailsTo(recipient), { timeout: 30_000 }).toHaveLength(NAMES.length)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light' })
      await page.goto(`/demo/mail?lang=${language}`)
      const mails = page.locator('details.mail')
      await expect(mails).toHaveCount(NAMES.length)
      for (const mail of await mails.all()) {
        if ((await mail.getAttribute('open')) === null) await mail.locator('summary').click()
        const letter = mail.frameLocator('iframe')
        const html = letter.locator('html')
        await expect(html).toHaveAttribute('lang', language)
        await expect(html).toHaveAttribute('dir', isRightToLeft(language) ? 'rtl' : 'ltr')
        await expect(letter.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await html.evaluate((root) => root.scrollWidth - root.clientWidth)).toBe(0)
      }
      // the mails in their frames too
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations).toEqual([])
    }
  })
}

async function queueAll({ db }: ServedShop, language: Language, recipient: string): Promise<void> {
  for (const name of NAMES) {
    await queueMail(db, {
      ...SAMPLE_MAILS[name],
      dedupeKey: `sample:${recipient}:${name}`,
      language,
      recipient,
    } as QueuedMail)
  }
}
