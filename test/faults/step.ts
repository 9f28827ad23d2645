import { LIMITS, type Gate, type GateFault } from './gates.ts'
import type { RandomStream } from './seeded-random.ts'
import { startProcess, type ShopProcess } from './shop-process.ts'
import { countFault, type World } from './world.ts'

const STAYS = 0.75
const FROZEN_STEPS = 120
/** How often a process that is frozen last stays so for longer than a transaction may do nothing. */
const OUTLASTS_LIMIT = 0.3

/** Creates the scheduler of a world: each step releases one gate. */
export function createStepper(world: World): (stream: RandomStream) => Promise<boolean> {
  let lastProcess = ''

  const candidates = (stream: RandomStream): readonly Gate[] => {
    const ready = world.gates.ready()
    const running = ready.filter((gate) => processOf(gate.process)?.frozenFor === 0)
    if (running.length > 0 || ready.length === 0) return running
    // only frozen processes could go on: nothing else will happen until one of them does, or until the server loses patience
    if (stream.chance(OUTLASTS_LIMIT)) world.nowMs += LIMITS.idleInTransactionMs + 1
    for (const process of world.processes) process.frozenFor = 0
    return ready
  }
  const processOf = (name: string): ShopProcess | undefined =>
    world.processes.find((one) => one.name === name)

  const choose = (stream: RandomStream, gates: readonly Gate[]): Gate => {
    const same = gates.filter((gate) => gate.process === lastProcess)
    return same.length > 0 && stream.chance(STAYS) ? same[0]! : stream.pick(gates)
  }

  /** What ends by itself has ended, since the world's time has come to it. */
  const endWhatIsOver = async (): Promise<void> => {
    for (const line of await world.timers.runDue()) world.log(line)
    await world.gates.untilParked()
    const ended = await world.connections.endIdle(world.nowMs - LIMITS.idleInTransactionMs)
    if (ended === 0) return
    countFault(world, 'idle limit')
    world.log(`the server ends ${String(ended)} sessions that did nothing in a transaction`)
    for (const line of await world.gates.unblock()) world.log(line)
  }

  /** @returns whether anything was under way. */
  return async (stream) => {
    await endWhatIsOver()
    const gates = candidates(stream)
    if (gates.length === 0) {
      const nextMs = world.timers.nextAwaitedMs()
      if (nextMs === null) return false
      world.nowMs = Math.max(world.nowMs, nextMs)
      return true
    }
    world.tally.steps += 1
    world.nowMs += 1
    if (world.readOnlyFor > 0) world.readOnlyFor -= 1
    for (const process of world.processes) if (process.frozenFor > 0) process.frozenFor -= 1
    const gate = choose(stream, gates)
    lastProcess = gate.process
    const fault = strike(world, gate)
    if (fault === 'kill') await kill(world, gate.process)
    else if (fault === 'freeze') {
      processOf(gate.process)!.frozenFor = stream.between(10, FROZEN_STEPS)
      world.log(`${gate.process} is frozen`)
    } else for (const line of await world.gates.release(gate, fault)) world.log(line)
    return true
  }
}

/** The armed fault that strikes at this gate, if any. */
function strike(world: World, gate: Gate): GateFault | 'kill' | 'freeze' | null {
  const armed = world.armed.find((one) => one.process === gate.process && one.at.includes(gate.kind))
  if (armed === undefined) return null
  if (armed.skips > 0) {
    armed.skips -= 1
    return null
  }
  world.armed.splice(world.armed.indexOf(armed), 1)
  countFault(world, armed.fault)
  return armed.fault
}

/** Kills a process between two operations and starts it again. */
export async function kill(world: World, name: string): Promise<void> {
  const at = world.processes.findIndex((one) => one.name === name)
  const process = world.processes[at]
  if (process === undefined) return
  process.isAlive = false
  world.log(`${name} is killed`)
  world.gates.drop(name)
  await process.database.kill()
  const [number, life = '1'] = name.split(', life ')
  world.processes[at] = startProcess(world, `${number!}, life ${String(Number(life) + 1)}`)
  for (const armed of world.armed)
    if (armed.process === name) Object.assign(armed, { process: world.processes[at].name })
  for (const line of await world.gates.unblock()) world.log(line)
  await world.gates.untilParked()
}
