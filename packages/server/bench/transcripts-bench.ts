import { TranscriptOf } from '@crewroom/shared/transcript/transcript'
import { type BenchResult, median, round } from './measure'
import { inBrowser } from './transcripts/in-browser'
import { longSession } from './transcripts/long-session'

const MB = 1024 * 1024
const ROUNDS = 9
const APPENDS = 200
/** As the server's thread reads a file. */
const PIECE = 256 * 1024

/** What it costs to read a session, one more record of a long one, and to show that. */
export async function transcriptsBench(): Promise<BenchResult[]> {
  const long = longSession(50 * MB)
  return [reading(longSession(4 * MB)), growing(long), ...(await inBrowser(long))]
}

function reading(text: string): BenchResult {
  const parsed: number[] = []
  const read: number[] = []
  let items = 0
  for (let n = 0; n < ROUNDS; n++) {
    parsed.push(
      timed(() => {
        for (const line of text.split('\n')) if (line !== '') JSON.parse(line)
      }),
    )
    read.push(timed(() => (items = fed(text).conversation.items.length)))
  }
  const ratio = median(read) / median(parsed)
  const ms = median(read)
  return {
    name: 'transcripts: 4 MB read as a conversation against JSON.parse of its lines',
    ratio: round(ratio),
    bound: '< 3, and < 1000 ms',
    ok: ratio < 3 && ms < 1000,
    detail: { ms: round(ms), parseMs: round(median(parsed)), items },
  }
}

function growing(text: string): BenchResult {
  const began = performance.now()
  const book = fed(text)
  const first = performance.now() - began
  const page = timed(() => book.page({ limit: 50 }))
  const appended = Array.from({ length: APPENDS }, (_, n) => {
    const line = `${JSON.stringify(record(n))}\n`
    return timed(() => {
      const revision = book.revision
      book.feed(line)
      book.changedSince(revision)
      book.page({ limit: 1 })
    })
  })
  const ms = median(appended)
  return {
    name: 'transcripts: one more record of a session of 50 MB, in ms',
    ratio: round(ms, 3),
    bound: '< 5',
    ok: ms < 5,
    detail: {
      most: round(Math.max(...appended)),
      firstReadMs: round(first),
      pageMs: round(page),
      items: book.conversation.items.length,
      heapMb: round(process.memoryUsage().heapUsed / MB, 0),
    },
  }
}

function fed(text: string): TranscriptOf {
  const book = new TranscriptOf()
  for (let at = 0; at < text.length; at += PIECE) book.feed(text.slice(at, at + PIECE))
  return book
}

/** A tool of the last response, and its result. */
function record(n: number): unknown {
  const at = new Date(Date.UTC(2030, 0, 1) + n * 1000).toISOString()
  const common = {
    uuid: `more-${n}`,
    parentUuid: null,
    sessionId: 's',
    timestamp: at,
    isSidechain: false,
  }
  if (n % 2 === 1) {
    const content = [
      { type: 'tool_result', tool_use_id: `tool-${n - 1}`, content: 'done'.repeat(50) },
    ]
    return { ...common, type: 'user', message: { role: 'user', content } }
  }
  const content = [{ type: 'tool_use', id: `tool-${n}`, name: 'Bash', input: { command: 'make' } }]
  const message = { id: `m-${n}`, role: 'assistant', model: 'claude-opus-4-5', content }
  return { ...common, type: 'assistant', requestId: `r-${n}`, message }
}

function timed(run: () => unknown): number {
  const began = performance.now()
  run()
  return performance.now() - began
}
