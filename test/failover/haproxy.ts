import { join } from 'node:path'
import { freePort } from '#server/db/free-port.ts'
import { writeOwn } from './data-folder.ts'
import { readDeployed } from './deployed-file.ts'
import type { MachineNetwork } from './machine-network.ts'
import { at, type MachinePorts } from './machine-ports.ts'
import type { PatroniPrograms } from './patroni-programs.ts'
import { prepareService, type Service } from './service.ts'

interface HaproxyOptions {
  readonly programs: PatroniPrograms
  readonly folder: string
  /** The machine of a shop. */
  readonly name: string
  readonly network: MachineNetwork
  readonly machines: readonly MachinePorts[]
}

/**
 * HAProxy of a shop's machine, by `deploy/haproxy/haproxy.cfg`: it leads to the primary. Only ports differ, the user, and that its
 * log goes to a file.
 *
 * @returns `port`: where the shop of that machine connects to.
 */
export async function startHaproxy(options: HaproxyOptions): Promise<{ service: Service; port: number }> {
  const { programs, folder, name, network, machines } = options
  const port = await freePort()
  const servers: Record<string, string> = {}
  for (const { name: machine, own } of machines) {
    const postgres = await network.connect(name, machine, own[5432])
    const rest = await network.connect(name, machine, own[8008])
    servers[`server ${machine} ${machine}:5432`] = `server ${machine} ${at(postgres)} port ${String(rest)}`
  }
  const file = join(folder, `${name}.cfg`)
  const text = readDeployed('haproxy/haproxy.cfg', {
    addresses: {},
    changes: {
      ...servers,
      '127.0.0.1:5000': at(port),
      'log /dev/log local0': 'log stdout format raw local0',
      'user haproxy\n': '\n',
      'group haproxy\n': '\n',
    },
  })
  await writeOwn(file, text, programs.account)
  const service = prepareService({
    program: programs.haproxy,
    words: ['-db', '-f', file],
    account: programs.account,
    logFile: join(folder, `${name}.log`),
    isReady: () => Promise.resolve(true),
  })
  await service.start()
  return { service, port }
}
