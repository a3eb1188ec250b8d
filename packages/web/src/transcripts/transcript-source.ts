import { isDropped, sourceOfDropped } from './dropped/dropped-files'
import { sourceOfAgent, sourceOfFile, type TranscriptSource } from './source'

const AGENT = 'agent-'
const known = new Map<string, TranscriptSource>()

/** Where the transcript of an address is; null: it was dropped on another load of the page. */
export function transcriptSource(id: string): TranscriptSource | null {
  if (isDropped(id)) return sourceOfDropped(id)
  const source = known.get(id) ?? onServer(id)
  // The same transcript is the same object.
  known.set(id, source)
  return source
}

const onServer = (id: string): TranscriptSource =>
  id.startsWith(AGENT) ? sourceOfAgent(id.slice(AGENT.length)) : sourceOfFile(id)
