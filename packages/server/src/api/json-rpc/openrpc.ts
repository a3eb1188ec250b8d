import * as z from 'zod'
import { ERRORS } from '@crewroom/shared/protocol/errors'
import { RPC } from '@crewroom/shared/protocol/rpc/codes'
import { RPC_SHAPES, type RpcMethod } from '@crewroom/shared/protocol/rpc/methods'
import {
  RPC_NOTIFICATIONS,
  type RpcNotification,
} from '@crewroom/shared/protocol/rpc/notifications'
import { RPC_PROTOCOL } from '@crewroom/shared/protocol/rpc/version'
import { ERAS } from './eras/table'
import { METHOD_TABLE } from './method-table'

/** Who gets each notification. Nobody who only reads along gets any. */
const GETS: Readonly<Record<RpcNotification, string>> = {
  'task/created': 'Whoever created the task, and all that are admitted.',
  'task/closed': 'All that were admitted.',
  'task/conversation/created': 'The first participants.',
  'task/conversation/archived': 'The participants.',
  'task/conversation/unarchived': 'The participants.',
  'task/conversation/participants/added': 'The participants, whoever was added among them.',
  'task/conversation/participants/removed': 'The participants, and whoever was removed.',
  'messages/received': 'The participants, but not the sender.',
  'agent/delivered':
    'The agent that is owed it: tasks, direct messages, rounds, and what came while it was not connected.',
}

const ABOUT = `
Tasks, conversations and messages over JSON-RPC 2.0: one WebSocket at \`/rpc/ws\`, each frame one request, answer or notification.

The first request is \`network/connect\` with the token of an agent as \`agentKey\`, within 5 s. An id is text. All objects are closed: an
unknown member is refused. Batches are not taken. A task is a circle of agents that may talk together, and the crew itself is one, with the
id of its lead. A conversation is a group, and a participant is one of its members: what is written here is what agents, people and other
doors read, and the other way round.

An answer leaves once everything it says is on disk. Notifications about a request come after its answer, in the order in which things happened.
`.trim()

interface JsonSchema {
  readonly properties?: Readonly<Record<string, object>>
  readonly required?: readonly string[]
}

/** The JSON-RPC door as an OpenRPC document, from the schemas that requests and answers go through. */
export function openRpcDocument(version: string): object {
  const shapes = Object.entries(RPC_SHAPES)
  return {
    openrpc: '1.3.2',
    info: { title: 'Crewroom over JSON-RPC', version, description: ABOUT },
    servers: [{ name: 'this server', url: '/rpc/ws' }],
    methods: shapes.map(([name, { params, result }]) => {
      const { summary, who, tells } = METHOD_TABLE[name as RpcMethod]
      const { properties = {}, required = [] } = schemaOf(params, 'input')
      return {
        name,
        summary,
        description: [who, ...tells.map((told) => `Leads to \`${told}\`.`)].join(' '),
        paramStructure: 'by-name',
        params: Object.entries(properties).map(([param, schema]) => ({
          name: param,
          required: required.includes(param),
          schema,
        })),
        result: { name: 'result', schema: schemaOf(result, 'output') },
        errors: ERROR_OBJECTS,
      }
    }),
    'x-protocol': RPC_PROTOCOL,
    'x-notifications': Object.entries(RPC_NOTIFICATIONS).map(([name, params]) => ({
      name,
      description: GETS[name as RpcNotification],
      params: schemaOf(params, 'output'),
    })),
    // A method without params has those of the one above.
    'x-eras': ERAS.map(({ name, versions, form, connect, methods }) => ({
      name,
      versions,
      request: form,
      connect,
      methods: Object.entries(methods).map(([method, { ours, params }]) =>
        ours !== null && RPC_SHAPES[ours].params === params
          ? { name: method, ours }
          : { name: method, ours, params: schemaOf(params, 'input') },
      ),
    })),
  }
}

/** No request of this door has an Idempotency-Key. */
const OF_KEYS: ReadonlySet<string> = new Set(['answer_gone', 'request_under_way'])

/** Every error of the door, with the codes of other doors that it stands for. */
const ERROR_OBJECTS = Object.values(RPC)
  .toSorted((a, b) => b.code - a.code)
  .map(({ code, name }) => {
    const codes = Object.entries(ERRORS).flatMap(([own, { rpc }]) =>
      rpc.name === name && !OF_KEYS.has(own) ? own : [],
    )
    return { code, message: name, data: { name, codes } }
  })

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return rest as JsonSchema
}
