import { join } from 'node:path'
import { freePort } from '#server/db/free-port.ts'
import { openSwitch, type NetworkSwitch } from './network-switch.ts'
import type { PatroniPrograms } from './patroni-programs.ts'
import { prepareService, type Service } from './service.ts'

/** One of three etcd members. */
export interface EtcdMember {
  readonly name: string
  readonly clientPort: number
  readonly service: Service
  /** Between the other members and this one. */
  readonly peers: NetworkSwitch
}

const NAMES = ['etcd1', 'etcd2', 'etcd3']

/** Starts three members on loopback, as on three machines. */
export async function startEtcd(programs: PatroniPrograms, folder: string): Promise<readonly EtcdMember[]> {
  const machines = await Promise.all(
    NAMES.map(async (name) => {
      const [clientPort, peerPort] = [await freePort(), await freePort()]
      return { name, clientPort, peerPort, peers: await openSwitch(peerPort) }
    }),
  )
  const cluster = machines.map(({ name, peers }) => `${name}=${urlOf(peers.port)}`).join(',')
  const members = machines.map(({ name, clientPort, peerPort, peers }) => {
    const service = prepareService({
      program: programs.etcd,
      words: [
        ...['--name', name, '--data-dir', join(folder, name), '--logger', 'zap'],
        ...['--listen-client-urls', urlOf(clientPort), '--advertise-client-urls', urlOf(clientPort)],
        ...['--listen-peer-urls', urlOf(peerPort), '--initial-advertise-peer-urls', urlOf(peers.port)],
        ...['--initial-cluster', cluster, '--initial-cluster-state', 'new'],
        // of a machine that does many other things
        ...['--heartbeat-interval', '300', '--election-timeout', '3000'],
      ],
      account: programs.account,
      logFile: join(folder, `${name}.log`),
      isReady: () => answers(`${urlOf(clientPort)}/version`),
    })
    return { name, clientPort, peers, service }
  })
  await Promise.all(members.map(({ service }) => service.start()))
  return members
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${String(port)}`
}

/** Whether an address answers with a success. */
export async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false // not yet, or not any more
  }
}
