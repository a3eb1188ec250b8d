import type { ReplyOf } from '@crewroom/shared/client/http'
import type { ImportJob } from '@crewroom/shared/protocol/views'
import { createStore } from 'zustand/vanilla'
import { api } from './api'
import { ApiError, sendFile } from './request'

type Answer = ReplyOf<'post', '/api/import'>
type WholeCrew = Extract<Answer, { readonly kind: 'crew' }>
/** What came out of a file; only the answer to the upload tells all of it. */
export type Imported = Pick<Answer, 'kind' | 'leadId'> &
  Partial<Pick<WholeCrew, 'name' | 'agents' | 'groups' | 'messages' | 'programs'>>

/** Where an import of this tab is. It goes on while other pages are shown. */
export type ImportStep =
  | { readonly at: 'none' }
  | { readonly at: 'chosen'; readonly file: File; readonly problem: string | null }
  | {
      readonly at: 'sending'
      readonly file: File
      /** 0 to 1, of the file's bytes. */
      readonly sent: number
      /** What the server says of it; null before it says anything. */
      readonly job: ImportJob | null
    }
  | { readonly at: 'done'; readonly imported: Imported }
  /** It was begun by a page that is gone: what the server says of it. */
  | { readonly at: 'followed'; readonly job: ImportJob }

export const importing = createStore<ImportStep>(() => ({ at: 'none' }))

const ASKED_EVERY_MS = 400
let upload: AbortController | null = null

export function chooseImport(file: File): void {
  set({ at: 'chosen', file, problem: null })
}

/** Nothing of it is shown any more; what was not begun does not happen. */
export function closeImport(): void {
  const { at } = importing.getState()
  if (at !== 'sending' && at !== 'followed') set({ at: 'none' })
}

/** Sends the chosen file, and tells how far it is. */
export async function startImport(file: File): Promise<void> {
  const id = crypto.randomUUID()
  const abort = new AbortController()
  upload = abort
  set({ at: 'sending', file, sent: 0, job: null })
  const stop = watch(id)
  try {
    const sent = (share: number) => change({ sent: share })
    const options = { signal: abort.signal, sent }
    set({ at: 'done', imported: await sendFile('/api/import', { query: { id } }, file, options) })
  } catch (error) {
    const job = await outcomeOf(id, error)
    if (job?.phase === 'done') set({ at: 'done', imported: importedOf(job) })
    else if (abort.signal.aborted) set({ at: 'chosen', file, problem: null })
    else set({ at: 'chosen', file, problem: job?.problem ?? wordsOf(error) })
  } finally {
    stop()
    upload = null
  }
}

/** Breaks the upload off. What the server is storing already becomes part of it. */
export function cancelImport(): void {
  upload?.abort()
}

/** Looks, when the page is new, whether an import of an earlier one goes on. */
export async function followImports(): Promise<void> {
  if (importing.getState().at !== 'none') return
  for (;;) {
    const before = importing.getState()
    const followed = before.at === 'followed' ? before.job.id : null
    const jobs = await api.imports().then(
      ({ imports }) => imports,
      () => null,
    )
    if (importing.getState() !== before) return
    const job = jobs?.findLast((own) => (followed === null ? isUnderWay(own) : own.id === followed))
    // A server that was started again knows nothing of it: it is not here then.
    if (jobs && !job) return set({ at: 'none' })
    if (job?.phase === 'done') return set({ at: 'done', imported: importedOf(job) })
    if (job) set({ at: 'followed', job })
    if (job?.phase === 'failed') return
    if (!job && followed === null) return
    await pause()
  }
}

/** What is said of a failed import that was only followed was read. */
export function dropFollowed(): void {
  if (importing.getState().at === 'followed') set({ at: 'none' })
}

/** Without an answer only the server knows what became of it. */
async function outcomeOf(id: string, error: unknown): Promise<ImportJob | null> {
  if (error instanceof ApiError && error.status !== 0) return null
  for (;;) {
    const jobs = await api.imports().then(
      ({ imports }) => imports,
      () => null,
    )
    const job = jobs?.find((own) => own.id === id)
    if (!job || !isUnderWay(job)) return job ?? null
    change({ job })
    await pause()
  }
}

/** Asks how far it is until it is told to stop. */
function watch(id: string): () => void {
  let isOver = false
  const ask = async () => {
    for (;;) {
      await pause()
      if (isOver) return
      const jobs = await api.imports().catch(() => null)
      const job = jobs?.imports.find((own) => own.id === id)
      if (!isOver && job) change({ job })
    }
  }
  void ask()
  return () => {
    isOver = true
  }
}

function isUnderWay({ phase }: ImportJob): boolean {
  return phase === 'reading' || phase === 'storing'
}

function importedOf({ kind, leadId, name }: ImportJob): Imported {
  return { kind: kind ?? 'crew', leadId: leadId ?? '', ...(name === null ? {} : { name }) }
}

function change(part: { readonly sent?: number; readonly job?: ImportJob }): void {
  const now = importing.getState()
  if (now.at === 'sending') set({ ...now, ...part })
}

function set(step: ImportStep): void {
  importing.setState(step, true)
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS))
}
