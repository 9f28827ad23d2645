import { quotedBy } from '#server/prices/register-prices.ts'
import { USD } from '#shared/currency.ts'
import { currenciesOfGame } from './editions-on-sale.ts'
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { readSettings } from '#server/config/read-settings.ts'
import type { Settings } from '#server/config/settings.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { ratesFault } from '#server/prices/rate-worker.ts'
import { smtpTransport, type OutgoingMail } from '#server/mail/mail-transport.ts'
import { createTimeWitnesses } from '#server/machine/time-witnesses.ts'
import { backupFindings } from './backup-findings.ts'
import { chainStateFindings } from './chain-state-findings.ts'
import { checkChains } from './check-chains.ts'
import { checkDatabase } from './check-database.ts'
import { checkNextAddresses } from './check-next-addresses.ts'
import { checkEditions } from './check-editions.ts'
import { checkGame } from './check-game.ts'
import { checkGameChanges } from './check-game-changes.ts'
import { UsageError, type CommandContext } from './command.ts'
import type { Finding } from './finding.ts'
import { keyFindings } from './key-findings.ts'
import { machineFindings, witnessFindings } from './machine-findings.ts'
import { operationFindings } from './operation-findings.ts'
import { readArguments } from './read-arguments.ts'
import type { StoredFreeze } from '#server/db/inspect-database.ts'
import { decimalsOf, type Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import { atoms, formatAmount } from '#shared/money.ts'

/**
 * `check`: prints all faults of settings, database, nodes, mail, rates and game folder; changes nothing. With `--quick`, for
 * cron, only what the settings and the database of a running shop tell, without a call to anybody, and only what is wrong. With
 * `--send-to`, a mail is sent: only then it is known whether the mail server takes one.
 */
export async function runCheck({ args, environment, out }: CommandContext): Promise<number> {
  const { values, positionals } = readArguments({ args }, ['send-to'], ['quick'])
  if (positionals.length > 0)
    throw new UsageError(
      'check takes no arguments but --quick and --send-to ADDRESS; settings are environment variables',
    )
  const isQuick = values.quick
  const { 'send-to': sendTo = null } = values
  if (sendTo !== null && !z.email().safeParse(sendTo).success)
    throw new UsageError('expected --send-to with an e-mail address')
  if (sendTo !== null && isQuick) throw new UsageError('expected --quick or --send-to, not both')
  const outcome = readSettings(environment)
  const settings = outcome.kind === 'settings' ? outcome.settings : outcome.rest
  const findings = [
    ...settingsFindings(outcome.kind === 'faults' ? outcome.faults : []),
    ...(settings === null ? [] : await checkWithSettings(settings, { isQuick, sendTo })),
  ]
  const printed = isQuick ? findings.filter(({ kind }) => kind !== 'ok') : findings
  for (const { kind, about, message } of printed) out(`${kind.padEnd(7)} ${about}: ${message}`)
  const faults = findings.filter(({ kind }) => kind === 'fault').length
  out(faults === 0 ? 'no faults' : `${String(faults)} ${faults === 1 ? 'fault' : 'faults'}`)
  return faults === 0 ? 0 : 1
}

function settingsFindings(faults: readonly string[]): readonly Finding[] {
  if (faults.length === 0) return [{ kind: 'ok', about: 'settings', message: 'complete' }]
  return faults.map((message) => ({ kind: 'fault', about: 'settings', message }))
}

async function checkWithSettings(
  settings: Settings,
  { isQuick, sendTo }: { readonly isQuick: boolean; readonly sendTo: string | null },
): Promise<readonly Finding[]> {
  const stored = [
    findingsOf('settings', () => Promise.resolve(publicUrlFindings(settings))),
    findingsOf('database', () => checkStored(settings, isQuick)),
    findingsOf('game', () => Promise.resolve(checkGame(settings))),
  ]
  const asked = isQuick
    ? []
    : [
        findingsOf('chains', () => checkNodes(settings)),
        findingsOf('rates', () => checkRates(settings)),
        findingsOf('mail', () => checkMail(settings, sendTo)),
      ]
  const checks = await Promise.all([...stored, ...asked])
  return checks.flat()
}

/** Checks the nodes and, by the dates of their answers, the clock. */
async function checkNodes(settings: Settings): Promise<readonly Finding[]> {
  const witnesses = createTimeWitnesses(systemClock)
  return [...(await checkChains(settings, witnesses.fetch)), ...witnessFindings(witnesses)]
}

/** Checks the database and, with the indexes stored in it, the next addresses. */
async function checkStored(settings: Settings, isQuick: boolean): Promise<readonly Finding[]> {
  const { findings, report } = await checkDatabase(settings)
  const next = isQuick ? [] : await checkNextAddresses(settings, report?.nextIndexes ?? new Map())
  const freezes = (report?.freezes ?? []).flatMap(freezeFindings)
  const chains = chainStateFindings(settings, report?.chains ?? [])
  const backups = backupFindings(settings, report, systemClock())
  const operation = await operationFindings(settings, report, isQuick)
  return [
    ...findings,
    ...(await keyFindings(settings, report)),
    ...operation,
    ...(await machineFindings(settings, report, systemClock())),
    ...backups,
    ...checkEditions(settings, report?.editions ?? []),
    ...checkGameChanges(settings, report?.operation.gameChanges ?? null),
    ...chains,
    ...freezes,
    ...next,
  ]
}

/** Runs a check; if it throws, that is a fault. */
async function findingsOf(
  about: string,
  check: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await check()
  } catch (error) {
    const message = error instanceof Error ? withoutAddress(error) : 'could not be checked'
    return [{ kind: 'fault', about, message }]
  }
}

