import { expect, test } from 'vitest'
import { storedIn } from '../../bench/e2e/stored-cost'
import { ServerWithWriter } from '../harness/server-with-writer'
import { command } from '../harness/talk'
import { TestSocket } from '../harness/test-socket'

/** With the lead and the person a hundred members. */
const AGENTS = 98
const CONTENT_BYTES = 200
const MESSAGES = 4
/** An entry of a record that is alone in its 100 ms: ids of the agent, the crew and the hand-over, and four indexes. */
const RECORD_BYTES = 440

test('DL32 a message to a hundred members leaves few rows and few bytes, however many read it', async () => {
  await using server = await ServerWithWriter.start()
  const names = Array.from({ length: AGENTS }, (_, n) => `agent-${n}`)
  const { agents } = await server.crew(names)
  const sockets = await Promise.all(
    Object.values(agents).map(async ({ id, token }) => {
      const socket = new TestSocket(`${server.app.url}/agent`)
      await socket.opened()
      socket.send({ type: 'hello', token, agentId: id })
      await socket.wait(({ type }) => type === 'hello')
      return socket
    }),
  )
  /** Everybody is handed something, and confirms it. */
  const read = async () => {
    const pages = await Promise.all(
      sockets.map((socket) => socket.wait(({ type }) => type === 'turn')),
    )
    for (const [at, { cursor }] of pages.entries()) sockets[at]?.send({ type: 'ack', cursor })
    await Promise.all(
      sockets.map((socket, at) =>
        socket.wait(({ type, cursor }) => type === 'acked' && cursor === pages[at]?.['cursor']),
      ),
    )
    for (const { frames } of sockets) frames.splice(0)
    return pages.map(({ deliveries }) => deliveries as readonly { readonly text: string }[])
  }
  const post = async (n: number) => {
    const content = `message ${n}: `.padEnd(CONTENT_BYTES, 'all of it is read ')
    const text = command('GROUP_MESSAGE', { group: 'room', content })
    sockets[0]?.send({ type: 'output', text })
    const [reply, ...others] = await read()
    expect(reply).toHaveLength(1)
    for (const [item, ...more] of others) {
      expect(item?.text).toContain(content)
      expect(more).toEqual([])
    }
  }
  const stored = async () => {
    await server.app.core.journal.flush()
    await server.app.core.rollouts.flush()
    return storedIn(server.tables)
  }
  // That they were added.
  await read()
  await post(0)
  const before = await stored()
  for (let n = 1; n <= MESSAGES; n++) await post(n)
  const after = await stored()
  const per = (what: keyof typeof after) => (after[what] - before[what]) / MESSAGES
  process.stdout.write(
    `a message to ${AGENTS + 2}: ${per('facts')} facts, ${per('rows')} rows, ${per('bytes')} bytes; ` +
      `of records ${per('recordRows')} rows, ${per('recordBytes')} bytes\n`,
  )
  expect(per('bytes')).toBeLessThanOrEqual(4_096 + 12 * CONTENT_BYTES)
  // Itself, the reply and four facts; a busy machine may split what everybody confirms.
  expect(per('rows')).toBeLessThanOrEqual(12)
  expect(per('recordBytes') / AGENTS).toBeLessThanOrEqual(RECORD_BYTES)
  // Of every agent what it was handed, and of the writer what it wrote.
  expect(per('recordRows')).toBeLessThanOrEqual(AGENTS + 1)
  for (const socket of sockets) socket[Symbol.dispose]()
})
