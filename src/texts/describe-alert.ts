import {
  alertFactsOf,
  alertPageOf,
  alertSubjectOf,
  toldFactsOf,
  type AlertFact,
  type AlertKind,
} from '#shared/alerts.ts'
import { factFormatOf, type AlertWord, type FactFormat } from '#shared/alert-facts.ts'
import { chainName } from '#shared/chain-name.ts'
import { CHAINS, type ChainId } from '#shared/chains.ts'
import { INVOICE_FILE_ID_CHARS } from '#shared/constants.ts'
import type { EditionId } from '#shared/editions.ts'
import type { Language } from '#shared/languages.ts'
import { formatUsd, usdCents } from '#shared/money.ts'
import { isNetwork, railOf, type NetworkId } from '#shared/rails.ts'
import type { enAlerts } from './en/admin-alerts.ts'
import { formatInstant } from './format-instant.ts'
import { formatDuration } from './format-duration.ts'
import { formatCount } from './format.ts'

/** The texts of alerts in one language. */
type AlertTexts = (typeof enAlerts)['alerts']

/** An alert as it is stored. */
export interface StoredAlert {
  readonly kind: AlertKind
  readonly subject: string
  /** Those of an earlier release may be fewer. */
  readonly facts: unknown
}

/** What an alert is told in. */
export interface AlertReader {
  readonly language: Language
  readonly words: AlertTexts
  /** Stands between the title and the decisive facts. */
  readonly colon: string
  readonly editionName: (edition: EditionId) => string
}

/** A fact for a person. */
interface ShownFact {
  readonly label: string
  readonly value: string
  /** To be copied: left to right, monospaced. */
  readonly isExact: boolean
}

/** What a person is told of an alert. */
export interface AlertDescription {
  /** One line with the decisive facts: the subject of a mail, without the game. */
  readonly headline: string
  readonly title: string
  readonly text: string
  readonly step: string
  readonly facts: readonly ShownFact[]
  /** The hash of the page of the back office where it is dealt with. */
  readonly page: `#/${string}`
}

const EXACT: ReadonlySet<FactFormat> = new Set(['exact', 'usd'])

/** Describes an alert for a person; mails, chats and the back office say the same of it. */
export function describeAlert({ kind, subject, facts }: StoredAlert, reader: AlertReader): AlertDescription {
  const { title, text, step } = reader.words.kinds[kind]
  const about = aboutOf(kind, subject, reader)
  const stated = alertFactsOf(kind, facts).filter(({ value }) => String(value) !== subject)
  const told = [
    ...(about?.short === undefined ? [] : [about.short]),
    ...toldFactsOf(kind, facts).map((fact) => toldValue(fact, reader)),
  ]
  return {
    headline: told.length === 0 ? title : `${title}${reader.colon} ${told.join(', ')}`,
    title,
    text,
    step,
    facts: [
      ...(about === null ? [] : [about.fact]),
      ...stated.map((fact) => ({
        label: reader.words.facts[fact.name],
        value: shownValue(fact, reader),
        isExact: EXACT.has(factFormatOf(fact.name)),
      })),
    ],
    page: alertPageOf(kind, subject),
  }
}

interface AlertAbout {
  readonly fact: ShownFact
  /** For a line; undefined where the facts say more. */
  readonly short: string | undefined
}

function aboutOf(kind: AlertKind, subject: string, { words, editionName }: AlertReader): AlertAbout | null {
  const about = alertSubjectOf(kind)
  if (about === 'shop' || subject === 'shop') return null
  const of = (value: string, isExact = false, short: string | undefined = value): AlertAbout => ({
    fact: { label: words.subjects[about], value, isExact },
    short,
  })
  switch (about) {
    case 'order':
      return of(subject, true, subject.slice(0, INVOICE_FILE_ID_CHARS))
    case 'transfer':
      return { ...of(subject, true), short: undefined }
    case 'rail':
      return of(isNetwork(subject) ? railName(subject) : subject)
    case 'chain':
      return of(isChain(subject) ? chainName(subject) : subject)
    case 'edition':
      return of(editionName(subject))
    case 'coin':
    case 'machine':
      return of(subject)
  }
}

/** A number needs its label, a name does not. */
function toldValue(fact: AlertFact, reader: AlertReader): string {
  const value = shownValue(fact, reader)
  const isNumber = factFormatOf(fact.name) === 'count' || typeof fact.value === 'number'
  return isNumber && fact.name !== 'lagS' ? `${reader.words.facts[fact.name]} ${value}` : value
}

function shownValue({ name, value }: AlertFact, reader: AlertReader): string {
  if (typeof value !== 'string' && typeof value !== 'number')
    return value.map((one) => shownText(name, one, reader)).join(', ')
  return typeof value === 'number' ? shownNumber(name, value, reader) : shownText(name, value, reader)
}

function shownNumber(name: AlertFact['name'], value: number, { language }: AlertReader): string {
  switch (factFormatOf(name)) {
    case 'usd':
      return `${formatUsd(usdCents(value))} USD`
    case 'duration':
      return formatDuration(language, value)
    case 'count':
      return formatCount(language, value)
    default:
      return String(value)
  }
}

function shownText(
  name: AlertFact['name'],
  value: string,
  { language, words, editionName }: AlertReader,
): string {
  switch (factFormatOf(name)) {
    case 'word':
      return words.words[value as AlertWord]
    case 'rail':
      return isNetwork(value) ? railName(value) : value
    case 'chain':
      return isChain(value) ? chainName(value) : value
    case 'edition':
      return editionName(value)
    case 'instant':
      return formatInstant(value, language)
    default:
      return value
  }
}

/** Such as `USDT (Tron)`, the same in every language; a chain's own coin needs no chain. */
function railName(network: NetworkId): string {
  const { symbol, chain, contractSetting } = railOf(network)
  return contractSetting === null ? symbol : `${symbol} (${chainName(chain)})`
}

function isChain(text: string): text is ChainId {
  return (CHAINS as readonly string[]).includes(text)
}
