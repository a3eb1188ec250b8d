import { LIMITS } from '@crewroom/shared/protocol/limits'
import * as shapes from '@crewroom/shared/protocol/routes/transcripts'
import type { AgentTranscripts, OpenRecord } from '../../agents/agent-transcripts'
import type { By } from '../../crew/shard'
import { recordId, recordKey, type TranscriptQuestion } from '../../journal/ports/transcript-port'
import { openSessionRecord } from '../../sessions/open-session-record'
import { ReadyJson, type RoutePorts } from './route'
import { row, type RouteRow } from './row'

export interface SessionTranscriptRoutePorts extends RoutePorts {
  readonly agentTranscripts: Pick<AgentTranscripts, 'ask' | 'roundsOf'>
}

const ERRORS = ['not_a_member', 'forbidden', 'agent_not_found', 'other_crew', 'busy'] as const
const SESSION = { sid: '{aliases}', agentId: '{dora}' }

/** What agents were given and did in one session, as conversations. */
export const SESSION_TRANSCRIPT_ROUTES: readonly RouteRow<SessionTranscriptRoutePorts>[] = [
  row('Sessions', shapes.readSessionTranscript, {
    id: 'readSessionTranscript',
    who: 'reader',
    summary:
      'What an agent was given, did and said in a session, as a conversation, and where each round begins in it',
    errors: [...ERRORS],
    sample: { path: SESSION, query: { limit: 3 } },
    run: async (asked, ports) => {
      const { before, limit = LIMITS.pageDefault } = asked.query
      const { record, json } = await answered(asked, ports, (transcript) => ({
        type: 'page',
        transcript,
        before,
        limit,
      }))
      // The page is JSON already: it may be large.
      const rounds = JSON.stringify(ports.agentTranscripts.roundsOf(record))
      return { body: new ReadyJson(`${json.slice(0, -1)},"rounds":${rounds}}`) }
    },
  }),
  row('Sessions', shapes.readSessionTranscriptItem, {
    id: 'readSessionTranscriptItem',
    who: 'reader',
    summary: 'All of one item of what an agent did in a session',
    errors: [...ERRORS],
    sample: { path: { ...SESSION, itemId: 'ai-e6' } },
    run: async (asked, ports) => {
      const { piece, after } = asked.query
      const item = asked.param('itemId')
      const { json } = await answered(asked, ports, (transcript) => ({
        type: 'details',
        transcript,
        item,
        piece,
        after,
      }))
      return { body: new ReadyJson(json) }
    },
  }),
]

async function answered(
  { by, param }: { readonly by: By; readonly param: (name: string) => string },
  { shard, agentTranscripts }: SessionTranscriptRoutePorts,
  question: (transcript: string) => TranscriptQuestion,
): Promise<{ readonly record: OpenRecord; readonly json: string }> {
  const record = openSessionRecord(shard, by, {
    group: param('name'),
    session: param('sid'),
    agentId: param('agentId'),
  })
  const transcript = recordId(recordKey(record.agent.id, record.sessionId))
  return { record, json: await agentTranscripts.ask(record, question(transcript)) }
}
