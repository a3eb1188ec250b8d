import type { QueryOf } from '@crewroom/shared/client/http'
import { type ExportJob, exportJobs } from './export-jobs'
import { DocumentReading, ExportReading, type FileReading, type LinesRead } from './export-reading'
import { ApiError, client } from './request'
import { saveBlob } from './save-blob'

const aborts = new Map<number, AbortController>()
/** Progress is shown a few times in a second. */
const SHOWN_EVERY_MS = 150
let ids = 0

interface ExportedCrew {
  readonly leadId: string
  /** What is exported, as people call it. */
  readonly title: string
}

/** Fetches a crew, or one group of it, and saves it as a file once it is whole. */
export function exportToFile(crew: ExportedCrew, group: string | null = null): Promise<boolean> {
  return saved(crew, 'application/x-ndjson', new ExportReading(), (signal) =>
    client.open('/api/lead/{id}/export', { path: { id: crew.leadId }, query: { group }, signal }),
  )
}

/** Fetches a conversation as a Markdown document, and saves it likewise. */
export function exportMarkdown(
  crew: ExportedCrew,
  asked: QueryOf<'get', '/api/lead/{id}/markdown'>,
): Promise<boolean> {
  return saved(crew, 'text/markdown', new DocumentReading(), (signal) =>
    client.open('/api/lead/{id}/markdown', { path: { id: crew.leadId }, query: asked, signal }),
  )
}

/** Fetches a session of a program’s own file as a Markdown document, likewise. */
export function exportTranscript(id: string, title: string): Promise<boolean> {
  return saved({ leadId: '', title }, 'text/markdown', new DocumentReading(), (signal) =>
    client.open('/api/transcripts/{id}/markdown', { path: { id }, signal }),
  )
}

/** Resolves with whether it was saved: not when it was given up or cut off. */
async function saved(
  { leadId, title }: ExportedCrew,
  type: string,
  reading: FileReading,
  open: (signal: AbortSignal) => Promise<Response>,
): Promise<boolean> {
  const id = ++ids
  const abort = new AbortController()
  aborts.set(id, abort)
  const job: ExportJob = { id, leadId, title, problem: null, bytes: 0, lines: 0, total: null }
  exportJobs.setState((all) => [...all, job], true)
  const { signal } = abort
  try {
    const response = await open(signal)
    const { parts, name } = await read(response, reading, (progress) => change(id, progress))
    // An answer that had come whole before it was given up does not fail.
    signal.throwIfAborted()
    saveBlob(new Blob(parts, { type }), name)
    endExport(id)
    return true
  } catch (error) {
    if (signal.aborted) endExport(id)
    else change(id, { problem: error instanceof Error ? error.message : String(error) })
    return false
  }
}

/** Gives up what is under way, and takes away what is said of it. */
export function endExport(id: number): void {
  aborts.get(id)?.abort()
  aborts.delete(id)
  exportJobs.setState((all) => all.filter((own) => own.id !== id), true)
}

async function read(
  response: Response,
  reading: FileReading,
  tell: (progress: LinesRead) => void,
): Promise<{ readonly parts: BlobPart[]; readonly name: string }> {
  const reader = response.body?.getReader()
  if (!reader) throw new ApiError(0, 'network', 'The server’s answer cannot be read.')
  const parts: BlobPart[] = []
  let told = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new ApiError(0, 'network', 'The connection was lost in the middle of the file.')
    })
    if (done) break
    reading.push(value)
    parts.push(value)
    if (performance.now() - told < SHOWN_EVERY_MS) continue
    told = performance.now()
    tell(reading.progress)
  }
  if (!reading.isWhole) {
    throw new ApiError(0, 'network', 'The server ended the file before it was whole.')
  }
  const said = response.headers.get('Content-Disposition') ?? ''
  return { parts, name: /filename="([^"]+)"/.exec(said)?.[1] ?? 'crewroom.ndjson' }
}

function change(id: number, part: Partial<ExportJob>): void {
  exportJobs.setState((all) => all.map((own) => (own.id === id ? { ...own, ...part } : own)), true)
}
