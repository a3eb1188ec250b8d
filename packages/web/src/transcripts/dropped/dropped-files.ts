import { createStore } from 'zustand/vanilla'
import type { PartOfDetails, TranscriptSource } from '../source'
import type {
  DroppedAnswer,
  DroppedQuestion,
  DroppedSession,
  FromWorker,
  ToWorker,
} from './messages'

/** Files that are read in this page and nowhere else. They are gone when it is loaded again. */

interface Waiting {
  readonly resolve: (answer: DroppedAnswer) => void
  readonly reject: (error: Error) => void
}

interface Opened {
  readonly worker: Worker
  readonly waiting: Map<number, Waiting>
  readonly sources: Map<string, TranscriptSource>
}

/** Files that are being read, with how far that is. */
export const reading = createStore<Readonly<Record<string, { name: string; share: number }>>>(
  () => ({}),
)

const PREFIX = 'dropped-'
const opened = new Map<string, Opened>()
let lastNumber = 0

export const isDropped = (transcriptId: string): boolean => transcriptId.startsWith(PREFIX)

/** A sub-agent of a session has the session's id before its own. */
const sessionOf = (transcriptId: string): string => transcriptId.split('.')[0] ?? transcriptId

/** Reads a session's files in a worker; rejects with a sentence. */
export function readDropped(
  files: Omit<DroppedSession, 'id'>,
): Promise<{ readonly id: string; readonly title: string }> {
  const id = `${PREFIX}${crypto.randomUUID().slice(0, 8)}`
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const own: Opened = { worker, waiting: new Map(), sources: new Map() }
  opened.set(id, own)
  const progress = (share: number | null) =>
    reading.setState(
      ({ [id]: _, ...others }) =>
        share === null ? others : { ...others, [id]: { name: files.file.name, share } },
      true,
    )
  progress(0)
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      progress(null)
      for (const { reject: refuse } of own.waiting.values()) refuse(new Error(why))
      own.waiting.clear()
      closeDropped(id)
      reject(new Error(why))
    }
    worker.addEventListener('error', () =>
      fail(`“${files.file.name}” could not be read: the page ran out of memory or was updated.`),
    )
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      switch (data.type) {
        case 'progress':
          return progress(data.share)
        case 'opened':
          progress(null)
          return resolve({ id, title: data.title })
        case 'refused':
          return fail(data.why)
        case 'answer':
          return taken(own, data.number)?.resolve(data.answer)
        case 'failed':
          return taken(own, data.number)?.reject(new Error(data.why))
        default:
          return data satisfies never
      }
    })
    say(worker, { type: 'open', session: { id, ...files } })
  })
}

/** Null: this load of the page has no such file. */
export function sourceOfDropped(transcriptId: string): TranscriptSource | null {
  const own = opened.get(sessionOf(transcriptId))
  if (!own) return null
  const known = own.sources.get(transcriptId)
  if (known) return known
  const source = fromWorker(transcriptId, own)
  own.sources.set(transcriptId, source)
  return source
}

/** Its last tab was closed: what it took of memory is given back. */
export function closeDropped(transcriptId: string): void {
  const id = sessionOf(transcriptId)
  opened.get(id)?.worker.terminate()
  opened.delete(id)
}

const say = (worker: Worker, message: ToWorker) => worker.postMessage(message)

function taken(own: Opened, number: number): Waiting | undefined {
  const waiting = own.waiting.get(number)
  own.waiting.delete(number)
  return waiting
}

function fromWorker(transcript: string, { worker, waiting }: Opened): TranscriptSource {
  const ask = <Answer extends DroppedAnswer>(
    question: DroppedQuestion,
    signal?: AbortSignal,
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const number = ++lastNumber
      waiting.set(number, { resolve: resolve as (answer: DroppedAnswer) => void, reject })
      signal?.addEventListener('abort', () => {
        if (waiting.delete(number)) reject(new DOMException('It was given up.', 'AbortError'))
      })
      say(worker, { type: 'ask', number, question })
    })
  return {
    id: transcript,
    page: (page, signal) => ask({ type: 'page', transcript, ...page }, signal),
    details: (itemId, part?: PartOfDetails, signal?) =>
      ask({ type: 'details', transcript, itemId, ...part }, signal),
    context: (signal) => ask({ type: 'context', transcript }, signal),
    timeline: (signal) => ask({ type: 'timeline', transcript }, signal),
    find: (words, limit, signal) => ask({ type: 'find', transcript, words, limit }, signal),
    // What was dropped stays as it was.
    watch: () => () => {},
  }
}
