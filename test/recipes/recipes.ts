import { readdirSync } from 'node:fs'
import { LANGUAGES } from '#shared/languages.ts'

/** A change to one file of the program. */
export interface Edit {
  readonly file: string
  /**
   * @param text empty for a file that does not exist yet.
   * @param read another file, with the changes made so far.
   */
  readonly change: (text: string, read: (file: string) => string) => string
}

/** A recipe of docs/where-things-go.md, followed with a dummy. */
export interface Recipe {
  /** Its heading there. */
  readonly title: string
  /** Tells a report about the dummy: the compiler quotes the name that is missing, and not the rest of a type. */
  readonly dummy: RegExp
  /** What a developer writes first, with the English texts. */
  readonly first: readonly Edit[]
  /** What makes it compile. */
  readonly rest: readonly Edit[]
}

const OTHERS = LANGUAGES.filter((language) => language !== 'en')

/** Adds a line behind the first place where the text is found. */
function after(file: string, place: string, added: string): Edit {
  return { file, change: (text) => found(file, text, place).replace(place, () => `${place}\n${added}`) }
}

/** Adds a line in front of every place where the text is found. */
function beforeEach(file: string, place: string, added: string): Edit {
  return { file, change: (text) => found(file, text, place).replaceAll(place, () => `${added}\n${place}`) }
}

function found(file: string, text: string, place: string): string {
  if (!text.includes(place))
    throw new Error(`expected ${place} in ${file}, found none; change test/recipes with it`)
  return text
}

