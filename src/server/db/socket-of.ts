import { Socket } from 'node:net'

/** The installed pg keeps the socket of a connection elsewhere than its version 8 does. */
class MissingSocketError extends Error {
  constructor() {
    super(
      'expected client.connection.stream of pg to be a socket: this version of pg keeps it elsewhere; ' +
        'adapt src/server/db/socket-of.ts, or keep the version before',
    )
    this.name = 'MissingSocketError'
  }
}

/**
 * Returns the socket of a connection, which pg does not document. It is destroyed to drop a connection that does not answer,
 * corked so that statements leave together, and asked whether it has room.
 *
 * @throws {MissingSocketError}
 */
export function socketOf(client: object): Socket {
  const { stream } = (client as { readonly connection?: { readonly stream?: unknown } }).connection ?? {}
  if (!(stream instanceof Socket)) throw new MissingSocketError()
  return stream
}
