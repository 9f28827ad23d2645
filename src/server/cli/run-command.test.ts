import { Readable } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Environment } from '#server/config/read-settings.ts'
import { startFaultyMailServer } from '#test/faulty-mail-server.ts'
import { CommandError, type Command } from './command.ts'
import { runCommand } from './run-command.ts'

/** What a command line gave: its status, and the lines of each stream. */
async function keyhold(
  line: string | readonly string[],
  {
    environment = {},
    stdin = '',
    commands,
  }: { environment?: Environment; stdin?: string; commands?: readonly Command[] } = {},
) {
  const out: string[] = []
  const said: string[] = []
  const words = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line
  const status = await runCommand(
    words,
    {
      environment,
      stdin: Readable.from([stdin]),
      out: (text) => out.push(text),
      say: (text) => said.push(text),
    },
    commands,
  )
  return { status, out, said }
}

const ABANDON_ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
const DEMO_VPUB =
  'vpub5Y5VzYmFSp2EV4nHw4CCR8mrJe1LUWT2NHmBom9cd1ZgnrosYMoTuH6SDKnKJfsjG8ZijkSMUXqDzCTtQw74TpHFgGnWQXhtwCjA9u8F5TQ'
// BIP-32, test vector 1, chain m
const XPRV =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi'

describe('the list of commands', () => {
  test('is printed by help, and without arguments', async () => {
    expect((await keyhold('help')).out.join('\n')).toContain('address RAIL [--index I]')
    expect(await keyhold('')).toMatchObject({ status: 2 })
  })

  test('is suggested for an unknown command, which is not repeated if it could be a secret', async () => {
    expect((await keyhold('srve')).said).toEqual([
      'unknown command "srve"; npm run keyhold -- help lists them',
    ])
    const { status, said } = await keyhold([XPRV])
    expect(status).toBe(2)
    expect(said.join()).not.toContain('xprv')
  })
})

describe('a command', () => {
  const failing = (error: Error): readonly Command[] => [
    {
      name: 'keys import',
      usage: 'FILE|-',
      summary: '',
      load: () => Promise.resolve(() => Promise.reject(error)),
    },
    { name: 'keys', usage: '', summary: '', load: () => Promise.resolve(() => Promise.resolve(7)) },
  ]

  test('is found by its longest name', async () => {
    expect(await keyhold('keys show', { commands: failing(new Error('never')) })).toMatchObject({ status: 7 })
  })

  test('that fails prints one line and exits with 1', async () => {
    const commands = failing(new CommandError('no such file\n    at somewhere'))
    expect(await keyhold('keys import x', { commands })).toEqual({
      status: 1,
      out: [],
      said: ['no such file'],
    })
  })

  test('that fails unexpectedly prints the reason without a stack', async () => {
    const commands = failing(new Error('migration 2 failed', { cause: new Error('no table') }))
    expect((await keyhold('keys import x', { commands })).said).toEqual(['migration 2 failed: no table'])
  })

  test('prints its usage on request, or when called with invalid arguments', async () => {
    const usage = 'usage: npm run keyhold -- keys import FILE|-'
    expect((await keyhold('keys import --help', { commands: failing(new Error('never')) })).out).toEqual([
      usage,
    ])
    const misuse = Object.assign(new Error("Unknown option '--x'"), { code: 'ERR_PARSE_ARGS_UNKNOWN_OPTION' })
    const { status, said } = await keyhold('keys import --x', { commands: failing(misuse) })
    expect({ status, said }).toEqual({ status: 2, said: ["Unknown option '--x'", usage] })
  })
})

