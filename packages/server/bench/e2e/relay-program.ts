import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/**
 * The least that could be called a group chat for agents: one process that parses what an agent sends, finds the command,
 * and forwards it to the others and to the dashboards. It stores nothing, checks nobody and forgets everything.
 */
const agents: WebSocket[] = []
const dashboards: WebSocket[] = []
const corked = new Set<{ uncork(): void }>()
let seq = 0

interface Raw {
  readonly _socket: { cork(): void; uncork(): void }
}

/** Writes to one socket are joined per event-loop turn. */
function send(to: WebSocket, frame: string): void {
  const { _socket: socket } = to as unknown as Raw
  if (!corked.has(socket)) {
    socket.cork()
    if (corked.size === 0) setImmediate(uncorkAll)
    corked.add(socket)
  }
  to.send(frame)
}

function uncorkAll(): void {
  for (const socket of corked) socket.uncork()
  corked.clear()
}

function forward(from: WebSocket, text: string): void {
  const open = text.indexOf('⟦⟦ GROUP_MESSAGE ')
  const close = text.indexOf(' ⟧⟧', open)
  if (open === -1 || close === -1) return
  const { group, content } = JSON.parse(
    text.slice(open + '⟦⟦ GROUP_MESSAGE '.length, close),
  ) as Record<string, string>
  const n = ++seq
  const turn = JSON.stringify({
    type: 'turn',
    deliveries: [
      { id: `m${n}`, kind: 'group', groupName: group, text: `[${group}] dev: ${content}` },
    ],
    cursor: `c${n}`,
  })
  const event = JSON.stringify({
    type: 'group:message',
    seq: n,
    at: new Date().toISOString(),
    message: { id: `m${n}`, group, from: 'dev', content },
  })
  for (const agent of agents) if (agent !== from) send(agent, turn)
  for (const dashboard of dashboards) send(dashboard, event)
}

const server = createServer()
const sockets = new WebSocketServer({ server })
sockets.on('connection', (socket, request) => {
  if (request.url === '/ws') {
    dashboards.push(socket)
    return
  }
  agents.push(socket)
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString('utf8')) as Record<string, string>
    if (frame['type'] === 'ack') {
      send(socket, JSON.stringify({ type: 'acked', cursor: frame['cursor'] }))
      return
    }
    forward(socket, frame['text'] ?? '')
    send(socket, JSON.stringify({ type: 'output', offset: frame['text']?.length }))
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
