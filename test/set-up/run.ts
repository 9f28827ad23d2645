import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { followCommands, type FollowedCommand } from './follow-commands.ts'
import { missingForMachine, openMachine, type Machine } from './machine.ts'
import { makeRelease, placeFile, placeNextRelease } from './release-files.ts'
import { rehearsalSettings, startNodes, type Mail, type Nodes } from './stand-ins.ts'

// npm run proof:set-up [-- --release FOLDER]: makes a release, or takes its files, and follows docs/operating.md with them from an
// empty machine to a paid order behind nginx with TLS, and docs/upgrading.md to the next release and back. The commands are read
// from the documents, run one by one and timed.

const DOMAIN = 'your.domain'
const SECOND_DOMAIN = 'other.domain'
const MOST_COMMANDS = 6
const MOST_SECONDS = 360
// BIP-32, test vector 2, chain m/0
const SECOND_XPUB =
  'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH'
const ROOT = join(import.meta.dirname, '../..')
const KEYS = Array.from({ length: 20 }, (_, at) => `KEYH0-LDPR0-00F${String(at + 10)},standard\n`).join('')

/** What the machine has in place of something that is elsewhere. All else is as the document says. */
const REPLACED = [
  `the release is made of this checkout's last commit; the next one is the same with one more migration`,
  `the answers to deploy/set-up are in a file, and what a rehearsal on test networks needs besides in options`,
  `certbot signs the certificate itself: the domain is not a public one`,
  `bitcoin is regtest, whose node pays the order that doctor creates`,
]

const missing = missingForMachine()
if (missing !== null) {
  console.error(`proof:set-up cannot run here: ${missing}`)
  process.exit(3)
}
const release = makeRelease()
const NEXT = '99.0.0'
const commands = documentedCommands('docs/operating.md', '## From an empty machine')
const upgrade = documentedCommands('docs/upgrading.md', '## A release on a machine')
const wayBack = documentedCommands('docs/upgrading.md', '## Going back')
console.log(`${String(commands.length)} commands of docs/operating.md, on an empty Debian 12 with systemd`)
for (const line of REPLACED) console.log(`  in place of the real one: ${line}`)
const machine = await openMachine([DOMAIN, SECOND_DOMAIN])
const faults: string[] = []
const said: string[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void machine.remove().then(() => process.exit(130)))
try {
  const mails: Mail[] = []
  const nodes = await startNodes(machine, mails)
  placeStandIns(machine)
  placeFile(machine, release, 'tarball', '/root')
  const options = optionsOf(rehearsalSettings(nodes, `https://${DOMAIN}`))
  machine.write('/root/answers', answersOf(nodes))
  const steps = await follow(
    machine,
    commands.map((command) =>
      command.replace('deploy/set-up shop', (words) => `${words} ${options} < /root/answers`),
    ),
  )
  print(steps)
  if (steps.every(({ status }) => status === 0)) {
    await look(machine, mails)
    await openSecondShop(machine, nodes)
    await followUpgrade(machine)
  }
} finally {
  await machine.remove()
}
for (const fault of faults) console.log(`FAULT: ${fault}`)
process.exit(faults.length > 0 ? 1 : 0)

