import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { frameBytes, framesOf } from './text-frames'

/** Where the form of the length changes (RFC 6455, 5.2). */
const EDGES = [0, 1, 125, 126, 65_535, 65_536] as const

test.for([
  [0, [0x81, 0]],
  [1, [0x81, 1]],
  [125, [0x81, 125]],
  [126, [0x81, 126, 0, 126]],
  [65_535, [0x81, 126, 0xff, 0xff]],
  [65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
] as const)('WS5 a text of %d bytes has the header that the RFC gives it', ([length, header]) => {
  const text = Buffer.alloc(length, 'x')
  const expected = Buffer.concat([Buffer.from(header), text])
  expect(framesOf([text]).equals(expected)).toBe(true)
  expect(frameBytes(text)).toBe(expected.length)
  expect(framesOf([text, text]).equals(Buffer.concat([expected, expected]))).toBe(true)
})

/** A client of another make, on a socket to which the test writes. */
async function client() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as { readonly port: number }
  const webSocket = new WebSocket(`ws://127.0.0.1:${address.port}`)
  const [raw] = (await once(server, 'connection')) as [Socket]
  raw.setNoDelay(true)
  const [asked] = (await once(raw, 'data')) as [Buffer]
  const key = /sec-websocket-key: (\S+)/i.exec(asked.toString())?.[1] ?? ''
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
  raw.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept.digest('base64')}\r\n\r\n`,
  )
  await once(webSocket, 'open')
  return {
    /** What the client reads when these bytes come. */
    reads: async (frames: Buffer, count: number): Promise<string[]> => {
      const texts: string[] = []
      const all = new Promise<void>((resolve) => {
        webSocket.removeAllListeners('message')
        webSocket.on('message', (data: Buffer, isBinary: boolean) => {
          expect(isBinary).toBe(false)
          texts.push(data.toString('utf8'))
          if (texts.length === count) resolve()
        })
      })
      raw.write(frames)
      await all
      return texts
    },
    [Symbol.asyncDispose]: async () => {
      webSocket.terminate()
      raw.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

test('WS5, WS31 a client reads every text that was framed, whole and in order', async () => {
  await using other = await client()
  const long = fc
    .tuple(fc.constantFrom(...EDGES), fc.constantFrom(-1, 0, 1))
    .map(([length, more]) => 'x'.repeat(Math.max(0, length + more)))
  // Characters of one to four bytes, and halves of them, which become a replacement character.
  const any = fc.oneof(long, fc.string({ unit: 'binary', maxLength: 200 }), fc.constant('\ud83d'))
  await fc.assert(
    fc.asyncProperty(fc.array(any, { minLength: 1, maxLength: 6 }), async (texts) => {
      const bytes = texts.map((text) => Buffer.from(text))
      const frames = framesOf(bytes)
      expect(frames.length).toBe(bytes.reduce((sum, one) => sum + frameBytes(one), 0))
      expect(await other.reads(frames, texts.length)).toEqual(
        texts.map((text) => text.toWellFormed()),
      )
    }),
    { numRuns: 30 },
  )
})
