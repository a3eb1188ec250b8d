import type {
  ContextView,
  FoundTexts,
  ItemDetails,
  TimelineView,
  TranscriptChange,
  TranscriptPage,
} from '@crewroom/shared/transcript/views'
import type { SessionAt } from '../sync/api/sessions'
import {
  agentPath,
  filePath,
  type PartOfDetails,
  sessionPath,
  transcriptAt,
} from '../sync/api/transcripts'
import { transcriptWatch } from '../sync/sync'

export type { PartOfDetails } from '../sync/api/transcripts'

/**
 * Where the view of a transcript has everything from: a file on the server, an agent's record, or a file that was
 * dropped on the page. The same source is the same object: a new one is another transcript.
 */
export interface TranscriptSource {
  readonly id: string
  /** The newest items, or those before an item. */
  page(
    ask: { readonly before?: string; readonly limit: number },
    signal?: AbortSignal,
  ): Promise<TranscriptPage>
  details(itemId: string, part?: PartOfDetails, signal?: AbortSignal): Promise<ItemDetails>
  context(signal?: AbortSignal): Promise<ContextView>
  timeline(signal?: AbortSignal): Promise<TimelineView>
  find(words: string, limit: number, signal?: AbortSignal): Promise<FoundTexts>
  /** Reports changes until the returned function is called; `all` after an interruption. */
  watch(onChange: (change: TranscriptChange) => void): () => void
}

/** A session file below the server's folders. */
export const sourceOfFile = (id: string): TranscriptSource => onServer(id, filePath(id))

/** The record of an agent of this server. */
export const sourceOfAgent = (agentId: string): TranscriptSource =>
  onServer(`agent-${agentId}`, agentPath(agentId))

/** What of an agent's record belongs to one session. */
export const sourceOfSession = (session: SessionAt, agentId: string): TranscriptSource =>
  onServer(`agent-${agentId}.${session.id}`, sessionPath(session, agentId))

const onServer = (id: string, path: string): TranscriptSource => ({
  id,
  ...transcriptAt(path),
  watch: (onChange) => transcriptWatch.watch(id, onChange),
})