/** Formats an error without the host and user that error messages of the system and pg contain. */
function withoutAddress(error: Error): string {
  const code = 'code' in error ? String(error.code) : ''
  if (code.startsWith('28')) return 'it rejects the login: is the password right?'
  if (code === '3D000') return 'the database does not exist'
  if (/^E[A-Z]+$/.test(code)) return `it cannot be reached (${code})`
  return error.message.split('\n')[0] ?? ''
}

/** An address of a private network needs no TLS; others with http are faults of the settings. */
function publicUrlFindings({ profile, publicUrl }: Settings): readonly Finding[] {
  if (profile === 'demo' || publicUrl === null || publicUrl.startsWith('https:')) return []
  const message =
    'KEYHOLD_PUBLIC_URL is http: fit for a rehearsal in a private network only, buyers need https'
  return [{ kind: 'warning', about: 'settings', message }]
}

/** Asks the exchanges, unless the rates are fixed. */
async function checkRates(settings: Settings): Promise<readonly Finding[]> {
  const { rates, rails } = settings
  const currencies = currenciesOfGame(settings)
  if (rates !== 'live') {
    const missing = currencies.filter((one) => one !== USD && rates[one] === undefined).join(', ')
    if (missing === '') return [{ kind: 'ok', about: 'rates', message: 'fixed' }]
    const message = `KEYHOLD_RATES: give ${missing} too, since the game has prices in it. Nothing can be ordered in it meanwhile`
    return [{ kind: 'fault', about: 'rates', message }]
  }
  const fault = await ratesFault({ clock: systemClock, quoted: quotedBy(rails, currencies) })
  if (fault !== null) return [{ kind: 'fault', about: 'rates', message: fault }]
  return [{ kind: 'ok', about: 'rates', message: 'at least two sources agree about every coin and currency' }]
}

async function checkMail(
  { profile, smtpUrl, mailFrom }: Settings,
  sendTo: string | null,
): Promise<readonly Finding[]> {
  // in production that is a fault of the settings, reported there
  if (smtpUrl === null && profile === 'production') return []
  if (smtpUrl === null)
    return [{ kind: 'ok', about: 'mail', message: 'stored under /demo/mail, nothing is sent' }]
  const transport = smtpTransport(smtpUrl, mailFrom)
  try {
    await transport.verify()
    const login: Finding = { kind: 'ok', about: 'mail', message: 'the mail server accepts the login' }
    if (sendTo === null) return [login]
    await transport.send(testMail(sendTo))
    return [login, { kind: 'ok', about: 'mail', message: 'it took a mail to the address of --send-to' }]
  } finally {
    transport.close()
  }
}

function testMail(recipient: string): OutgoingMail {
  return {
    messageId: `<${randomUUID()}@keyhold.invalid>`,
    inReplyTo: null,
    recipient,
    replyTo: null,
    date: systemClock(),
    subject: 'Keyhold: a mail of keyhold check',
    text: 'Your mail server takes mails of your shop, and this one arrived. Look where: in a folder for spam, keys would be lost to many buyers.',
    html: null,
    images: [],
    unsubscribeUrl: null,
  }
}

/** Reports tokens on the shop's own addresses that their issuer has frozen, and addresses about which no node answered. */
function freezeFindings(freeze: StoredFreeze): readonly Finding[] {
  // foreign keys to reference tables check both
  const [chain, asset] = [freeze.chain as ChainId, freeze.asset as Asset]
  const findings: Finding[] = []
  if (freeze.addresses > 0) {
    const amount = formatAmount(atoms(freeze.atoms), decimalsOf(chain, asset))
    const message = `the issuer has frozen ${amount} ${asset} on ${String(freeze.addresses)} of the shop's addresses; see /admin, alerts`
    findings.push({ kind: 'warning', about: chain, message })
  }
  if (freeze.unknown > 0) {
    const message = `no node said whether ${String(freeze.unknown)} addresses with ${asset} are frozen`
    findings.push({ kind: 'warning', about: chain, message })
  }
  return findings
}
