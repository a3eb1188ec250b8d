import { expect } from 'vitest'
import { commandLine } from '@crewroom/shared/command/grammar'
import { TestSocket } from '../test-socket'
import type { DoorKind, Place } from './door'

/** Programs elsewhere that send what they write as output, over HTTP or one connection. */

interface Item {
  readonly id: string
  readonly kind: string
  readonly text: string
}

const REMOTE = () => ({ kind: 'remote' })

export const inbox: DoorKind = {
  driver: REMOTE,
  async connect({ floor: { server } }, { id, token }) {
    const items: Item[] = []
    const call = async (method: string, route: string, body?: object) => {
      const reply = await server.call(method, `/api/agents/${id}/${route}`, body, { token })
      expect([reply.status, reply.body]).toEqual([200, reply.body])
      return reply.body
    }
    const take = async (wait: number) => {
      const { deliveries, cursor } = await call('GET', `inbox?wait=${wait}`)
      items.push(...(deliveries as Item[]))
      await call('POST', 'inbox/ack', { cursor })
    }
    const given = async (words: string): Promise<string> => {
      for (;;) {
        const item = items.find(({ text }) => text.includes(words))
        if (item) return item.text
        await take(20)
      }
    }
    await take(0)
    return {
      given,
      history: given,
      runs: async (command, payload) => {
        const text = `${commandLine(command, payload)}\n`
        const { results } = await call('POST', 'output', { text, replies: 'inline' })
        return results[0].reply as string
      },
      answers: async (words, content) => {
        await given(words)
        await call('POST', 'output', { text: content, endOfTurn: true })
      },
      begins: async (words, text) => {
        await given(words)
        await call('POST', 'output', { text, endOfTurn: false })
        return null
      },
      [Symbol.asyncDispose]: async () => {},
    }
  },
}

export const agentSocket: DoorKind = {
  driver: REMOTE,
  async connect({ floor: { server } }, { id, token }) {
    const socket = new TestSocket(`${server.app.url}/agent`)
    await socket.opened()
    socket.send({ type: 'hello', token, agentId: id })
    await socket.wait(({ type }) => type === 'hello')
    /** The next frame of this type; it comes once. */
    const next = async (fits: string) => {
      const frame = await socket.wait(({ type }) => type === fits)
      socket.frames.splice(socket.frames.indexOf(frame), 1)
      return frame
    }
    const items: Item[] = []
    const given = async (words: string): Promise<string> => {
      for (;;) {
        const item = items.find(({ text }) => text.includes(words))
        if (item) return item.text
        const { deliveries, cursor } = await next('turn')
        items.push(...(deliveries as Item[]))
        socket.send({ type: 'ack', cursor })
        await next('acked')
      }
    }
    return {
      given,
      history: given,
      runs: async (command, payload) => {
        socket.send({ type: 'output', text: `${commandLine(command, payload)}\n` })
        return (await next('output'))['results'][0].reply as string
      },
      answers: async (words, content) => {
        await given(words)
        socket.send({ type: 'output', text: content })
        socket.send({ type: 'turn_end' })
        for (let n = 0; n < 2; n++) await next('output')
      },
      begins: async (words, text) => {
        await given(words)
        socket.send({ type: 'output', text })
        await next('output')
        return null
      },
      [Symbol.asyncDispose]: () => Promise.resolve(socket[Symbol.dispose]()),
    }
  },
}

/** A window at one session, as an agent's program opens it: it reads and writes there, and nothing else. */
export const sessionSocket: DoorKind = {
  driver: REMOTE,
  async connect({ floor: { server } }, { token, place }) {
    const open = async ({
      conversationId,
      sessionId,
    }: Pick<Place, 'conversationId' | 'sessionId'>) => {
      const address = `/api/group-chats/${conversationId}/sessions/${sessionId}/ws`
      const socket = new TestSocket(`${server.app.url}${address}`)
      await socket.opened()
      socket.send({ type: 'hello', token })
      await socket.wait(({ type }) => type === 'view_data')
      return socket
    }
    const socket = await open(place)
    const shown = async (at: TestSocket, words: string): Promise<string> =>
      JSON.stringify(await at.wait((frame) => JSON.stringify(frame).includes(words)))
    const refused = async (frame: object): Promise<string> => {
      socket.send(frame)
      const error = await socket.wait(({ type }) => type === 'error')
      socket.frames.splice(socket.frames.indexOf(error), 1)
      return error['message'] as string
    }
    return {
      given: (words) => shown(socket, words),
      history: async (words, { conversationId }) => {
        using main = await open({ conversationId, sessionId: 'main' })
        return shown(main, words)
      },
      runs: (name, payload) => refused({ type: 'command', name, payload }),
      answers: async (words, content) => {
        await shown(socket, words)
        socket.send({ type: 'send_message', id: words, content })
      },
      begins: async (words, text) => {
        await shown(socket, words)
        return refused({ type: 'progress', text })
      },
      [Symbol.asyncDispose]: () => Promise.resolve(socket[Symbol.dispose]()),
    }
  },
}
