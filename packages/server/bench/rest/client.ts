import { connect, type Socket } from 'node:net'

/** One request, as its bytes. */
export interface Asked {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
}

const HEAD_END = Buffer.from('\r\n\r\n')

/**
 * Sends the same request so many times, on connections that stay open, one at a time on each. Sockets and a look for
 * the length are all it does, so that the server is what is measured.
 */
export async function ask(
  port: number,
  token: string,
  { method, path, body }: Asked,
  connections: number,
  times: number,
): Promise<{ readonly seconds: number; readonly bytes: number }> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const request = Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n${
      body === undefined
        ? ''
        : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`
    }\r\n${text}`,
  )
  let sent = 0
  let bytes = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      await new Promise((resolve) => socket.once('connect', resolve))
      await new Promise<void>((resolve, reject) => {
        readAnswers(
          socket,
          (length) => {
            bytes = length
            if (sent++ < times) socket.write(request)
            else {
              socket.destroy()
              resolve()
            }
          },
          reject,
        )
        sent++
        socket.write(request)
      })
    }),
  )
  return { bytes, seconds: (performance.now() - began) / 1000 }
}

/** Calls `answered` with the length of each body; an answer that is no success is an error. */
function readAnswers(
  socket: Socket,
  answered: (length: number) => void,
  failed: (error: Error) => void,
): void {
  let head: Buffer = Buffer.alloc(0)
  let length = 0
  let left = -1
  socket.on('error', failed)
  socket.on('data', (data) => {
    let rest = data as Buffer
    if (left === -1) {
      head = head.length === 0 ? rest : Buffer.concat([head, rest])
      const end = head.indexOf(HEAD_END)
      if (end === -1) return
      const lines = head.subarray(0, end).toString('latin1')
      if (!lines.startsWith('HTTP/1.1 20')) {
        failed(new Error(head.toString('utf8')))
        return
      }
      length = Number(/\r\ncontent-length: (\d+)/i.exec(lines)?.[1])
      left = length
      rest = head.subarray(end + HEAD_END.length)
      head = Buffer.alloc(0)
    }
    left -= rest.length
    if (left > 0) return
    left = -1
    answered(length)
  })
}
