import { createHmac } from 'node:crypto'
import type { MigrationStep } from './migrate.ts'

/** The role of the shop's own connections to the embedded PostgreSQL; the cluster's owner only migrates. */
export const APP_ROLE = 'keyhold_app'

/** Derives the password of {@link APP_ROLE} from the owner's, which it does not reveal; so there is nothing more to store. */
export function appPasswordFor(ownerPassword: string): string {
  return createHmac('sha256', ownerPassword).update(APP_ROLE).digest('base64url')
}

/**
 * Creates {@link APP_ROLE} and grants it what the shop needs: rows, no schema. It is not superuser, owns no table, and can add
 * to the audit and read it, not change it. Runs under the lock of the migrations, after them.
 */
export function grantToAppRole(password: string): MigrationStep {
  return async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE])
    if (rowCount === 0) await client.query(`create role ${APP_ROLE}`)
    await client.query(
      `alter role ${APP_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
       password ${client.escapeLiteral(password)}`,
    )
    await client.query(`
      grant usage on schema public to ${APP_ROLE};
      grant select, insert, update, delete on all tables in schema public to ${APP_ROLE};
      grant usage, select on all sequences in schema public to ${APP_ROLE};
      grant maintain on key_import_lines, game_keys, plain_keys to ${APP_ROLE};
      revoke update, delete on audit from ${APP_ROLE};
      revoke insert, update, delete on migrations from ${APP_ROLE}`)
  }
}
