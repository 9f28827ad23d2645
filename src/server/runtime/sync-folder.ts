import { open } from 'node:fs/promises'

/** Flushes a folder to the disk, so that a file that was created or renamed in it is there after a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
