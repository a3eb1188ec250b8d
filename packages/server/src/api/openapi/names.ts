import { zodToOpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import * as z from 'zod'
import { AgentFrame, ClientFrame } from '@crewroom/shared/protocol/frames'
import { ErrorReply } from '@crewroom/shared/protocol/replies'
import {
  agentRecord,
  agentView,
  leadRecord,
  leadView,
} from '@crewroom/shared/protocol/reply-shapes/agents'
import { groupRecord, groupView, memberView } from '@crewroom/shared/protocol/reply-shapes/groups'
import {
  MessageReply,
  directMessage,
  reactions,
} from '@crewroom/shared/protocol/reply-shapes/messages'
import { needRecord } from '@crewroom/shared/protocol/reply-shapes/needs'
import { rolloutEntry } from '@crewroom/shared/protocol/reply-shapes/rollouts'
import { crewState, liveState } from '@crewroom/shared/protocol/reply-shapes/state'
import { taskRecord, turnTimes } from '@crewroom/shared/protocol/reply-shapes/work'
import * as rest from '@crewroom/shared/protocol/rest'
import * as items from '@crewroom/shared/protocol/routes/transcript-item-shapes'
import * as transcripts from '@crewroom/shared/protocol/routes/transcript-shapes'
import { EventReply, ServerFrame } from '@crewroom/shared/protocol/server-frames'

/** Names of schemas in the document. shared is plain zod: it does not know that it is documented. */
const NAMED = {
  Agent: agentView,
  AgentRecord: agentRecord,
  Lead: leadView,
  LeadRecord: leadRecord,
  Group: groupView,
  GroupRecord: groupRecord,
  Member: memberView,
  Message: MessageReply,
  DirectMessage: directMessage,
  Reactions: reactions,
  Task: taskRecord,
  Turn: turnTimes,
  Need: needRecord,
  RolloutEntry: rolloutEntry,
  CrewState: crewState,
  LiveState: liveState,
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
  TranscriptPage: transcripts.transcriptPage,
  TranscriptItemDetails: items.itemDetails,
  TranscriptDisplayItem: items.displayItem,
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
