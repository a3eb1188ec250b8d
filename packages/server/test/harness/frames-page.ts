import type * as z from 'zod'
import { agentRecord, leadRecord } from '@crewroom/shared/protocol/reply-shapes/agents'
import { groupRecord, member } from '@crewroom/shared/protocol/reply-shapes/groups'
import { openAILine, uiLine } from '@crewroom/shared/protocol/reply-shapes/group-chats'
import { inboxDelivery } from '@crewroom/shared/protocol/reply-shapes/inbox'
import { MessageReply, directMessage } from '@crewroom/shared/protocol/reply-shapes/messages'
import { needRecord, permissionAnswer } from '@crewroom/shared/protocol/reply-shapes/needs'
import {
  roundRecord,
  roundResponse,
  sessionRecord,
} from '@crewroom/shared/protocol/reply-shapes/sessions'
import { taskRecord } from '@crewroom/shared/protocol/reply-shapes/work'

/** Records that frames carry whole, by the names that `/api/docs` has for most of them. */
const RECORDS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [agentRecord, 'AgentRecord'],
  [leadRecord, 'LeadRecord'],
  [groupRecord, 'GroupRecord'],
  [member, 'Member'],
  [MessageReply, 'Message'],
  [directMessage, 'DirectMessage'],
  [needRecord, 'Need'],
  [permissionAnswer, 'PermissionAnswer'],
  [roundRecord, 'Round'],
  [roundResponse, 'RoundResponse'],
  [sessionRecord, 'Session'],
  [taskRecord, 'Task'],
  [inboxDelivery, 'InboxItem'],
  [uiLine, 'Line'],
  [openAILine, 'OpenAIMessage'],
])

interface Def {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly options?: readonly z.ZodType[]
  readonly values?: readonly unknown[]
  readonly entries?: Readonly<Record<string, string>>
  readonly element?: z.ZodType
  readonly innerType?: z.ZodType
  readonly valueType?: z.ZodType
  readonly in?: z.ZodType
}

const defOf = (schema: z.ZodType) => schema.def as unknown as Def

/** Types of frames, each with its own form; a frame of several types is one line. */
export interface FrameForm {
  readonly types: readonly string[]
  /** What it has beside its type, as TypeScript would say it. */
  readonly fields: string
}

/** The frames of a socket's schema, in its order. */
function framesOf(schema: z.ZodType): readonly FrameForm[] {
  const { options, shape } = defOf(schema)
  if (options) return options.flatMap(framesOf)
  if (!shape?.['type']) throw new Error('a frame without a type')
  const { type, ...fields } = shape
  return [{ types: valuesOf(type), fields: fieldsOf(fields) }]
}

function valuesOf(schema: z.ZodType): readonly string[] {
  const { values, entries } = defOf(schema)
  return values ? values.map(String) : Object.values(entries ?? {})
}

function fieldsOf(shape: Readonly<Record<string, z.ZodType>>): string {
  return Object.entries(shape)
    .map(([name, schema]) => `${name}${isOptional(schema) ? '?' : ''}: ${typeOf(schema)}`)
    .join(', ')
}

const isOptional = (schema: z.ZodType) => ['optional', 'default'].includes(defOf(schema).type)

function typeOf(schema: z.ZodType): string {
  const record = RECORDS.get(schema)
  if (record !== undefined) return record
  const def = defOf(schema)
  const inner = def.innerType ?? def.in
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'pipe':
      return inner ? typeOf(inner) : 'unknown'
    case 'nullable':
      return `${inner ? typeOf(inner) : 'unknown'} or null`
    case 'literal':
    case 'enum':
      return valuesOf(schema)
        .map((value) => JSON.stringify(def.type === 'literal' ? (def.values?.[0] ?? value) : value))
        .join(' or ')
    case 'array': {
      const element = def.element ? typeOf(def.element) : 'unknown'
      return element.includes(' ') ? `(${element})[]` : `${element}[]`
    }
    case 'union':
      return [...new Set((def.options ?? []).map(typeOf))].join(' or ')
    case 'record':
      return `by id: ${def.valueType ? typeOf(def.valueType) : 'unknown'}`
    case 'object':
      return `{ ${fieldsOf(def.shape ?? {})} }`
    case 'string':
    case 'number':
    case 'boolean':
    case 'unknown':
      return def.type
    default:
      throw new Error(`frames-page.ts does not know "${def.type}" yet`)
  }
}

/** A socket as its part of the page tells it. */
export interface SocketPart {
  readonly title: string
  /** What it is for, and how it begins. */
  readonly about: string
  readonly client: z.ZodType
  readonly server: z.ZodType
  /** A sentence for each type of frame that a client sends, and for each that the server sends. */
  readonly does: Readonly<Record<'client' | 'server', Readonly<Record<string, string>>>>
}

/** `docs/websockets.md`: every frame, made from the schemas. Throws where a sentence is missing, or one is about no frame. */
export function framesPage(head: string, parts: readonly SocketPart[], end: string): string {
  return [head, ...parts.map(partOf), end].join('\n\n').trimEnd() + '\n'
}

function partOf({ title, about, client, server, does }: SocketPart): string {
  return [
    `## ${title}`,
    about,
    'A client sends:',
    tableOf(client, does.client),
    'The server sends:',
    tableOf(server, does.server),
  ].join('\n\n')
}

function tableOf(schema: z.ZodType, does: Readonly<Record<string, string>>): string {
  const left = new Set(Object.keys(does))
  const rows = framesOf(schema).map(({ types, fields }) => {
    const sentences = types.map((type) => {
      left.delete(type)
      const sentence = does[type]
      if (sentence === undefined) throw new Error(`docs/websockets.md: no sentence for "${type}"`)
      return sentence
    })
    const named = types.map((type) => `\`${type}\``).join(', ')
    return `| ${named} | ${fields === '' ? '' : `\`${fields}\``} | ${[...new Set(sentences)].join('; ')} |`
  })
  if (left.size > 0) throw new Error(`docs/websockets.md: no frame "${[...left].join('", "')}"`)
  return ['| type | fields | is |', '|---|---|---|', ...rows].join('\n')
}
