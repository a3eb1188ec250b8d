import { zodToOpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import * as z from 'zod'
import { AgentFrame, ClientFrame } from '@crewroom/shared/protocol/frames'
import { ErrorReply } from '@crewroom/shared/protocol/replies'
import * as shapes from '@crewroom/shared/protocol/reply-shapes'
import * as rest from '@crewroom/shared/protocol/rest'
import { EventReply, ServerFrame } from '@crewroom/shared/protocol/server-frames'

/** Names of schemas in the document. shared is plain zod: it does not know that it is documented. */
const NAMED = {
  Agent: shapes.agentView,
  AgentRecord: shapes.agentRecord,
  Lead: shapes.leadView,
  LeadRecord: shapes.leadRecord,
  Group: shapes.groupView,
  GroupRecord: shapes.groupRecord,
  Member: shapes.memberView,
  Message: shapes.MessageReply,
  DirectMessage: shapes.directMessage,
  Reactions: shapes.reactions,
  Task: shapes.taskRecord,
  Turn: shapes.turnTimes,
  Need: shapes.needRecord,
  RolloutEntry: shapes.rolloutEntry,
  CrewState: shapes.crewState,
  LiveState: shapes.liveState,
  Event: EventReply,
  Error: ErrorReply,
  Driver: rest.Driver,
  CreateLead: rest.CreateLead,
  CreateAgent: rest.CreateAgent,
  CreateGroup: rest.CreateGroup,
  UpdateGroup: rest.UpdateGroup,
  AddMembers: rest.AddMembers,
  PostMessage: rest.PostMessage,
  PostOutput: rest.PostOutput,
  WsClientFrame: ClientFrame,
  WsServerFrame: ServerFrame,
  AgentFrame,
} satisfies Record<string, z.ZodType>

/** Gives schemas their names, and whole numbers in queries their range. */
export function nameSchemas(queries: Iterable<z.ZodType>): void {
  for (const [refId, schema] of Object.entries<z.ZodType>(NAMED)) {
    zodToOpenAPIRegistry.add(schema, { _internal: { refId } })
  }
  for (const query of queries) {
    if (!(query instanceof z.ZodObject)) continue
    for (const field of Object.values(query.shape as Record<string, z.ZodType>)) nameNumber(field)
  }
}

/** What no path refers to as a schema: frames of WebSockets, and what refusals have in common. */
export const BY_NAME_ONLY: readonly z.ZodType[] = [ErrorReply, ClientFrame, ServerFrame, AgentFrame]

/** A number in a query is text that becomes one: told as the number that it must be. */
function nameNumber(field: z.ZodType): void {
  const inner = field instanceof z.ZodOptional ? field.unwrap() : field
  if (!(inner instanceof z.ZodPipe) || !(inner.out instanceof z.ZodNumber)) return
  const { minValue, maxValue } = inner.out
  zodToOpenAPIRegistry.add(inner, {
    type: 'integer',
    ...(minValue === null ? {} : { minimum: minValue }),
    ...(maxValue === null ? {} : { maximum: maxValue }),
  })
}
