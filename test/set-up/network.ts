import { execFileSync, spawn } from 'node:child_process'
import { readlink } from 'node:fs/promises'
import { until } from '#test/until.ts'
import type { Machine } from './machine.ts'

/** A cable between machines, in a namespace of its own: nothing of it is seen on the machine that runs the proof. */
export interface Network {
  /** Plugs a machine in, with an address such as `10.20.0.1`. */
  plugIn(machine: Machine, address: string): void
  /** Pulls the machine's plug: packets are lost in silence, as by a switch that fails. */
  pullOut(machine: Machine): void
  /** Puts the plug back. */
  putBack(machine: Machine): void
  /** Removes the network. */
  close(): void
}

const BRIDGE = 'between'

/** Opens a network of 256 addresses, without a way out of it. */
export async function openNetwork(): Promise<Network> {
  const keeper = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' })
  const pid = String(keeper.pid)
  const own = await readlink('/proc/self/ns/net')
  await until(async () => (await readlink(`/proc/${pid}/ns/net`)) !== own, {
    what: 'a namespace of a network',
  })
  inNetwork(pid, 'link', 'add', BRIDGE, 'type', 'bridge')
  inNetwork(pid, 'link', 'set', BRIDGE, 'up')
  const plugs = new Map<Machine, string>()
  const set = (machine: Machine, state: 'up' | 'down') => {
    const plug = plugs.get(machine)
    if (plug === undefined) throw new Error('expected a machine that is plugged in')
    inNetwork(pid, 'link', 'set', plug, state)
  }
  return {
    plugIn: (machine, address) => {
      const plug = `port${String(plugs.size)}`
      const inside = String(machine.leader)
      inNetwork(pid, 'link', 'add', plug, 'type', 'veth', 'peer', 'name', 'ha0', 'netns', inside)
      inNetwork(pid, 'link', 'set', plug, 'master', BRIDGE, 'up')
      inNetwork(inside, 'address', 'add', `${address}/24`, 'dev', 'ha0')
      inNetwork(inside, 'link', 'set', 'ha0', 'up')
      plugs.set(machine, plug)
    },
    pullOut: (machine) => {
      set(machine, 'down')
    },
    putBack: (machine) => {
      set(machine, 'up')
    },
    close: () => {
      keeper.kill()
    },
  }
}

function inNetwork(pid: string, ...words: readonly string[]): void {
  execFileSync('nsenter', ['--target', pid, '--net', 'ip', ...words])
}
