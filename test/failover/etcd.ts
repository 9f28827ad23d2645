import { join } from 'node:path'
import { readDeployed } from './deployed-file.ts'
import { at, changesOf, type MachinePorts } from './machine-ports.ts'
import type { PatroniPrograms } from './patroni-programs.ts'
import { prepareService, type Service } from './service.ts'

/** etcd on one of the machines, by `deploy/etcd/etcd.env`. Only its ports and its folder differ. It is not started. */
export function prepareEtcd(programs: PatroniPrograms, folder: string, machine: MachinePorts): Service {
  const file = readDeployed('etcd/etcd.env', {
    name: machine.name,
    addresses: changesOf(machine),
    changes: { '/var/lib/etcd/keyhold': join(folder, 'etcd') },
  })
  return prepareService({
    program: programs.etcd,
    words: [],
    environment: readEnvironment(file),
    account: programs.account,
    logFile: join(folder, 'etcd.log'),
    isReady: () => answers(`http://${at(machine.own[2379])}/version`),
  })
}

/** A file of systemd's `EnvironmentFile`, without quotes. */
function readEnvironment(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\n').filter((line) => line !== '')
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

/** Whether an address answers with a success. */
export async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false // not yet, or not any more
  }
}
