import { describe, expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import { SITE_DEPS, useSite } from '#test/use-site.ts'

const PRICES = { GBP: cents(49_99), JPY: cents(9_800) }
const { game } = SITE_DEPS
const several = {
  ...game,
  currency: 'EUR',
  editions: game.editions.map((edition) => ({ ...edition, prices: PRICES })),
}

describe('a shop with prices in several currencies', () => {
  const shop = useSite({
    game: several,
    publicUrl: 'https://shop.example',
    embedOrigins: ['https://a.example'],
  })
  const open = (url: string, cookie = '') => shop.get(url, { cookie })

  test('shows the prices of the currency in the URL, and keeps it', async () => {
    const page = await open('/?lang=en&currency=GBP')
    expect(page.body).toContain('£49.99')
    expect(page.body).not.toContain('€63.99')
    expect(page.headers['set-cookie']).toContain('currency=GBP')
    expect(page.headers['vary']).toContain('Cookie')
    const kept = await open('/', 'currency=GBP; language=en')
    expect(kept.body).toBe(page.body)
    expect(kept.headers['set-cookie']).toBeUndefined()
  })

  test('shows its own for a currency that it does not offer, and keeps none', async () => {
    for (const query of ['USD', 'gbp', '', '%00']) {
      const page = await open(`/?lang=en&currency=${query}`)
      expect(page.body).toContain('€63.99')
      expect(page.headers['set-cookie']).toBeUndefined()
    }
  })

  test('has a link for each currency, which search engines do not follow', async () => {
    const { body } = await open('/?lang=en&currency=JPY')
    const links = [
      ...body.matchAll(/<a href="\/\?lang=en&amp;currency=(\w+)#pre-order" rel="nofollow"([^>]*)>/g),
    ]
    expect(links.map(([, currency, rest]) => [currency, rest?.trim()])).toEqual([
      ['EUR', ''],
      ['GBP', ''],
      ['JPY', 'aria-current="true"'],
    ])
    expect(body).toContain('<input type="hidden" name="currency" value="JPY"/>')
    expect(body).toContain('<link rel="canonical" href="https://shop.example/?lang=en"/>')
    // what a browser without cookies carries on
    expect(body).toContain('href="/?lang=de&amp;currency=JPY"')
    const offers = [...body.matchAll(/"price":"([\d.]+)","priceCurrency":"(\w+)"/g)]
    expect(offers.slice(0, 3).map(([, price, currency]) => [price, currency])).toEqual([
      ['63.99', 'EUR'],
      ['49.99', 'GBP'],
      ['9800', 'JPY'],
    ])
    expect(body).toContain('"url":"https://shop.example/?lang=en&currency=GBP#pre-order"')
  })

  test('names all prices in its texts of law', async () => {
    const { body } = await open('/legal/terms?lang=en')
    expect(body).toContain('€63.99 / £49.99 / ¥9,800')
  })

  test('sells in a frame in the currency of its URL', async () => {
    const inFrame = async (currency: string) => {
      const { body } = await open(`/embed?origin=https://a.example&lang=en${currency}`, 'currency=JPY')
      return JSON.parse(/id="embed-props">(.*?)<\/script>/.exec(body)?.[1] ?? '') as object
    }
    expect(await inFrame('')).toMatchObject({ currency: 'EUR', edition: { priceCents: 63_99 } })
    expect(await inFrame('&currency=GBP')).toMatchObject({
      ...{ currency: 'GBP', edition: { priceCents: 49_99 } },
      currencies: ['EUR', 'GBP', 'JPY'],
    })
  })
})

describe('a shop with one currency', () => {
  const shop = useSite({ game })

  test('renders nothing of a choice, whatever is asked for', async () => {
    const open = (url: string) => shop.get(url, { cookie: 'currency=GBP' })
    const page = await open('/?lang=en')
    expect(page.body).not.toMatch(/currencies|name="currency"|hasCurrencyChoice|"offers":\[\{"currency"/)
    const asked = await open('/?lang=en&currency=GBP')
    expect(asked.body).toBe(page.body)
    expect(asked.headers['set-cookie']).toBeUndefined()
  })
})
