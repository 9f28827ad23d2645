import { startMailServer } from '#test/mail-server.ts'
import { startAnvil } from '#test/nodes/anvil.ts'
import { startBitcoind } from '#test/nodes/bitcoind.ts'
import { until } from '#test/until.ts'

/** Serves what an operator has elsewhere, until it is told to end: a bitcoind, an Ethereum node and a mail server. */
const mails = await startMailServer()
const [bitcoind, anvil] = await Promise.all([startBitcoind(), startAnvil({ slotsInAnEpoch: 1 })])
console.log(JSON.stringify({ kind: 'nodes', bitcoin: bitcoind.url, ethereum: anvil.url, mail: mails.url }))

let isEnding = false
process.once('SIGTERM', () => {
  isEnding = true
})
let told = 0
await until(
  () => {
    for (const { subject, text } of mails.mails().slice(told))
      console.log(JSON.stringify({ kind: 'mail', subject, text }))
    told = mails.mails().length
    return isEnding
  },
  { withinMs: Infinity, everyMs: 100, what: 'the end' },
)
await Promise.all([bitcoind.stop(), anvil.stop(), mails.close()])
