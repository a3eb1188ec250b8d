import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import type { FanOutServer } from './fanout-program'

/**
 * What any server has to spend: each event is serialised once for everyone. One alone is sent as the library sends it;
 * several of one turn are framed by hand, once, and written to each socket in one piece: nothing is cheaper.
 */
export async function rawFanOut(event: object): Promise<FanOutServer> {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const raw = new Set<Socket>()
  const http = createServer()
  http.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      raw.add(socket as Socket)
      // Answers hello, as the product does.
      webSocket.once('message', () => webSocket.send('{"type":"hello"}'))
      webSocket.once('close', () => raw.delete(socket as Socket))
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  let { seq } = event as { readonly seq: number }
  const next = () => Buffer.from(JSON.stringify({ ...event, seq: ++seq }))
  const publish = (count: number) => {
    if (count === 1) {
      const frame = next()
      for (const socket of sockets.clients) socket.send(frame, { binary: false })
      return
    }
    const frames = Buffer.concat(Array.from({ length: count }, () => framed(next())))
    for (const socket of raw) socket.write(frames)
  }
  return { port: (http.address() as AddressInfo).port, event, publish }
}

/** With the header of a text frame of 126 to 65,535 bytes. */
function framed(payload: Buffer): Buffer {
  const header = Buffer.from([0x81, 126, 0, 0])
  header.writeUInt16BE(payload.length, 2)
  return Buffer.concat([header, payload])
}
