import { readSettings as read, type Environment } from '#server/config/read-settings.ts'
import type { Settings } from '#server/config/settings.ts'

/** The settings are invalid; each fault is one sentence. */
export class SettingsError extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`the settings have ${faults.length === 1 ? 'a fault' : `${String(faults.length)} faults`}`)
    this.name = 'SettingsError'
    this.faults = faults
  }
}

/** Parses the settings. @throws {SettingsError} with all faults. */
export function requireSettings(environment: Environment): Settings {
  const outcome = read(environment)
  if (outcome.kind === 'faults') throw new SettingsError(outcome.faults)
  return outcome.settings
}
