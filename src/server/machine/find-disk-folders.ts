import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { LOCAL_CLUSTER_FOLDER } from '#server/db/local-cluster.ts'
import type { DiskFolders } from './disk-space.ts'

interface FoldersSetup {
  readonly dataFolder: string
  readonly backups: { readonly folder: string | null }
}

/** The folders whose disks the shop needs. That of a database on another machine cannot be seen from here. */
export function diskFoldersOf(
  { dataFolder, backups }: FoldersSetup,
  clusterFolder: string | null,
): DiskFolders {
  return {
    ...(clusterFolder === null ? {} : { database: clusterFolder }),
    data: dataFolder,
    ...(backups.folder === null ? {} : { backups: backups.folder }),
  }
}

/** Where PostgreSQL keeps its files; null if it is on another machine. */
export async function findClusterFolder(db: Db): Promise<string | null> {
  const { rows } = await sql<{
    folder: string | null
  }>`select ${sql.raw(LOCAL_CLUSTER_FOLDER)} as folder`.execute(db)
  return rows[0]?.folder ?? null
}