describe('address', () => {
  test('prints the addresses the wallet must show, for any profile', async () => {
    for (const KEYHOLD_PROFILE of ['demo', 'production']) {
      const environment = { KEYHOLD_PROFILE }
      const { status, out } = await keyhold(`address bitcoin --count 2 --xpub ${ABANDON_ZPUB}`, {
        environment,
      })
      expect(status).toBe(0)
      // BIP-84, "Test vectors"
      expect(out).toEqual([
        '0\tbc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
        '1\tbc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
      ])
    }
  })

  test('reads the xpub from standard input', async () => {
    const { out } = await keyhold('address bitcoin --index 7 --xpub -', { stdin: `${DEMO_VPUB}\n` })
    expect(out).toEqual([expect.stringMatching(/^7\tbcrt1q/)])
  })

  test.each(['bitcoin', 'ethereum', 'erc20', 'trc20', 'bep20'])(
    'knows the demo’s own wallet of %s',
    async (rail) => {
      const { status, out, said } = await keyhold(`address ${rail}`)
      expect(status).toBe(0)
      expect(out).toHaveLength(1)
      expect(said.join()).toContain('send nothing')
    },
  )

  test('ETH, ERC-20 and BEP-20 share one address', async () => {
    const all = await Promise.all(
      ['ethereum', 'erc20', 'bep20'].map((rail) => keyhold(`address ${rail} --index 3`)),
    )
    expect(new Set(all.map(({ out }) => out[0])).size).toBe(1)
  })

  test.each([
    ['as an option', ['address', 'bitcoin', '--xpub', XPRV], ''],
    ['glued to its option', ['address', 'bitcoin', `--xpub=${XPRV}`], ''],
    ['in the place of the rail', ['address', XPRV], ''],
    ['on standard input', ['address', 'bitcoin', '--xpub', '-'], XPRV],
  ])('refuses private material %s, unechoed', async (_where, words, stdin) => {
    const { status, out, said } = await keyhold(words, { stdin })
    expect(status).toBe(1)
    expect(out).toEqual([])
    expect(said.join()).not.toContain(XPRV.slice(0, 10))
    expect(said.join()).toContain('private key material')
  })

  test.each([
    'address',
    'address doge',
    'address bitcoin --index -1',
    'address bitcoin --index 2147483648',
    'address bitcoin --count 0',
    'address bitcoin --index 1.5',
    'address bitcoin --colour red',
    'address bitcoin extra',
  ])('%s is called wrongly', async (line) => {
    expect(await keyhold(line)).toMatchObject({ status: 2, out: [] })
  })

  test('production without an xpub names the missing setting', async () => {
    const { status, said } = await keyhold('address trc20', {
      environment: { KEYHOLD_PROFILE: 'production' },
    })
    expect({ status, said }).toEqual({
      status: 1,
      said: ['KEYHOLD_TRON_XPUB is not set; set it, or try one with --xpub'],
    })
  })
})

test('check prints all faults, no address and no secret, and exits with 1', async () => {
  const { status, out } = await keyhold('check', {
    environment: {
      KEYHOLD_PROFILE: 'production',
      DATABASE_URL: 'postgres://shop:hush@127.0.0.1:1/shop',
      KEYHOLD_SMTP_URL: 'smtp://shop:hush@127.0.0.1:1',
      KEYHOLD_ETHEREUM_RPC: 'http://127.0.0.1:1/hush',
      // no exchange is asked
      KEYHOLD_ALLOW_TEST: 'true',
      KEYHOLD_RATES: 'fixed:BTC=60000,ETH=3000,USDT=1',
    },
  })
  expect(status).toBe(1)
  const about = (text: string) => out.filter((line) => line.startsWith(`fault   ${text}:`)).length
  expect([about('settings'), about('database'), about('ethereum'), about('mail')]).toEqual([4, 1, 1, 1])
  expect(out.at(-1)).toBe('7 faults')
  expect(out.join('\n')).not.toMatch(/hush|127\.0\.0\.1/)
})

test('check sends a mail on request, and says what the server answers', async () => {
  const server = await startFaultyMailServer()
  onTestFinished(() => server.close())
  const environment = {
    DATABASE_URL: 'postgres://127.0.0.1:1/shop',
    KEYHOLD_SMTP_URL: server.url,
    KEYHOLD_MAIL_FROM: 'shop@keyhold.example',
  }
  const check = (...words: readonly string[]) => keyhold(['check', ...words], { environment })
  const { out } = await check('--send-to', 'me@studio.example')
  expect(out).toContain('ok      mail: it took a mail to the address of --send-to')
  expect(server.mails()).toHaveLength(1)
  server.behave(({ stage }) => (stage === 'RCPT' ? 550 : null))
  const refused = await check('--send-to', 'me@studio.example')
  expect(refused.out.join('\n')).toMatch(/fault {3}mail: the mail was refused \(550/)
  expect((await check('--send-to', 'nobody')).status).toBe(2)
  expect((await check('--send-to', 'me@studio.example', '--quick')).status).toBe(2)
})

test('commands that need settings print all their faults', async () => {
  const { status, said } = await keyhold('serve', { environment: { PORT: 'x', KEYHOLD_PROFILE: 'y' } })
  expect(status).toBe(1)
  expect(said).toHaveLength(2)
})
