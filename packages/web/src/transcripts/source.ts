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
  type PartOfDetails,
  transcriptInSession,
  transcriptOfAgent,
  transcriptOfFile,
} from '../sync/api/transcripts'
import { exportTranscript } from '../sync/exports'
import { transcriptWatch } from '../sync/sync'

export type { PartOfDetails } from '../sync/api/transcripts'

export interface ItemPage extends TranscriptPage {
  /** The entries with which rounds begin, where it is a session's. */
  readonly rounds?: readonly { readonly n: number; readonly entry: number }[]
}

/** Where the items of a transcript come from. The same source is the same object: a new one is another transcript. */
export interface ItemSource {
  readonly id: string
  /** The newest items, or those before an item. */
  page(
    ask: { readonly before?: string; readonly limit: number },
    signal?: AbortSignal,
  ): Promise<ItemPage>
  details(itemId: string, part?: PartOfDetails, signal?: AbortSignal): Promise<ItemDetails>
  /** Reports changes until the returned function is called; `all` after an interruption. */
  watch(onChange: (change: TranscriptChange) => void): () => void
}

/** Where the view of a transcript has everything from: a file on the server, an agent's record, or a dropped file. */
export interface TranscriptSource extends ItemSource {
  /** Saves all of it as a Markdown document; not there where the server has no file of it. */
  save?(title: string): void
  context(signal?: AbortSignal): Promise<ContextView>
  timeline(signal?: AbortSignal): Promise<TimelineView>
  find(words: string, limit: number, signal?: AbortSignal): Promise<FoundTexts>
}

/** A session file below the server's folders. */
export const sourceOfFile = (id: string): TranscriptSource => ({
  ...watched(id, transcriptOfFile(id)),
  save: (title) => void exportTranscript(id, title),
})

/** The record of an agent of this server. */
export const sourceOfAgent = (agentId: string): TranscriptSource =>
  watched(`agent-${agentId}`, transcriptOfAgent(agentId))

/** What of an agent's record belongs to one session. */
export const sourceOfSession = (session: SessionAt, agentId: string): ItemSource =>
  watched(`agent-${agentId}.${session.id}`, transcriptInSession(session, agentId))

function watched<T extends Omit<ItemSource, 'id' | 'watch'>>(id: string, asked: T) {
  const watch: ItemSource['watch'] = (onChange) => transcriptWatch.watch(id, onChange)
  return { id, ...asked, watch }
}
