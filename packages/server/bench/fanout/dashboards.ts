import { request } from 'node:http'
import type { Socket } from 'node:net'

/** Dashboards that only count: reading must cost less than sending, or the bench would measure itself. */
export interface Dashboards {
  /** Resolves when every one of them has so many frames more; with when the last of them had each. */
  have(frames: number): Promise<readonly number[]>
  close(): void
}

export async function dashboards(port: number, count: number, hello: object): Promise<Dashboards> {
  let got: number[] = []
  /** How many sockets have each frame. */
  let having: number[] = []
  let allAt: number[] = []
  let wanted = 0
  let done: () => void = () => {}
  const noted = (own: number) => {
    const frame = got[own] ?? 0
    got[own] = frame + 1
    having[frame] = (having[frame] ?? 0) + 1
    if (having[frame] < count) return
    allAt.push(Number(process.hrtime.bigint()))
    if (allAt.length === wanted) done()
  }
  const sockets = await Promise.all(
    Array.from({ length: count }, async (_, own) => {
      const socket = await connect(port)
      const greeted = new Promise<void>((resolve) => {
        let isGreeted = false
        socket.on(
          'data',
          frameReader(socket, () => {
            if (isGreeted) noted(own)
            isGreeted = true
            resolve()
          }),
        )
      })
      socket.write(masked(JSON.stringify(hello)))
      await greeted
      return socket
    }),
  )
  return {
    have: async (frames) => {
      got = Array.from({ length: count }, () => 0)
      having = []
      allAt = []
      wanted = frames
      await new Promise<void>((resolve) => (done = resolve))
      return allAt
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

function connect(port: number): Promise<Socket> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.from('crewroom-bench-1').toString('base64'),
  }
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: '/ws', headers })
    asked.once('upgrade', (_response, socket) => resolve(socket as Socket))
    asked.once('error', reject)
    asked.end()
  })
}

/** A client's text frame; a mask of zeros leaves the text as it is. */
function masked(text: string): Buffer {
  const payload = Buffer.from(text)
  const header = Buffer.from([0x81, 0x80 | 126, 0, 0, 0, 0, 0, 0])
  header.writeUInt16BE(payload.length, 2)
  return Buffer.concat([header, payload])
}

const PING = 0x89
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])

/** Looks at the headers of frames alone: all of them are longer than 125 bytes, but the server's pings. */
function frameReader(socket: Socket, frame: () => void): (data: Buffer) => void {
  let header: Buffer = Buffer.alloc(0)
  /** Bytes of a frame that have not come. */
  let missing = 0
  return (data) => {
    const bytes = header.length > 0 ? Buffer.concat([header, data]) : data
    header = bytes.subarray(0, 0)
    let at = 0
    while (at < bytes.length) {
      if (missing === 0) {
        const length = bytes[at + 1] ?? 126
        if (bytes.length - at < (length < 126 ? 2 : 4)) {
          header = bytes.subarray(at)
          return
        }
        if (bytes[at] === PING) socket.write(PONG)
        else missing = length < 126 ? 2 + length : 4 + bytes.readUInt16BE(at + 2)
        if (missing === 0) {
          at += 2
          continue
        }
      }
      const here = Math.min(missing, bytes.length - at)
      at += here
      missing -= here
      if (missing === 0) frame()
    }
  }
}
