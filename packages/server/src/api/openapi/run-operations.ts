import { NoQuery } from '@crewroom/shared/protocol/rest'
import { type Operation, rows } from '../routes/operation'
import { RunStreamQuery } from '../routes/run-stream-routes'

const RUN = { runId: '{run}' }

/** The course of a discussion, and discussions as documents: `routes/run-stream-routes.ts`. */
export const RUN_OPERATIONS: readonly Operation[] = rows('Discussions', {
  'get /runs/:runId/stream': {
    id: 'streamDiscussion',
    who: 'reader',
    query: RunStreamQuery,
    text: 'application/x-ndjson',
    errors: ['run_not_found', 'rate_limited'],
    summary:
      'The course of a discussion, a JSON line each, up to its end: start, speaker-selected, message, human-needed, complete. `since`: go on behind the line with that `position`; a `seq` means all lines with it. `deltas=true`: also what is being written, in lines of type delta, whose position is that of the line before',
    sample: { after: ['stopDiscussion'], path: RUN },
  },
  'get /runs/:runId/export': {
    id: 'exportDiscussion',
    who: 'reader',
    query: NoQuery,
    text: 'text/markdown',
    errors: ['run_not_found'],
    summary: 'A discussion as a Markdown document',
    sample: { path: RUN },
  },
})

/** A session of a program’s own file as a document: `routes/transfer-routes.ts`. */
export const TRANSCRIPT_OPERATIONS: readonly Operation[] = rows('Transcripts', {
  'get /transcripts/:id/markdown': {
    id: 'exportTranscript',
    who: 'owner',
    query: NoQuery,
    text: 'text/markdown',
    errors: ['transcript_not_found', 'too_large', 'bad_file', 'busy'],
    summary:
      'A session as a Markdown document: what the person and the agent said, what tools were called with and gave, and all that sub-agents did',
    sample: { path: { id: '{session}' } },
  },
})
