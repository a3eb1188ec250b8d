import { mcpClient } from '../mcp-clients'
import { RpcRemote } from '../rpc-remote'
import type { DoorKind } from './door'

/** Programs elsewhere that call: each command, and each answer, is a request of its own. */

export const mcp: DoorKind = {
  driver: () => ({ kind: 'remote' }),
  async connect({ floor: { server } }, { token }) {
    const client = await mcpClient(server, 'v2', token)
    const tools = new Set((await client.tools()).map(({ name }) => name))
    let read = ''
    const given = async (words: string): Promise<string> => {
      while (!read.includes(words)) {
        read += (await client.call('read_inbox', { wait: 1 })).text
      }
      return read
    }
    await client.call('read_inbox', { wait: 0 })
    return {
      given,
      history: given,
      runs: async (command, payload) => {
        const own = command.toLowerCase()
        const called = tools.has(own)
          ? client.call(own, { ...payload })
          : client.call('run_command', { command, payload })
        return (await called).text
      },
      answers: async (words, content) => {
        const text = await given(words)
        const delivery = /"delivery":"([^"]+)"/.exec(text.slice(text.lastIndexOf(words)))?.[1]
        await client.call('answer', { delivery, content })
      },
      begins: async (words, text) => {
        await given(words)
        const { isError, text: said } = await client.call('progress', { text })
        return isError ? said : null
      },
      [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
    }
  },
}

export const jsonRpc: DoorKind = {
  driver: () => ({ kind: 'remote' }),
  async connect({ floor: { server, leadId } }, { token }) {
    const remote = await RpcRemote.connect(server, token)
    const textOf = ({ parts }: { parts: readonly { text: string }[] }) => parts[0]?.text ?? ''
    return {
      // What its conversations say comes as a notification, everything else as a delivery.
      given: (words) =>
        Promise.any([
          remote.handed(words).then(({ text }) => text),
          remote
            .told('messages/received', ({ message }) => textOf(message).includes(words))
            .then(({ message }) => textOf(message)),
        ]),
      history: async (_words, { conversationId }) => {
        const at = { taskId: leadId, conversationId }
        await remote.told('task/conversation/participants/added', (told) => told['conversationId'] === conversationId) // prettier-ignore
        const { messages } = await remote.done('messages/list', at)
        return (messages as { parts: { text: string }[] }[]).map(textOf).join('\n')
      },
      runs: async (command, payload) =>
        (await remote.done('agent/command', { command, payload }))['reply'] as string,
      answers: async (words, content) => {
        const { id: deliveryId } = await remote.handed(words)
        await remote.done('agent/answer', { deliveryId, content })
      },
      begins: async (words, text) => {
        const { id: deliveryId } = await remote.handed(words)
        const { error } = await remote.ask('agent/progress', { deliveryId, text })
        return error?.message ?? null
      },
      [Symbol.asyncDispose]: () => Promise.resolve(remote[Symbol.dispose]()),
    }
  },
}
