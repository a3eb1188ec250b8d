import { type ExportJob, exportJobs } from './export-jobs'
import { ExportReading, type LinesRead } from './export-reading'
import { ApiError, client } from './request'
import { saveBlob } from './save-blob'

const aborts = new Map<number, AbortController>()
/** Progress is shown a few times in a second. */
const SHOWN_EVERY_MS = 150
let ids = 0

/**
 * Fetches a crew, or one group of it, and saves it as a file once it is whole. Resolves with whether it was saved:
 * not when it was given up or cut off.
 */
export async function exportToFile(
  crew: { readonly leadId: string; readonly title: string },
  group: string | null = null,
): Promise<boolean> {
  const id = ++ids
  const { leadId, title } = crew
  const abort = new AbortController()
  aborts.set(id, abort)
  const job: ExportJob = { id, leadId, title, problem: null, bytes: 0, lines: 0, total: null }
  exportJobs.setState((all) => [...all, job], true)
  const { signal } = abort
  const asked = { path: { id: leadId }, query: { group }, signal }
  try {
    const response = await client.open('/api/lead/{id}/export', asked)
    const { parts, name } = await read(response, (progress) => change(id, progress))
    // An answer that had come whole before it was given up does not fail.
    signal.throwIfAborted()
    saveBlob(new Blob(parts, { type: 'application/x-ndjson' }), name)
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
  tell: (progress: LinesRead) => void,
): Promise<{ readonly parts: BlobPart[]; readonly name: string }> {
  const reader = response.body?.getReader()
  if (!reader) throw new ApiError(0, 'network', 'The server’s answer cannot be read.')
  const reading = new ExportReading()
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
