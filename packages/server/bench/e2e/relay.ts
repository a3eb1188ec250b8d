import { spawn } from 'node:child_process'
import { WebSocket } from 'ws'
import { endsWithBench } from '../bench-server'
import { type Crowd, messagesIn, outputOf, type Shape } from './crowd'

/** The same crowd around a bare relay, which stores nothing: what any server would have to spend on sockets alone. */
export async function relayCrowd(shape: Shape): Promise<Crowd> {
  const script = new URL('./relay-program.js', import.meta.url).pathname
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  endsWithBench(child)
  const port = await new Promise<string>((resolve) => {
    child.stdout.once('data', (data: Buffer) => resolve(data.toString('utf8').trim()))
  })
  const crowd: Crowd & { write: Crowd['write'] } = {
    pid: child.pid ?? 0,
    shape,
    seen: () => {},
    write: () => {},
    close: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
  const connect = async (address: string, reader: number) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/${address}`)
    await new Promise((resolve) => socket.once('open', resolve))
    socket.on('message', (data: Buffer) => {
      const text = data.toString('utf8')
      if (text.startsWith('{"type":"turn"')) {
        const cursor = /"cursor":"([^"]+)"/.exec(text)?.[1]
        socket.send(JSON.stringify({ type: 'ack', cursor }))
      } else if (!text.startsWith('{"type":"group:message"')) return
      for (const n of messagesIn(text)) crowd.seen(reader, n)
    })
    return socket
  }
  const agents = await Promise.all(
    Array.from({ length: shape.agents }, (_, n) => connect('agent', n)),
  )
  await Promise.all(
    Array.from({ length: shape.dashboards }, (_, n) => connect('ws', shape.agents + n)),
  )
  crowd.write = (agent, n) =>
    agents[agent]?.send(JSON.stringify({ type: 'output', text: outputOf(n) }))
  return crowd
}
