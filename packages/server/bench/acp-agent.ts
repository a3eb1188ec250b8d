import { appendFileSync } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { agent, methods, ndJsonStream } from '@agentclientprotocol/sdk'

/**
 * An ACP agent for measuring: answers each prompt after `BENCH_TURN_MS` and notes, in a file, when each answer left
 * and each prompt came (nanoseconds of the machine's monotonic clock), and how many lines of messages it was given.
 */
const file = process.env['BENCH_NOTES'] ?? ''
const turnMs = Number(process.env['BENCH_TURN_MS'] ?? 0)
const note = (line: object) => appendFileSync(file, `${JSON.stringify(line)}\n`)
const now = () => Number(process.hrtime.bigint())

const stdout = Writable.toWeb(process.stdout) as WritableStream<Uint8Array>
const stdin = Readable.toWeb(process.stdin) as unknown as ReadableStream<Uint8Array>
agent({ name: 'bench' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: 1,
    agentCapabilities: {},
    authMethods: [],
  }))
  .onRequest(methods.agent.session.new, () => ({ sessionId: `s-${process.pid}` }))
  .onRequest(methods.agent.session.prompt, async ({ params }) => {
    const came = now()
    const text = params.prompt.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
    note({ came, items: text.match(/^\[Group /gm)?.length ?? 0 })
    await sleep(turnMs)
    note({ left: now() })
    return { stopReason: 'end_turn' as const }
  })
  .connect(ndJsonStream(stdout, stdin))
