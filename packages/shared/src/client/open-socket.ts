import { CrewroomError } from './crewroom-error'
import type { SocketLike } from './reconnecting-socket'

/** A class like the browser’s `WebSocket`; `ws` has one for a Node.js without its own. */
export type SocketClass = new (url: string) => SocketLike

let fallback: SocketClass | null = null

/** What is used where there is no `WebSocket`, as in Node.js 20. */
export function useWithoutWebSocket(socketClass: SocketClass): void {
  fallback = socketClass
}

/** Opens sockets at this path of the server. Throws at once where there is nothing to open them with. */
export function socketsAt(url: string, path: string, given?: SocketClass): () => SocketLike {
  const known = (globalThis as { readonly WebSocket?: unknown }).WebSocket as
    | SocketClass
    | undefined
  const Socket = given ?? known ?? fallback
  if (!Socket) {
    throw new CrewroomError(
      0,
      'no_websocket',
      'There is no WebSocket here. Give one as the option WebSocket: the package ws has it.',
    )
  }
  const address = `${url.replace(/\/+$/, '').replace(/^http/, 'ws')}${path}`
  return () => new Socket(address)
}
