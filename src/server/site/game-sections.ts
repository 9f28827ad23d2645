import type { Game, Picture } from '#shared/game.ts'
import type { GameTexts } from '#shared/game-texts.ts'
import type { GameSections, PictureFacts, SectionFacts } from '#shared/page-facts.ts'
import type { GameFiles } from './game-files.ts'

type Files = Pick<GameFiles, 'file' | 'icon'>

/**
 * Joins the entries of the game folder with their texts and files.
 *
 * @param texts checked against the game by {@link loadGameTexts}.
 */
export function gameSections(game: Game, texts: GameTexts, files: Files): GameSections {
  const picture = (of: Picture, alt: string) => pictureFacts(of, alt, files)
  return {
    features: section(game.features, texts.features, ({ id, icon }, words) => ({
      id,
      icon: files.icon(icon),
      ...words,
    })),
    badges: game.badges.map(({ id, icon }) => ({
      id,
      icon: files.icon(icon),
      title: wordsFor(texts.badges, id),
    })),
    modes: section(game.modes, texts.modes, ({ id, icon }, words) => ({
      id,
      icon: files.icon(icon),
      ...words,
    })),
    campaigns: section(game.campaigns, texts.campaigns, ({ id }, words) => ({ id, ...words })),
    worlds: section(game.worlds, texts.worlds, ({ id, picture: of }, { alt, ...words }) => ({
      id,
      ...words,
      picture: picture(of, alt),
    })),
    maps: section(game.maps, texts.maps, ({ id, picture: of }, { alt, ...words }) => ({
      id,
      ...words,
      picture: picture(of, alt),
    })),
    systems: game.systems.map(({ id, icon }) => ({
      id,
      icon: files.icon(icon),
      ...wordsFor(texts.systems, id),
    })),
    creatorBeta: game.hasCreatorBeta ? (texts.creatorBeta ?? null) : null,
    rewards: section(game.rewards, texts.rewards, ({ id, icon }, words) => ({
      id,
      icon: files.icon(icon),
      ...words,
    })),
    gallery: section(game.gallery, texts.gallery, ({ id, picture: of }, { alt, caption }) => ({
      id,
      caption,
      picture: picture(of, alt),
    })),
    partners: section(game.partners, texts.partners, ({ id, name, mark }, role) => ({
      id,
      name,
      role,
      mark: files.file(mark),
    })),
    comingSoon: { ...texts.comingSoon, wishlistUrl: game.wishlistUrl },
    facts: texts.facts,
    questions: texts.questions ?? null,
    pictures: Object.fromEntries(
      Object.entries(game.sectionPictures).flatMap(([name, of]) =>
        of === undefined ? [] : [[name, picture(of, '')]],
      ),
    ),
  }
}

/** The facts of a picture with all its widths, for the page. */
export function pictureFacts(
  { name, widths, width, height }: Picture,
  alt: string,
  files: Files,
): PictureFacts {
  return {
    name,
    alt,
    widthPx: width,
    heightPx: height,
    files: widths.map((widthPx) => ({
      widthPx,
      avif: files.file(`${name}-${String(widthPx)}.avif`),
      webp: files.file(`${name}-${String(widthPx)}.webp`),
    })),
  }
}

function section<Entry extends { readonly id: string }, Words, Item>(
  entries: readonly Entry[],
  words:
    | { readonly title: string; readonly lead: string; readonly items: Readonly<Record<string, Words>> }
    | undefined,
  join: (entry: Entry, words: Words) => Item,
): SectionFacts<Item> | null {
  if (entries.length === 0 || words === undefined) return null
  const { title, lead, items } = words
  return { title, lead, items: entries.map((entry) => join(entry, wordsFor(items, entry.id))) }
}

function wordsFor<Words>(words: Readonly<Record<string, Words>> | undefined, id: string): Words {
  const found = words?.[id]
  if (found === undefined) throw new RangeError(`expected texts that fit the game, ${id} has none`)
  return found
}
