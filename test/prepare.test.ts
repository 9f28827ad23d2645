import { spawnSync } from 'node:child_process'
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

interface Lockfile {
  readonly packages: Record<string, { version?: string; dev?: boolean; os?: readonly string[] }>
}

let folder: string
/** A checkout that `npm ci` has prepared and that is built, with an npm that only notes that it was called. */
beforeEach(async () => {
  folder = temporaryFolder()
  for (const name of ['scripts', 'node_modules', 'bin', 'dist']) await mkdir(join(folder, name))
  for (const name of ['scripts/prepare.mjs', 'scripts/with-lock.mjs', 'package.json', 'package-lock.json'])
    await copyFile(name, join(folder, name))
  await copyFile('package-lock.json', join(folder, 'node_modules/.package-lock.json'))
  // npm notes neither the package itself nor what is made for other machines
  await change('node_modules/.package-lock.json', ({ packages }) => {
    for (const [path, { os }] of Object.entries(packages))
      if (path === '' || os?.includes(process.platform) === false) Reflect.deleteProperty(packages, path)
  })
  await writeFile(join(folder, 'bin/npm'), `#!/bin/sh\necho "$@" >> ${join(folder, 'npm-calls')}\n`)
  await chmod(join(folder, 'bin/npm'), 0o755)
  for (const script of ['build', 'build-server']) await writeFile(join(folder, `scripts/${script}.mjs`), '')
  expect(await prepare('start')).toMatchObject({ status: 0, calls: '' })
})

async function prepare(mode: string, settings: Readonly<Record<string, string>> = {}) {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/prepare.mjs', mode], {
    cwd: folder,
    env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, ...settings },
    encoding: 'utf8',
  })
  const calls = await readFile(join(folder, 'npm-calls'), 'utf8').catch(() => '')
  return { status, said: stderr, calls }
}

async function change(name: string, edit: (lockfile: Lockfile) => void): Promise<void> {
  const lockfile = JSON.parse(await readFile(join(folder, name), 'utf8')) as Lockfile
  edit(lockfile)
  await writeFile(join(folder, name), JSON.stringify(lockfile))
}

const nextRelease = () =>
  change('package-lock.json', ({ packages }) => {
    const fastify = packages['node_modules/fastify']
    if (fastify === undefined) throw new Error('expected fastify in the lockfile')
    fastify.version = '99.0.0'
  })

test('the pinned Node is linked where npm did not: npm 9 of Debian leaves it out', async () => {
  const name = `node-${process.platform}-${process.arch}`
  await mkdir(join(folder, 'node_modules', name, 'bin'), { recursive: true })
  await copyFile(process.execPath, join(folder, 'node_modules', name, 'bin/node'))
  expect(await prepare('command')).toMatchObject({ status: 0, calls: '' })
  const linked = join(folder, 'node_modules/.bin/node')
  expect(spawnSync(linked, ['--version'], { encoding: 'utf8' }).stdout.trim()).toBe(process.version)
})

test('an npm on an older Node judges packages by the Node that will run them', async () => {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as Lockfile
  const pinned = packages[`node_modules/node-${process.platform}-${process.arch}`]?.version
  const words = ['--require', './scripts/npm-for-pinned-node.cjs', '--print', 'process.version']
  const { stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  expect(stdout.trim()).toBe(pinned === undefined ? process.version : `v${pinned}`)
})

describe('npm run keyhold', () => {
  test.each([{}, { KEYHOLD_PROFILE: 'production' }])(
    'does not install again what npm ci installed, with %j',
    async (settings) => {
      expect(await prepare('command', settings)).toEqual({ status: 0, said: '', calls: '' })
    },
  )

  test('needs no development packages, nor does npm start, as long as nothing has to be built', async () => {
    await change('node_modules/.package-lock.json', ({ packages }) => {
      for (const [path, { dev }] of Object.entries(packages))
        if (dev === true) Reflect.deleteProperty(packages, path)
    })
    expect(await prepare('command')).toMatchObject({ status: 0, calls: '' })
    expect(await prepare('start')).toMatchObject({ status: 0, calls: '' })
    await writeFile(join(folder, 'vite.config.ts'), 'changed')
    expect((await prepare('start')).calls).toMatch(/^ci /)
  })

  test('installs for the demo if the lockfile has changed', async () => {
    await nextRelease()
    expect(await prepare('command')).toMatchObject({
      status: 0,
      calls: expect.stringMatching(/^ci /) as string,
    })
  })

  test.each(['environment', '.env'])(
    'installs nothing in production, set in %s, and says what to do',
    async (place) => {
      await nextRelease()
      if (place === '.env') await writeFile(join(folder, '.env'), 'PORT=80\nKEYHOLD_PROFILE=production\n')
      const { status, said, calls } = await prepare(
        'command',
        place === '.env' ? {} : { KEYHOLD_PROFILE: 'production' },
      )
      expect({ status, calls }).toEqual({ status: 1, calls: '' })
      expect(said).toContain('npm run prepare:service')
    },
  )

  test('takes the profile of the environment before that of the file', async () => {
    await nextRelease()
    await writeFile(join(folder, '.env'), 'KEYHOLD_PROFILE=production\n')
    expect((await prepare('command', { KEYHOLD_PROFILE: 'demo' })).calls).toMatch(/^ci /)
  })
})
