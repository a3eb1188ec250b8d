import { randomUUID } from 'node:crypto'
import { RpcRemote } from './rpc-remote'
import type { TestServer } from './test-server'

export const PLENTY = { agentMessagesPerMinute: 1_000_000, agentMessageBurst: 1_000_000 }
const APP = 'e12fe562-ed1f-4d2d-bed5-68b8edfa41cb'

const AGENTS = {
  tm: 'architect',
  ben: 'developer',
  cleo: 'developer',
  dora: 'designer',
  eve: 'qa-tester',
  finn: 'developer',
}

/** An id that nobody has. */
export const nobody = () => randomUUID()

export const say = (content: string) => ({ parts: [{ type: 'text', text: content }] })

/**
 * A crew whose agents are all on the JSON-RPC door, its lead too, and `zoe` of another crew. `tm` has created a task with ben,
 * cleo, dora and eve; finn is in the crew only.
 */
export async function rpcCrew(server: TestServer) {
  const crew = await server.crew('atlas', AGENTS)
  const other = await server.crew('borealis', { zoe: 'developer' })
  const ids: Record<string, string> = { ...crew.ids, zoe: other.ids['zoe'] ?? '' }
  const tokens: Record<string, string> = { ...crew.tokens, zoe: other.tokens['zoe'] ?? '' }
  const remotes: Record<string, RpcRemote> = {}
  for (const [name, token] of Object.entries(tokens)) {
    remotes[name] = await RpcRemote.connect(server, token)
  }
  const remote = (name: string): RpcRemote => {
    const found = remotes[name]
    if (!found) throw new Error(`nobody is called ${name}`)
    return found
  }
  const id = (name: string) => ids[name] ?? name
  /** Another task of `tm` with the same agents, and a conversation of it with these, if any. */
  const task = async (...participants: readonly string[]) => {
    const { task: made, conversation } = await remote('tm').done('task/create', {
      appId: APP,
      invitedAgentIds: ['ben', 'cleo', 'dora', 'eve'].map(id),
      ...(participants.length > 0
        ? { initialConversation: { participants: participants.map(id) } }
        : {}),
    })
    return { taskId: made.id as string, conversationId: conversation?.id as string }
  }
  return {
    leadId: crew.leadId,
    tokens,
    id,
    remote,
    task,
    /** Resolves when everybody was told of everything. */
    quiet: async () => {
      for (const one of Object.values(remotes)) await one.quiet()
    },
    /** Forgets what everybody was told so far. */
    forget: () => {
      for (const one of Object.values(remotes)) one.notifications.length = 0
    },
    /** Who was told such a thing, and how often. */
    toldOf: (method: Parameters<RpcRemote['count']>[0]) =>
      Object.fromEntries(
        Object.entries(remotes).flatMap(([name, one]) =>
          one.count(method) > 0 ? [[name, one.count(method)]] : [],
        ),
      ),
    unfit: () => Object.values(remotes).flatMap((one) => one.unfit),
    [Symbol.dispose]: () => {
      for (const one of Object.values(remotes)) one[Symbol.dispose]()
    },
  }
}
