import * as z from 'zod'
import type { CrewState, LiveState } from '../../state/crew-state'
import { admissionRecord } from './admissions'
import { agentRecord, leadRecord, liveAgent } from './agents'
import { id, type Loose, seq, time } from './fields'
import { groupFile } from './group-files'
import { groupRecord } from './groups'
import { needRecord } from './needs'
import { runRecord } from './runs'
import { roundRecord, sessionRecord } from './sessions'
import { taskRecord } from './work'

const mark = z.strictObject({ seq, n: seq, lastSeen: time })
export const crewState = z.strictObject({
  seq,
  viewer: id.nullable(),
  lead: leadRecord,
  agents: z.record(id, agentRecord),
  groups: z.record(z.string(), groupRecord),
  tasks: z.record(id, taskRecord),
  needs: z.record(id, needRecord),
  sessions: z.record(id, sessionRecord),
  rounds: z.record(id, z.array(roundRecord)),
  runs: z.record(id, runRecord),
  admissions: z.record(id, admissionRecord),
  files: z.record(z.string(), z.array(groupFile)),
  workFiles: z.literal(true).optional(),
  readMarks: z.record(id, z.record(z.string(), mark)),
  ownUnread: z.record(z.string(), seq),
  mentions: z.record(id, z.record(z.string(), z.array(seq))),
  asked: z.record(z.string(), z.array(z.strictObject({ id, n: seq, reactions: seq.optional() }))),
})
crewState satisfies z.ZodType<Loose<CrewState>>
export const handedTo = { sentSeq: seq, seenSeq: seq }
export const liveState = z.strictObject({
  agents: z.record(id, z.strictObject(liveAgent)),
  receipts: z.record(z.string(), z.record(id, z.strictObject(handedTo))).optional(),
})
liveState satisfies z.ZodType<Loose<LiveState>>
