import { LIMITS } from '@crewroom/shared/protocol/limits'
import * as shapes from '@crewroom/shared/protocol/routes/transcripts'
import type { AgentTranscripts } from '../../agents/agent-transcripts'
import { openRollout } from '../../agents/read-rollout'
import type { By } from '../../crew/shard'
import { recordId, type TranscriptQuestion } from '../../journal/ports/transcript-port'
import { type Answer, ReadyJson, type RoutePorts } from './route'
import { row, type RouteRow } from './row'

export interface AgentTranscriptRoutePorts extends RoutePorts {
  readonly agentTranscripts: Pick<AgentTranscripts, 'ask' | 'sessionOf'>
}

const HITS = 50

/** Agents' records as conversations, for whoever may read the record. */
export const AGENT_TRANSCRIPT_ROUTES: readonly RouteRow<AgentTranscriptRoutePorts>[] = [
  row('Transcripts', shapes.readAgentTranscript, {
    id: 'readAgentTranscript',
    who: 'reader',
    summary:
      'What an agent was given, did and said, as a conversation: its last items, or those before one',
    errors: ['forbidden', 'busy'],
    sample: { query: { limit: 3 } },
    run: (asked, ports) => {
      const { before, limit = LIMITS.pageDefault } = asked.query
      return answered(asked, ports, (transcript) => ({ type: 'page', transcript, before, limit }))
    },
  }),
  row('Transcripts', shapes.readAgentTranscriptItem, {
    id: 'readAgentTranscriptItem',
    who: 'reader',
    summary: 'All of one item of an agent’s transcript',
    errors: ['forbidden', 'busy'],
    sample: { path: { itemId: 'ai-e2' } },
    run: (asked, ports) => {
      const { piece, after } = asked.query
      const item = asked.param('itemId')
      return answered(asked, ports, (transcript) => ({
        type: 'details',
        transcript,
        item,
        piece,
        after,
      }))
    },
  }),
  row('Transcripts', shapes.readAgentTranscriptContext, {
    id: 'readAgentTranscriptContext',
    who: 'reader',
    summary: 'Where the tokens of each phase of an agent’s work went',
    errors: ['forbidden', 'busy'],
    run: (asked, ports) =>
      answered(asked, ports, (transcript) => ({ type: 'context', transcript })),
  }),
  row('Transcripts', shapes.readAgentTranscriptTimeline, {
    id: 'readAgentTranscriptTimeline',
    who: 'reader',
    summary: 'An agent’s work over time: what it and its sub-agents did, as lanes',
    errors: ['forbidden', 'busy'],
    run: (asked, ports) =>
      answered(asked, ports, (transcript) => ({ type: 'timeline', transcript })),
  }),
  row('Transcripts', shapes.findInAgentTranscript, {
    id: 'findInAgentTranscript',
    who: 'reader',
    summary: 'Finds words in what an agent did',
    errors: ['forbidden', 'busy'],
    sample: { query: { q: 'config' } },
    run: (asked, ports) => {
      const { q: words, limit = HITS } = asked.query
      return answered(asked, ports, (transcript) => ({ type: 'find', transcript, words, limit }))
    },
  }),
  row('Transcripts', shapes.readAgentSession, {
    id: 'readAgentSession',
    who: 'reader',
    summary:
      'The session file that an agent’s program keeps itself, below the configured folders; only the owner sees one',
    errors: ['forbidden', 'busy'],
    run: async ({ by, principal, param }, { shard, agentTranscripts }) => {
      const record = openRollout(shard, by, param('agentId'))
      if (principal.kind !== 'owner') return { body: { id: null } }
      return { body: new ReadyJson(await agentTranscripts.sessionOf(record)) }
    },
  }),
]

async function answered(
  { by, param }: { readonly by: By; readonly param: (name: string) => string },
  { shard, agentTranscripts }: AgentTranscriptRoutePorts,
  question: (transcript: string) => TranscriptQuestion,
): Promise<Answer> {
  const record = openRollout(shard, by, param('agentId'))
  const json = await agentTranscripts.ask(record, question(recordId(record.agent.id)))
  return { body: new ReadyJson(json) }
}
