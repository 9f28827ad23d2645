import { arAdmin } from '#texts/ar/admin.ts'
import { enAdmin } from '#texts/en/admin.ts'
import { signInAs } from './admin-fixture.ts'
import { expect, test } from './shop.ts'
import { keyRow } from '#test/insert-key.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'

const TEXTS = { ar: arAdmin, en: enAdmin }

for (const [language, width] of [
  ['ar', 390],
  ['en', 1280],
] as const) {
  const { keys, recovery, nav } = TEXTS[language]

  test(`a recovery is shown and finished, in ${language} at ${String(width)} px`, async ({ page, shop }) => {
    const { db } = shop
    const at = new Date()
    const mine = ['ONE', 'TWO', 'SIX'].map((end) => `RECOVER-${language.toUpperCase()}-${end}`)
    const { id } = await db
      .insertInto('recoveries')
      .values({
        started_at: at,
        cause: 'restored',
        previous_database_id: '00000000-0000-4000-8000-000000000001',
        lost_since: at,
        addresses_done_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('game_keys')
      .values(mine.map((key) => ({ ...keyRow(key), retired_at: at, quarantined_at: at })))
      .execute()
    const stateOf = async (key: string | undefined) =>
      (
        await db
          .selectFrom('game_keys')
          .select('status')
          .where('key_hash', '=', TEST_CIPHER.hashKey(key ?? ''))
          .executeTakeFirstOrThrow()
      ).status

    await page.setViewportSize({ width, height: 900 })
    await signInAs(page, shop, 'manager', language)
    // on a phone the shop is among the other places
    if (width < 768) await page.getByRole('button', { name: nav.more }).click()
    await page.getByRole('link', { name: nav.shop }).click()
    const section = page.getByRole('region', { name: recovery.title })
    await expect(section).toContainText(recovery.blocked)
    await expect(section).toContainText(recovery.addressesDone)
    await expect(section).toContainText(recovery.keysOpen)
    const select = (key: string | undefined) =>
      section.getByLabel(keys.selectKey.replace('{key}', key ?? '')).check()

    await select(mine[0])
    await section.getByRole('button', { name: recovery.sent, exact: true }).click()
    await expect(section).not.toContainText(mine[0] ?? '')
    expect(await stateOf(mine[0])).toBe('retired')
    await select(mine[1])
    await section.getByRole('button', { name: recovery.toStock, exact: true }).click()
    await expect(section).not.toContainText(mine[1] ?? '')
    expect(await stateOf(mine[1])).toBe('available')

    const download = page.waitForEvent('download')
    await section.getByRole('link', { name: recovery.export }).click()
    expect((await download).suggestedFilename()).toMatch(/^keys-set-aside-.*\.csv$/)

    await section.getByRole('button', { name: recovery.restToStock }).click()
    const dialog = page.getByRole('dialog', { name: recovery.restToStock })
    await expect(dialog).toContainText(recovery.confirm)
    await dialog.getByRole('button', { name: recovery.restToStock }).click()
    await expect(page.getByRole('status').filter({ hasText: recovery.done })).toBeVisible()
    await expect(section).not.toContainText(recovery.blocked)
    expect(await stateOf(mine[2])).toBe('available')
    const finished = await db.selectFrom('recoveries').select('finished_at').where('id', '=', id).execute()
    expect(finished[0]?.finished_at).not.toBeNull()
  })
}
