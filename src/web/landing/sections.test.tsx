import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { PictureFacts } from '#shared/page-facts.ts'
import { enSite } from '#texts/en/site.ts'
import { AnswersSection } from './answers-section.tsx'
import { CampaignsSection } from './campaigns-section.tsx'
import { FeaturesSection } from './features-section.tsx'
import { GallerySection } from './gallery-section.tsx'
import { MapsSection } from './maps-section.tsx'
import { ModesSection } from './modes-section.tsx'
import { NotYetButton } from './not-yet-button.tsx'
import { PartnersSection } from './partners-section.tsx'
import { SystemsSection } from './systems-section.tsx'
import { WorldsSection } from './worlds-section.tsx'

const texts = enSite.landing

function picture(name: string): PictureFacts {
  const files = [480, 1600].map((widthPx) => {
    const path = `/game/${name}-${String(widthPx)}`
    return { widthPx, avif: `${path}.avif`, webp: `${path}.webp` }
  })
  return { name, alt: `What ${name} shows`, widthPx: 1600, heightPx: 900, files }
}

const card = (id: string) => ({
  id,
  icon: `/game/icons.svg#${id}`,
  title: `Title of ${id}`,
  text: `On ${id}`,
})
const section = <T,>(...items: T[]) => ({ title: 'A chapter', lead: 'What it is about', items })

const gallery = (
  <GallerySection
    gallery={section(
      { id: 'gate', caption: 'The gate', picture: picture('gate') },
      { id: 'arena', caption: 'The arena', picture: picture('arena') },
    )}
    language="en"
    texts={texts}
    viewer="/assets/gallery.js"
  />
)
const systems = (
  <SystemsSection
    systems={[
      { id: 'clans', icon: '/game/icons.svg#clans', title: 'Clans', points: ['Found one', 'Hold land'] },
    ]}
    creatorBeta={{ title: 'For creators', text: 'Play first', perks: ['Keys to give away'] }}
    rewards={section(card('dedication'))}
    pictures={{ systems: picture('siege'), rewards: picture('medal') }}
    texts={texts}
  />
)

const redeem = {
  shop: 'Ashen Launcher',
  link: 'https://play.example/keys',
  steps: ['Sign in', 'Type your key'],
  picture: picture('launcher'),
}

const SECTIONS: Readonly<Record<string, ReactElement>> = {
  features: (
    <FeaturesSection
      features={section(card('battles'), card('horror'))}
      badges={[{ id: 'combat', icon: '/game/icons.svg#combat', title: 'Dynamic Combat' }]}
      pictures={{}}
    />
  ),
  modes: <ModesSection modes={section({ ...card('story'), note: 'Story mode' })} pictures={{}} />,
  campaigns: (
    <CampaignsSection
      campaigns={section({ id: 'crown', title: 'The Crown', text: 'It burns', tags: ['Horror', 'Siege'] })}
      picture={picture('page')}
      texts={texts}
    />
  ),
  worlds: (
    <WorldsSection
      worlds={section({ id: 'wizards', title: 'Wizards', text: 'They hum', picture: picture('wizards') })}
      texts={texts}
    />
  ),
  maps: (
    <MapsSection
      maps={section({ id: 'pvp', title: 'Arena', text: 'Fire', tag: 'PvP', picture: picture('map') })}
      texts={texts}
    />
  ),
  systems,
  gallery,
  questions: (
    <AnswersSection
      facts={[{ label: 'Platforms', value: 'PC' }]}
      questions={{ title: 'Questions', items: [{ question: 'When?', answer: 'Soon.' }] }}
      pictures={{}}
      redeem={{ standard: redeem }}
      editions={[{ id: 'standard', name: 'Standard Edition' }]}
      texts={enSite.checkout}
    />
  ),
  partners: (
    <PartnersSection
      partners={section({ id: 'forge', name: 'Nightforge', role: 'Sound', mark: '/game/forge.svg' })}
      texts={texts}
    />
  ),
}

