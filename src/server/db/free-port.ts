import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of the loopback interface that nobody else is given until it is released. */
export interface HeldPort {
  readonly port: number
  release(): Promise<void>
}

/** Finds an unused port of the loopback interface; `wanted` if that one is free. */
export async function freePort(wanted = 0): Promise<number> {
  const { port, release } = await holdPort(wanted)
  await release()
  return port
}

/** Keeps an unused port, for whoever must know its number long before listening on it. */
export async function holdPort(wanted = 0): Promise<HeldPort> {
  const server = createServer((socket) => {
    socket.destroy()
  })
  // a held port keeps no program running
  server.unref()
  try {
    server.listen(wanted, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    if (wanted === 0) throw error
    return await holdPort()
  }
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error('expected a port of the loopback interface')
  return {
    port: address.port,
    release: async () => {
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}