/** The lines of the first block of commands after a heading; each is one command. */
function documentedCommands(path: string, heading: string): readonly string[] {
  const [, text = ''] = readFileSync(join(ROOT, path), 'utf8').split(heading)
  const block = /```sh nomachine\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
  return block
    .replace(/keyhold-(?!1\.1\.0)\d+\.\d+\.\d+/g, `keyhold-${release.version}`)
    .replaceAll('1.1.0', NEXT)
    .split('\n')
    .filter((line) => line.trim() !== '')
}

/** What deploy/set-up asks for, in its order; the rails and the last two are left empty. */
function answersOf(nodes: Nodes): string {
  const settings = rehearsalSettings(nodes, '')
  const asked = [
    ...['SMTP_URL', 'MAIL_FROM', 'RAILS', 'BITCOIN_XPUB', 'BITCOIN_RPC'],
    ...['EVM_XPUB', 'ETHEREUM_RPC', 'BSC_RPC', 'TRON_XPUB'],
  ]
  return [DOMAIN, ...asked.map((name) => settings[`KEYHOLD_${name}`] ?? ''), ''].join('\n')
}

/** The settings that it does not ask for. @param all also those that it does. */
function optionsOf(settings: Readonly<Record<string, string>>, all = false): string {
  return Object.entries(settings)
    .filter(([name]) => all || !/_(URL|FROM|XPUB|RPC)$/.test(name))
    .map(([name, value]) => `--${name.replace('KEYHOLD_', '').toLowerCase().replaceAll('_', '-')} '${value}'`)
    .join(' ')
}

function placeStandIns(on: Machine): void {
  on.write('/root/keys.csv', KEYS)
  on.write('/usr/local/share/keyhold-set-up.pem', '')
  on.write(
    '/usr/local/bin/certbot',
    `#!/bin/sh
set -e
while [ "$1" != --domain ]; do shift; done
mkdir -p "/etc/letsencrypt/live/$2"
cd "/etc/letsencrypt/live/$2"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout privkey.pem -out fullchain.pem \\
  -subj "/CN=$2" -addext "subjectAltName=DNS:$2" 2> /dev/null
cat fullchain.pem >> /usr/local/share/keyhold-set-up.pem
for file in /etc/keyhold/*.env; do
  grep -q ^NODE_EXTRA "$file" || echo NODE_EXTRA_CA_CERTS=/usr/local/share/keyhold-set-up.pem >> "$file"
done
`,
    0o755,
  )
}

async function follow(on: Machine, list: readonly string[]): Promise<readonly FollowedCommand[]> {
  return followCommands(on, list, {
    onCommand: (command) => {
      console.log(`$ ${command}`)
    },
    onLine: (line) => {
      said.push(line)
      console.log(`    ${line}`)
    },
  })
}

/** The page about a new release, and about the way back. */
async function followUpgrade(on: Machine): Promise<void> {
  placeNextRelease(on, release, NEXT, '/root')
  const version = async () => (await ask(on, 'keyhold version')).split('\n')[0]
  const refuse = async (what: string, spoil: string, repair: string, reason: string) => {
    const lines = await ask(
      on,
      `cd /root; ${spoil}; ${upgrade.join('; ')}; ${repair}; systemctl is-active keyhold@shop`,
    )
    report(what, lines.includes(reason) && lines.endsWith('nothing was changed\nactive'), [lines])
  }
  await refuse(
    'a file that is not of SHA256SUMS stops nothing',
    'cp SHA256SUMS sums; sed -i s/^./-/ SHA256SUMS',
    'mv sums SHA256SUMS',
    'is not what SHA256SUMS',
  )
  await refuse(
    'a setting that the new release does not take stops nothing',
    'echo KEYHOLD_NONSENSE=1 >> /etc/keyhold/shop.env',
    'sed -i /NONSENSE/d /etc/keyhold/shop.env',
    'KEYHOLD_NONSENSE is not a setting',
  )
  const orders = `runuser -u postgres -- psql --no-align --tuples-only --dbname keyhold_shop --command 'select count(*) from payments'`
  for (const [what, list, reached] of [
    ['a new release is put in place', upgrade, NEXT],
    ['the way back leads to the old one', wayBack, release.version],
    ['the new one is put in place again', upgrade, NEXT],
  ] as const) {
    const before = await ask(on, orders)
    const steps = await follow(on, list)
    const isDone = steps.length === list.length && steps.every(({ status }) => status === 0)
    report(`${what} in ${steps.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(1)} s`, isDone, [])
    report(`it is Keyhold ${reached}`, (await version()) === `Keyhold ${reached}`, [(await version()) ?? ''])
    const after = await ask(on, orders)
    report('no order is lost', after === before && Number(after) > 0, [before, after])
    for (const [shop, domain] of [
      ['shop', DOMAIN],
      ['other', SECOND_DOMAIN],
    ] as const) {
      const lines = await ask(
        on,
        `keyhold ${shop} doctor --rail ethereum --email d@studio.example --url https://${domain}`,
      )
      report(`${shop} sells`, /no faults/.test(lines), [lines])
    }
  }
}

async function ask(on: Machine, script: string): Promise<string> {
  const lines: string[] = []
  await on.run(script, (line) => lines.push(line))
  return lines.join('\n')
}

function print(steps: readonly FollowedCommand[]): void {
  console.log(`\n seconds  command`)
  for (const { seconds, command, status } of steps)
    console.log(
      `${seconds.toFixed(1).padStart(8)}  ${command}${status === 0 ? '' : `  FAILED: ${String(status)}`}`,
    )
  const sum = steps.reduce((total, { seconds }) => total + seconds, 0)
  console.log(
    `${sum.toFixed(1).padStart(8)}  all ${String(steps.length)} commands, ${(sum / 60).toFixed(1)} minutes\n`,
  )
  if (commands.length > MOST_COMMANDS) faults.push(`more than ${String(MOST_COMMANDS)} commands`)
  if (sum > MOST_SECONDS) faults.push(`more than ${String(MOST_SECONDS)} seconds`)
  if (steps.length < commands.length || steps.some(({ status }) => status !== 0))
    faults.push('a command failed')
}

/** What must be true now, seen from outside of the commands. */
async function look(on: Machine, mails: readonly Mail[]): Promise<void> {
  const sql = (statement: string) =>
    `runuser -u postgres -- psql --no-align --tuples-only --dbname keyhold_shop --command "${statement}"`
  const health = `curl --silent --show-error --cacert /etc/letsencrypt/live/${DOMAIN}/fullchain.pem`
  report(
    'set-up tried the restore of a backup',
    said.some((line) => /^the backup of .* can be restored/.test(line)),
    [],
  )
  const expectations: readonly (readonly [what: string, script: string, expected: RegExp])[] = [
    ['an order is paid', sql('select status, delivered_at is not null from payments'), /^confirmed\|t$/m],
    [
      'the shop is no administrator',
      'ps -o user= -p $(systemctl show --value -p MainPID keyhold@shop)',
      /^keyhold$/m,
    ],
    [
      'the machine has no git, no compiler and no other Node',
      'command -v git npm node gcc make; echo none',
      /^none$/,
    ],
    ['nobody else reads the settings', 'stat -c %a:%U:%G /etc/keyhold/shop.env', /^640:root:keyhold$/m],
    ['PostgreSQL is of Debian', sql('show server_version'), /^15\..*Debian/m],
    ['nginx answers with TLS', `${health} https://${DOMAIN}/health/live`, /"ready":true/],
    [
      'http leads to https',
      `curl --silent -o /dev/null -w '%{redirect_url}' http://${DOMAIN}/`,
      /^https:\/\//,
    ],
    [
      'a log in a file is rotated',
      `mkdir -p /var/log/keyhold && echo x > /var/log/keyhold/shop.log && logrotate --force /opt/keyhold/deploy/logrotate/keyhold && ls /var/log/keyhold`,
      /^shop\.log\.1$/m,
    ],
    [
      'a backup was written, encrypted, and restored on trial',
      `timeout 180 sh -c 'until ${sql('select count(distinct kind) = 2 from backup_runs where failure is null')} | grep t; do sleep 1; done'; keyhold shop check | grep backups`,
      /^ok +backups: last backup 20.*, last verified restore 20/m,
    ],
    ['a restart serves again', 'systemctl restart keyhold@shop && keyhold shop check --quick', /no faults/],
    [
      'ether is paid as well',
      'keyhold shop doctor --rail ethereum --email b@studio.example --url https://your.domain',
      /no faults/,
    ],
  ]
  await on.run('apt-get install --yes --no-install-recommends curl', () => undefined)
  for (const [what, script, expected] of expectations) {
    const lines: string[] = []
    await on.run(script, (line) => lines.push(line))
    report(what, expected.test(lines.join('\n')), lines)
  }
  const withKey = mails.filter(({ text }) => /KEYH0-LDPR0-00F\d\d/.test(text))
  report(
    'the mails with the keys arrived',
    withKey.length >= 2,
    mails.map(({ subject }) => subject),
  )
}

/** Two shops on one machine, as the document says. */
async function openSecondShop(on: Machine, nodes: Nodes): Promise<void> {
  const lines: string[] = []
  const all = Object.entries(rehearsalSettings(nodes, `https://${SECOND_DOMAIN}`))
  const own = Object.fromEntries(all.filter(([name]) => !/BITCOIN/.test(name)))
  const options = optionsOf({ ...own, KEYHOLD_EVM_XPUB: SECOND_XPUB }, true)
  const status = await on.run(
    `set -e; /opt/keyhold/deploy/set-up other --domain ${SECOND_DOMAIN} ${options} < /dev/null
keyhold other keys import - < /root/keys.csv
keyhold other doctor --rail ethereum --email c@studio.example --url https://${SECOND_DOMAIN}
keyhold shop doctor --rail ethereum --email c@studio.example --url https://${DOMAIN}
for domain in ${DOMAIN} ${SECOND_DOMAIN}; do
  curl --silent --fail --cacert /etc/letsencrypt/live/$domain/fullchain.pem https://$domain/health/live
done
grep -h ^PORT= /etc/keyhold/*.env; ls -A /var/lib/keyhold`,
    (line) => lines.push(line),
  )
  const text = lines.join('\n')
  report(
    'a second shop sells beside the first',
    status === 0 && /PORT=8081\nPORT=8080/.test(text) && /^other\nshop$/m.test(text),
    lines,
  )
}

function report(what: string, isTrue: boolean, lines: readonly string[]): void {
  console.log(`${isTrue ? 'ok   ' : 'FAULT'} ${what}`)
  if (isTrue) return
  for (const line of lines) console.log(`      ${line}`)
  faults.push(what)
}