const LANDING_SECTION: Recipe = {
  title: 'A landing section',
  dummy: /['"]dummies['"]/,
  first: [
    after('src/shared/game.ts', 'features: listOf(WithIcon),', '    dummies: listOf(WithPicture),'),
    after(
      'src/shared/page-facts.ts',
      'readonly features: SectionFacts<CardFacts> | null',
      '  readonly dummies: SectionFacts<WorldFacts> | null',
    ),
  ],
  rest: [
    after(
      'src/shared/game-texts.ts',
      'features: sectionOf(Card),',
      '  dummies: sectionOf(z.strictObject({ title: Line, text: Line, alt: Line })),',
    ),
    after(
      'src/shared/game-texts.ts',
      'features: (texts) => texts.features?.items,',
      '  dummies: (texts) => texts.dummies?.items,',
    ),
    after(
      'src/server/site/game-sections.ts',
      'return {',
      `    dummies: section(game.dummies, texts.dummies, ({ id, picture: of }, { alt, ...words }) => ({
      id,
      ...words,
      picture: picture(of, alt),
    })),`,
    ),
    after(
      'src/web/landing/landing.tsx',
      '<Hero facts={facts} texts={texts} />',
      '      {sections.dummies && <WorldsSection worlds={sections.dummies} texts={texts.landing} />}',
    ),
  ],
}

const ADMIN_TAB: Recipe = {
  title: 'A back-office tab',
  dummy: /['"]dummyTab['"]/,
  first: [
    after(
      'src/web/admin/tab-list.ts',
      "{ id: 'security', place: 'shop', needs: null },",
      "  { id: 'dummyTab', place: 'shop', needs: 'audit.read' },",
    ),
    after('src/texts/en/admin.ts', 'tabs: {', "    dummyTab: 'Dummy',"),
  ],
  rest: [
    ...OTHERS.map((language) => after(`src/texts/${language}/admin.ts`, 'tabs: {', "    dummyTab: 'Dummy',")),
    after('src/web/admin/admin-shell.tsx', 'audit: AuditTab,', '  dummyTab: AuditTab,'),
    after('src/web/admin/shortcuts/shortcut-table.ts', "  audit: 'a',", "  dummyTab: 'd',"),
  ],
}

const MAIL_WORDS = '  dummyMail: { subject: (title: string): string => title, heading: `Dummy` },'
const MAIL: Recipe = {
  title: 'A mail',
  dummy: /['"]dummyMail['"]|Function lacks ending return statement/,
  first: [
    after(
      'src/server/mail/mail-facts.ts',
      'export interface MailFacts {',
      '  readonly dummyMail: OrderFacts',
    ),
    after(
      'src/server/mail/mail-facts.ts',
      "export const MAIL_READERS: Readonly<Record<MailTemplate, 'buyer' | 'staff'>> = {",
      "  dummyMail: 'buyer',",
    ),
    after('src/texts/en/mail.ts', 'export const enMail = {', MAIL_WORDS),
  ],
  rest: [
    ...OTHERS.map((language) =>
      after(`src/texts/${language}/mail.ts`, `export const ${language}Mail: MailTexts = {`, MAIL_WORDS),
    ),
    after(
      'src/server/mail/write-mail.ts',
      'switch (content.template) {',
      `    case 'dummyMail':
      return {
        subject: context.texts.dummyMail.subject(context.settings.gameTitle),
        preview: content.facts.price,
        blocks: [{ kind: 'heading', text: context.texts.dummyMail.heading }],
      }`,
    ),
  ],
}

const SETTING: Recipe = {
  title: 'A setting',
  dummy: /['"]hasDummy['"]/,
  first: [
    after('src/server/config/fields.ts', 'KEYHOLD_SELF_GRANT: yesNo,', '  KEYHOLD_DUMMY: yesNo,'),
    after(
      'src/server/config/settings.ts',
      'readonly allowsSelfGrant: boolean',
      '  readonly hasDummy: boolean',
    ),
  ],
  rest: [
    after(
      'src/server/config/read-settings.ts',
      'allowsSelfGrant: fields.KEYHOLD_SELF_GRANT ?? isDemo,',
      '    hasDummy: fields.KEYHOLD_DUMMY ?? isDemo,',
    ),
  ],
}

const LANGUAGE: Recipe = {
  title: 'A language',
  dummy: /['"]xx['"]/,
  first: [
    after(
      'src/shared/languages.ts',
      'export const LANGUAGE_TABLE = {',
      `  xx: {
    name: 'Dummy',
    flag: 'D',
    direction: 'ltr',
    openGraph: 'fr_FR',
    letters: 'latin',
    isListed: true,
  },`,
    ),
  ],
  rest: [
    ...readdirSync('src/texts/fr').map((name) => ({
      file: `src/texts/xx/${name}`,
      change: (_: string, read: (file: string) => string) =>
        read(`src/texts/fr/${name}`).replace(/\bfr(?=[A-Z])/g, 'xx'),
    })),
    // each list of languages has its French line once more
    ...readdirSync('src/texts')
      .filter((name) => /^(load-.*|mail-texts|rendered-texts)\.ts$/.test(name))
      .map((name) => ({ file: `src/texts/${name}`, change: withDummyLines })),
  ],
}

/** Every line of French once more, for the dummy. */
function withDummyLines(text: string): string {
  return text
    .split('\n')
    .flatMap((line) =>
      /\bfr\b|\/fr\//.test(line)
        ? [line, line.replace(/\bfr\b/g, 'xx').replace(/\bfr(?=[A-Z])/g, 'xx')]
        : [line],
    )
    .join('\n')
}

const RAIL_WORDS = "dummyRail: 'Dummy',"
const railWords = (language: string) => [
  beforeEach(`src/texts/${language}/checkout.ts`, 'trc20:', RAIL_WORDS),
  beforeEach(`src/texts/${language}/mail.ts`, 'trc20:', RAIL_WORDS),
]
const RAIL: Recipe = {
  title: 'A rail',
  dummy: /['"]dummyRail['"]/,
  first: [
    after(
      'src/shared/rails.ts',
      'const RAIL_ROWS = {',
      `  dummyRail: {
    chain: 'bsc',
    asset: 'USDT',
    setting: 'DUMMY',
    contractSetting: null,
    depths: FINALIZED,
    usualFeeCents: [0, 5],
    isExtra: true,
  },`,
    ),
    ...railWords('en'),
  ],
  rest: OTHERS.flatMap(railWords),
}

/** In the order in which they are followed: the dummy language has the words of the others' dummies too. */
export const RECIPES: readonly Recipe[] = [RAIL, LANDING_SECTION, ADMIN_TAB, MAIL, SETTING, LANGUAGE]
