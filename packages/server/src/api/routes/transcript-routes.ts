import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import * as shapes from '@crewroom/shared/protocol/routes/transcripts'
import { recordOf } from '../../journal/ports/transcript-port'
import type { Question } from '../../transcripts/messages'
import type { Transcripts } from '../../transcripts/transcripts'
import { type Answer, ReadyJson, type RoutePorts } from './route'
import { row, type RouteRow } from './row'

export interface TranscriptRoutePorts extends RoutePorts {
  readonly transcripts: Pick<Transcripts, 'ask'>
}

/** What every route of one transcript may refuse. */
const ERRORS = ['transcript_not_found', 'too_large', 'bad_file', 'busy'] as const
const HITS = 50

/** Session files below the configured folders: what any agent did, whoever ran it. For the person alone. */
export const TRANSCRIPT_ROUTES: readonly RouteRow<TranscriptRoutePorts>[] = [
  row('Transcripts', shapes.listTranscripts, {
    id: 'listTranscripts',
    who: 'owner',
    summary: 'The sessions of coding agents in the configured folders, newest first',
    errors: ['busy'],
    run: (_asked, ports) => answered(ports, { type: 'list' }),
  }),
  row('Transcripts', shapes.searchTranscripts, {
    id: 'searchTranscripts',
    who: 'owner',
    summary: 'Sessions with these words, newest first',
    errors: ['busy'],
    sample: { query: { q: 'RoPEConfig' } },
    run: ({ query: { q, limit = HITS } }, ports) =>
      answered(ports, { type: 'search', words: q, limit }),
  }),
  row('Transcripts', shapes.readTranscript, {
    id: 'readTranscript',
    who: 'owner',
    summary: 'A session as a conversation: its last items, or those before one',
    errors: [...ERRORS],
    sample: { path: { id: '{session}' } },
    run: ({ param, query: { before, limit = LIMITS.pageDefault } }, ports) =>
      answered(ports, { type: 'page', transcript: param('id'), before, limit }),
  }),
  row('Transcripts', shapes.readTranscriptItem, {
    id: 'readTranscriptItem',
    who: 'owner',
    summary: 'All of one item: the steps of an agent’s work, a whole text, images',
    errors: [...ERRORS],
    sample: { path: { id: '{session}', itemId: '{item}' } },
    run: ({ param, query: { piece, after } }, ports) =>
      answered(ports, {
        type: 'details',
        transcript: param('id'),
        item: param('itemId'),
        piece,
        after,
      }),
  }),
  row('Transcripts', shapes.readTranscriptContext, {
    id: 'readTranscriptContext',
    who: 'owner',
    summary: 'Where the tokens of each phase of a session went',
    errors: [...ERRORS],
    sample: { path: { id: '{session}' } },
    run: ({ param }, ports) => answered(ports, { type: 'context', transcript: param('id') }),
  }),
  row('Transcripts', shapes.readTranscriptTimeline, {
    id: 'readTranscriptTimeline',
    who: 'owner',
    summary: 'A session over time: what its agent and its sub-agents did, as lanes',
    errors: [...ERRORS],
    sample: { path: { id: '{session}' } },
    run: ({ param }, ports) => answered(ports, { type: 'timeline', transcript: param('id') }),
  }),
  row('Transcripts', shapes.findInTranscript, {
    id: 'findInTranscript',
    who: 'owner',
    summary: 'Where words are in a session, within its tools and sub-agents, too',
    errors: [...ERRORS],
    sample: { path: { id: '{session}' }, query: { q: 'RoPEConfig' } },
    run: ({ param, query: { q, limit = HITS } }, ports) =>
      answered(ports, { type: 'find', transcript: param('id'), words: q, limit }),
  }),
]

async function answered(
  { transcripts }: TranscriptRoutePorts,
  question: Question,
): Promise<Answer> {
  if ('transcript' in question) sessionFileId(question.transcript)
  return { body: new ReadyJson(await transcripts.ask(question)) }
}

/** The id, unless it is that of an agent’s record. */
export function sessionFileId(transcript: string): string {
  if (recordOf(transcript) === null) return transcript
  throw new CrewError(
    'transcript_not_found',
    'Transcripts of agents’ records are below GET /api/agents/:agentId/transcript.',
  )
}
