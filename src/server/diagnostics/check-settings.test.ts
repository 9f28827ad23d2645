import { expect, test } from 'vitest'
import { atoms } from '#shared/money.ts'
import { insertTransfer } from '#test/insert-transfer.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { deriveAddress } from '#server/chain/addresses/derive-address.ts'
import { createSettingsCheck } from './check-settings.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { readSettings } from '#server/config/read-settings.ts'
import { createSimChain } from '#server/demo/sim-chain.ts'
import { createLog } from '#server/runtime/log.ts'
import { openReaders, openTallies } from '#server/shop/open-readers.ts'

const database = useTestDatabase()

function settingsOf(environment: Readonly<Record<string, string>>) {
  const outcome = readSettings(environment)
  if (outcome.kind !== 'settings') throw new Error(outcome.faults.join('; '))
  return outcome.settings
}

const railStates = () => Promise.resolve([])

test('a node that is down is reported by its position, with its calls and their last error, never its address', async () => {
  const settings = settingsOf({
    KEYHOLD_ETHEREUM_RPC: 'http://user:secret@127.0.0.1:1/v1/key',
    KEYHOLD_ETHEREUM_CHAIN_ID: '31337',
  })
  const tallies = openTallies(settings, systemClock, fetch)
  const readers = openReaders(settings, { clock: systemClock, log: createLog({ level: 'silent' }), tallies })
  const { db } = database
  const look = createSettingsCheck({
    db,
    clock: systemClock,
    settings,
    readers,
    tallies,
    railStates,
    transport: null,
  })
  const check = await look()
  const ethereum = check.chains.find((chain) => chain.chain === 'ethereum')
  expect(ethereum).toMatchObject({ kind: 'nodes', read: null, warnings: ['one_node'] })
  expect(ethereum?.nodes).toMatchObject([{ node: 'ethereum node 1', fault: 'down', callsADay: 1 }])
  expect(ethereum?.nodes[0]?.lastError?.kind).toMatch(/^E[A-Z]+$|failed/)
  expect(JSON.stringify(check)).not.toMatch(/127\.0\.0\.1|secret|v1/)
  // asked again at once, the nodes are left alone
  expect(await look()).toBe(check)
})

test('an xpub used by another shop is warned of while its next address has a history', async () => {
  const { db } = database
  const settings = settingsOf({})
  const clock = systemClock
  const chain = createSimChain({ db, chain: 'ethereum', clock })
  const xpub = settings.wallets.evm
  if (xpub === null) throw new Error('expected the demo to have a wallet')
  const readers = new Map([['ethereum', chain.reader] as const])
  const warnings = async () => {
    const tallies = new Map()
    const check = await createSettingsCheck({
      db,
      clock,
      settings,
      readers,
      tallies,
      railStates,
      transport: null,
    })()
    return check.chains.find((one) => one.chain === 'ethereum')?.warnings
  }
  expect(await warnings()).toEqual(['one_node'])
  await chain.pay({ address: deriveAddress(xpub, 0), asset: 'ETH', atoms: atoms(1n), isGenuine: true })
  expect(await warnings()).toEqual(['one_node', 'next_address_used'])
  await db
    .insertInto('wallets')
    .values({ fingerprint: xpub.fingerprint, wallet: 'evm', next_index: 1 })
    .execute()
  expect(await warnings()).toEqual(['one_node'])
  await db.deleteFrom('wallets').execute()
})

test('the check reports the gap limit a wallet needs to find all payments', async () => {
  const { db } = database
  const settings = settingsOf({})
  const used = [3, 4, 40]
  for (let index = 0; index <= 41; index++) {
    const id = await insertPayment(db, { derivation_index: index })
    if (!used.includes(index)) continue
    const output = { tx_hash: `hash ${String(index)}`, address: `address ${String(index)}` }
    await insertTransfer(db, { ...output, payment_id: id, seen_at: systemClock() })
  }
  const look = createSettingsCheck({
    db,
    clock: systemClock,
    settings,
    readers: new Map(),
    tallies: new Map(),
    railStates,
    transport: null,
  })
  const { wallets } = await look()
  expect(wallets).toMatchObject([{ wallet: 'bitcoin', isCurrent: false, highestUsedIndex: 40, gapLimit: 36 }])
  // orders that nobody paid lie between the last payment and the next
  await db.updateTable('wallets').set({ next_index: 99 }).execute()
  const later = createSettingsCheck({
    db,
    clock: systemClock,
    settings,
    readers: new Map(),
    tallies: new Map(),
    railStates,
    transport: null,
  })
  expect((await later()).wallets).toMatchObject([{ nextIndex: 99, nextGap: 59, gapLimit: 59 }])
})
