import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { serveShop, type ServedShop } from './served-shop.ts'
import { orderWithPass, railOpen, solveCaptcha } from './shop-client.ts'
import { until } from './until.ts'

const CODE = 'ABC123'
const folder = await mkdtemp(join(tmpdir(), 'keyhold-full-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', folder]).status === 0
if (!isMounted) console.warn('SKIPPED: no disk of 300 MB can be mounted here; a full one is not tried')
let shop: ServedShop | null = null
afterAll(async () => {
  await shop?.stop()
  if (isMounted) execFileSync('umount', ['--lazy', folder])
  await rm(folder, { recursive: true, force: true })
})

/** Writes until nothing more can be. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  const block = Buffer.alloc(1024 * 1024)
  try {
    for (;;) await file.write(block)
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  } finally {
    await file.close()
  }
}

test.skipIf(!isMounted)(
  'a shop whose disk is full says so, takes no order that it could not settle, and sells again once there is room',
  async () => {
    await chmod(folder, 0o755)
    const served = (shop = await serveShop({
      KEYHOLD_DATA: join(folder, 'data'),
      KEYHOLD_CAPTCHA_CODE: CODE,
      KEYHOLD_LIMITS: 'off',
    }))
    const health = async () => {
      const reply = await fetch(`${served.url}/health`)
      return (await reply.json()) as {
        ready: boolean
        parts: Record<string, { ok: boolean; detail?: string } | undefined>
      }
    }
    const buy = (name: string, pass: string) =>
      orderWithPass(served.url, pass, {
        network: 'bitcoin',
        edition: 'standard',
        quantity: 1,
        email: `${name}@example.com`,
        idempotencyKey: `full-disk-${name}`,
      })
    await railOpen(served.url, 'bitcoin')
    const solve = () => solveCaptcha(served.url, CODE)
    await buy('before', await solve())
    const pass = await solve()
    expect(await health()).toMatchObject({ ready: true, parts: { disk: { ok: true } } })

    await fill(join(folder, 'filler'))
    await until(async () => !(await health()).ready, { what: 'a shop that is not ready' })
    const { parts } = await health()
    expect(parts.disk).toMatchObject({ ok: false })
    expect(parts.disk?.detail).toContain('data is full, 0 MiB are free')
    expect(parts['rail bitcoin']).toEqual({ ok: false, detail: 'disk_full' })
    await expect(buy('meanwhile', pass)).rejects.toThrow('RAIL_UNAVAILABLE')

    await rm(join(folder, 'filler'))
    await until(async () => (await health()).ready, { what: 'a shop that is ready again' })
    await railOpen(served.url, 'bitcoin')
    await buy('after', await solve())
  },
)
