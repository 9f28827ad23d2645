import { describe, expect, test } from 'vitest'
import { readSettings, type Environment } from './read-settings.ts'

const PRODUCTION = {
  KEYHOLD_PROFILE: 'production',
  DATABASE_URL: 'embedded',
  KEYHOLD_PUBLIC_URL: 'https://shop.example',
  KEYHOLD_SMTP_URL: 'smtps://shop:hush@mail.example',
  KEYHOLD_MAIL_FROM: 'Shop <keys@shop.example>',
  KEYHOLD_TRON_RPC: 'https://tron.example',
  // BIP-32, test vector 2, chain m/0
  KEYHOLD_TRON_XPUB:
    'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH',
  // BIP-84, m/84'/0'/0' of "abandon … about"; everybody knows its private key
  KEYHOLD_BITCOIN_XPUB:
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  KEYHOLD_BITCOIN_RPC: 'http://127.0.0.1:8332',
  KEYHOLD_ALLOW_TEST: 'true',
} satisfies Environment

function faultsOf(environment: Environment): readonly string[] {
  const outcome = readSettings({ ...PRODUCTION, ...environment })
  return outcome.kind === 'faults' ? outcome.faults : []
}

describe('production refuses', () => {
  test.each([
    ['http on a public host name', 'KEYHOLD_PUBLIC_URL', 'http://shop.example'],
    ['http on a public address', 'KEYHOLD_PUBLIC_URL', 'http://192.0.2.1:8080'],
    ['http on a public IPv6 address', 'KEYHOLD_PUBLIC_URL', 'http://[2001:db8::1]'],
    ['every address as a trusted proxy', 'KEYHOLD_TRUST_PROXY', '0.0.0.0/0'],
    ['more IPv4 addresses than a provider has', 'KEYHOLD_TRUST_PROXY', '127.0.0.1,10.0.0.0/7'],
    ['every IPv6 address as a trusted proxy', 'KEYHOLD_TRUST_PROXY', '::/0'],
    ['more IPv6 addresses than a provider has', 'KEYHOLD_TRUST_PROXY', '2001:db8::/31'],
    ['limits that limit nobody', 'KEYHOLD_LIMITS', '1000000'],
    ['limits a little too high', 'KEYHOLD_LIMITS', '50.1'],
    ['limits that keep buyers out', 'KEYHOLD_LIMITS', '0.01'],
    ['a mail server without TLS', 'KEYHOLD_SMTP_URL', 'smtp://u:p@192.0.2.1:25'],
    [
      'a mail server with TLS if it likes',
      'KEYHOLD_SMTP_URL',
      'smtp://u:p@mail.example:587?requireTLS=false',
    ],
    [
      'a mail server of any name',
      'KEYHOLD_SMTP_URL',
      'smtps://u:p@mail.example?tls.rejectUnauthorized=false',
    ],
    ['a database without TLS', 'DATABASE_URL', 'postgres://u:p@db.example/shop'],
    ['a database with TLS if it likes', 'DATABASE_URL', 'postgres://u:p@db.example/shop?sslmode=prefer'],
    ['a database of another host', 'DATABASE_URL', 'postgres://u:p@localhost/shop?host=db.example'],
    ['a bitcoind without TLS', 'KEYHOLD_BITCOIN_RPC', 'http://127.0.0.1:8332,http://u:p@node.example:8332'],
    ['an Esplora without TLS', 'KEYHOLD_BITCOIN_ESPLORA', 'http://blockstream.example/api'],
    ['a Tron node without TLS', 'KEYHOLD_TRON_RPC', 'http://tron.example'],
    ['a secret address without TLS', 'KEYHOLD_HEARTBEAT_URL', 'http://beats.example/u:p@x'],
    ['a record sent without TLS', 'KEYHOLD_RECORD_TO', 'http://u:p@records.example/shop'],
  ])('%s', (_what, name, value) => {
    const faults = faultsOf({ [name]: value })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(new RegExp(`^${name}: `))
    expect(faults[0]).not.toContain('u:p@')
  })

  test('each unsafe setting with a message of its own', () => {
    const faults = faultsOf({
      KEYHOLD_PUBLIC_URL: 'http://shop.example',
      KEYHOLD_TRUST_PROXY: '0.0.0.0/0,::/0',
      KEYHOLD_LIMITS: '1000000',
      KEYHOLD_SMTP_URL: 'smtp://u:p@192.0.2.1:25',
      DATABASE_URL: 'postgres://u:p@db.example/shop',
      KEYHOLD_TRON_RPC: 'http://tron.example',
    })
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'KEYHOLD_PUBLIC_URL',
      'KEYHOLD_TRUST_PROXY',
      'KEYHOLD_LIMITS',
      'KEYHOLD_SMTP_URL',
      'DATABASE_URL',
      'KEYHOLD_TRON_RPC',
    ])
  })
})

test.each([
  ['KEYHOLD_PUBLIC_URL', 'http://127.0.0.1:8080'],
  ['KEYHOLD_PUBLIC_URL', 'http://shop.internal'],
  ['KEYHOLD_PUBLIC_URL', 'http://192.168.1.9'],
  ['KEYHOLD_PUBLIC_URL', 'http://[fd00::1]'],
  ['KEYHOLD_TRUST_PROXY', '10.0.0.0/8,2001:db8::/32,127.0.0.1,::1'],
  ['KEYHOLD_LIMITS', '50'],
  ['KEYHOLD_LIMITS', '0.1'],
  ['KEYHOLD_SMTP_URL', 'smtp://u:p@mail.example:587?requireTLS=true'],
  ['KEYHOLD_SMTP_URL', 'smtp://127.0.0.1:25'],
  ['KEYHOLD_SMTP_URL', 'smtp://mail:25'],
  ['DATABASE_URL', 'postgres://u:p@db/shop'],
  ['DATABASE_URL', 'postgres://u:p@10.1.2.3:5432/shop'],
  ['DATABASE_URL', 'postgres://u:p@db.example/shop?sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://u:p@%2Fvar%2Frun%2Fpostgresql/shop'],
  ['KEYHOLD_BITCOIN_RPC', 'http://u:p@172.20.0.3:8332,http://[::1]:8332'],
  ['KEYHOLD_TRON_RPC', 'http://tron.local:8090'],
  ['KEYHOLD_HEARTBEAT_URL', 'http://127.0.0.1:9000/beat'],
  ['KEYHOLD_HEARTBEAT_URL', 'https://beats.example/beat'],
  ['KEYHOLD_RECORD_TO', 'https://u:p@records.example/shop'],
  ['KEYHOLD_RECORD_TO', '/mnt/elsewhere'],
])('production accepts %s=%s', (name, value) => expect(faultsOf({ [name]: value })).toEqual([]))
