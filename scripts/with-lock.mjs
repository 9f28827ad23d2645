// Lets only one process at a time change the checkout. Plain JavaScript, because it runs before anything is installed.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const WAIT_MS = 15 * 60_000

/** Runs `work` while holding the lock file; waits for another holder, and takes over the lock of a dead process. */
export async function withLock(file, work) {
  const deadline = Date.now() + WAIT_MS
  let isReported = false
  while (!take(file)) {
    if (Date.now() > deadline) {
      throw new Error(`another process has held ${file} for 15 minutes; if none runs, remove the file`)
    }
    if (!isReported) process.stderr.write('waiting for another process that is preparing this checkout\n')
    isReported = true
    await delay(200)
  }
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!isHolderAlive(file)) rmSync(file, { force: true })
    return false
  }
}

function isHolderAlive(file) {
  let pid
  try {
    pid = Number(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
  if (!(pid > 0)) return true // the file was just created, its content is not written yet
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