describe.each(Object.entries(SECTIONS))('the section of the %s', (name, element) => {
  const html = renderToStaticMarkup(element)

  test("has one heading that names it, and its entries' headings are one level below", () => {
    const id = `${name}-title`
    expect(html).toContain(`aria-labelledby="${id}"`)
    expect(html.match(/<h2\b[^>]*>/g)).toEqual([`<h2 id="${id}">`])
    const levels = [...html.matchAll(/<h(\d)/g)].map((match) => Number(match[1]))
    levels.forEach((level, index) => expect(level - (levels[index - 1] ?? 1)).toBeLessThanOrEqual(1))
  })

  test('reserves room for its pictures, and loads them lazily', () => {
    for (const [image] of html.matchAll(/<img\b[^>]*>/g)) {
      expect(image).toMatch(/\bwidth="\d+"/)
      expect(image).toMatch(/\bheight="\d+"/)
      expect(image).toContain('loading="lazy"')
    }
  })

  test('hides its icons from screen readers', () => {
    for (const [icon] of html.matchAll(/<svg\b[^>]*>/g)) expect(icon).toContain('aria-hidden="true"')
  })
})

test('without a script a gallery picture links to its largest file and has a description', () => {
  const html = renderToStaticMarkup(gallery)
  expect(html).toMatch(/<a [^>]*href="\/game\/gate-1600\.webp"[^>]*aria-label="Enlarge: The gate"/)
  expect(html.match(/Concept render/g)).toHaveLength(2)
  expect(html).toContain('More Screenshots Coming Soon')
})

test('a button without a feature yet says so without a script', () => {
  const html = renderToStaticMarkup(
    <NotYetButton opens="wishlist" label="Add to Wishlist" note="Not open yet. Nothing was sent." />,
  )
  expect(html).toMatch(/<button[^>]*data-opens="wishlist"[^>]*popoverTarget="wishlist-note"/i)
  expect(html).toMatch(/<p[^>]*id="wishlist-note"[^>]*popover="auto"[^>]*>Not open yet/)
})

test('missing content of a game renders no empty element', () => {
  const html = renderToStaticMarkup(
    <SystemsSection
      systems={[]}
      creatorBeta={null}
      rewards={section(card('dedication'))}
      pictures={{}}
      texts={texts}
    />,
  )
  expect(html).not.toContain('creator')
  expect(html).not.toContain('<picture')
  expect(html).not.toMatch(/<ul[^>]*><\/ul>/)
})

test('the first question is open, and says how a key is used once for all editions, or for each', () => {
  const other = { ...redeem, shop: 'Another Shop' }
  const html = (redeemBy: Readonly<Record<string, typeof redeem>>) =>
    renderToStaticMarkup(
      <AnswersSection
        facts={[]}
        questions={{
          title: 'Questions',
          items: ['When?', 'Why?'].map((question) => ({ question, answer: 'Soon.' })),
        }}
        pictures={{}}
        redeem={redeemBy}
        editions={[
          { id: 'standard', name: 'Standard Edition' },
          { id: 'supporter', name: 'Supporter Edition' },
        ]}
        texts={enSite.checkout}
      />,
    )
  const same = html({ standard: redeem, supporter: { ...redeem } })
  expect(same).toMatch(/<details open="">.*When\?/)
  expect(same.match(/<details open/g)).toHaveLength(1)
  expect(same.match(/<summary>/g)).toHaveLength(3)
  expect(same).toContain(enSite.checkout.redeem.title)
  expect(same.match(/Ashen Launcher/g)).toHaveLength(1)
  const each = html({ standard: redeem, supporter: other })
  expect(each).toContain('<h3>Standard Edition</h3>')
  expect(each).toContain('Another Shop')
  expect(html({})).not.toContain(enSite.checkout.redeem.title)
})
