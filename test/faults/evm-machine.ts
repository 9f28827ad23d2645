/** What a contract's code can ask of the chain. */
export interface MachineWorld {
  readonly height: number
  balance(address: string): bigint
  /** Calls a contract; null if it reverts. */
  call(to: string, data: string): string | null
}

/** Thrown if the code reverts or uses an instruction that is not supported here. */
export class MachineError extends Error {}

const WORD = 1n << 256n

/**
 * Runs a contract's constructor and returns its result: enough of the EVM for code that reads balances and calls other
 * contracts. Source: Yellow Paper, appendix H.
 */
export function runConstructor(code: Buffer, world: MachineWorld): string {
  const stack: bigint[] = []
  let memory = Buffer.alloc(0)
  let returned = Buffer.alloc(0)
  const pop = (): bigint => {
    const top = stack.pop()
    if (top === undefined) throw new MachineError('stack underflow')
    return top
  }
  const push = (value: bigint | number | boolean) => void stack.push(((BigInt(value) % WORD) + WORD) % WORD)
  const reach = (end: number) => {
    if (end > 10_000_000) throw new MachineError('out of gas')
    if (end > memory.length)
      memory = Buffer.concat([memory, Buffer.alloc(Math.ceil(end / 32) * 32 - memory.length)])
  }
  const read = (from: number, size: number): Buffer => {
    reach(from + size)
    return memory.subarray(from, from + size)
  }
  const write = (at: number, bytes: Buffer) => {
    reach(at + bytes.length)
    bytes.copy(memory, at)
  }
  const copy = (source: Buffer) => {
    const [to, from, size] = [Number(pop()), Number(pop()), Number(pop())]
    const bytes = Buffer.alloc(size)
    source.copy(bytes, 0, Math.min(from, source.length), Math.min(from + size, source.length))
    write(to, bytes)
  }
  const wordOf = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex') || '0'}`)
  const bytesOf = (word: bigint) => Buffer.from(word.toString(16).padStart(64, '0'), 'hex')
  const addressOf = (word: bigint) => `0x${word.toString(16).padStart(64, '0').slice(24)}`
  const call = (hasValue: boolean) => {
    pop() // gas
    const to = addressOf(pop())
    if (hasValue) pop()
    const [from, size, out, outSize] = [Number(pop()), Number(pop()), Number(pop()), Number(pop())]
    const answer = world.call(to, `0x${read(from, size).toString('hex')}`)
    returned = answer === null ? Buffer.alloc(0) : Buffer.from(answer.slice(2), 'hex')
    write(out, returned.subarray(0, outSize))
    reach(out + outSize)
    push(answer !== null)
  }
  const simple: Readonly<Record<number, () => void>> = {
    0x01: () => push(pop() + pop()),
    0x02: () => push(pop() * pop()),
    0x03: () => push(pop() - pop()),
    0x04: () => {
      const [a, b] = [pop(), pop()]
      push(b === 0n ? 0n : a / b)
    },
    0x06: () => {
      const [a, b] = [pop(), pop()]
      push(b === 0n ? 0n : a % b)
    },
    0x10: () => {
      const [a, b] = [pop(), pop()]
      push(a < b)
    },
    0x11: () => {
      const [a, b] = [pop(), pop()]
      push(a > b)
    },
    0x14: () => {
      const [a, b] = [pop(), pop()]
      push(a === b)
    },
    0x15: () => push(pop() === 0n),
    0x16: () => push(pop() & pop()),
    0x17: () => push(pop() | pop()),
    0x18: () => push(pop() ^ pop()),
    0x19: () => push(WORD - 1n - pop()),
    0x1b: () => {
      const [bits, value] = [pop(), pop()]
      push(bits > 255n ? 0n : value << bits)
    },
    0x1c: () => {
      const [bits, value] = [pop(), pop()]
      push(bits > 255n ? 0n : value >> bits)
    },
    0x30: () => push(1n),
    0x31: () => push(world.balance(addressOf(pop()))),
    0x34: () => push(0),
    0x36: () => push(0),
    0x38: () => push(code.length),
    0x39: () => copy(code),
    0x3d: () => push(returned.length),
    0x3e: () => copy(returned),
    0x43: () => push(world.height),
    0x50: () => void pop(),
    0x51: () => push(wordOf(read(Number(pop()), 32))),
    0x52: () => {
      const [at, value] = [Number(pop()), pop()]
      write(at, bytesOf(value))
    },
    0x53: () => {
      const [at, value] = [Number(pop()), pop()]
      write(at, Buffer.from([Number(value & 255n)]))
    },
    0x5a: () => push(10_000_000),
    0x5b: () => undefined,
    0x5f: () => push(0),
    0xf1: () => call(true),
    0xfa: () => call(false),
  }
  let at = 0
  for (let steps = 0; steps < 2_000_000; steps += 1) {
    const op = code[at] ?? 0
    at += 1
    if (op === 0x00) return '0x'
    if (op === 0xf3) return `0x${read(Number(pop()), Number(pop())).toString('hex')}`
    if (op === 0xfd) throw new MachineError('execution reverted')
    if (op >= 0x60 && op <= 0x7f) {
      const size = op - 0x5f
      push(wordOf(code.subarray(at, at + size)))
      at += size
    } else if (op >= 0x80 && op <= 0x8f) {
      const value = stack.at(-(op - 0x7f))
      if (value === undefined) throw new MachineError('stack underflow')
      push(value)
    } else if (op >= 0x90 && op <= 0x9f) {
      const other = stack.length - 1 - (op - 0x8f)
      const [top, below] = [stack.at(-1), stack[other]]
      if (top === undefined || below === undefined) throw new MachineError('stack underflow')
      stack[stack.length - 1] = below
      stack[other] = top
    } else if (op === 0x56) at = Number(pop())
    else if (op === 0x57) {
      const [to, isTrue] = [Number(pop()), pop()]
      if (isTrue !== 0n) at = to
    } else {
      const run = simple[op]
      if (run === undefined) throw new MachineError(`instruction 0x${op.toString(16)} is not supported`)
      run()
    }
  }
  throw new MachineError('out of gas')
}
