import { parentPort, workerData } from 'node:worker_threads'
import { getHeapStatistics } from 'node:v8'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { createMask } from '../rollouts/secret-mask'
import { answer, type AnswerPorts } from './answers'
import { Books } from './books'
import type { FromThread, Question, ThreadData, ToThread } from './messages'
import { RecordBooks } from './record-books'
import { SessionList } from './session-list'
import { SubagentBooks } from './subagent-books'
import { Watching } from './watching'

/** The thread that reads and parses transcripts, so that nothing else waits for a disk or for megabytes of JSON. */
const port = parentPort
if (!port) throw new Error('transcripts/thread runs as a worker thread')
const send = (message: FromThread) => port.postMessage(message)
const { roots, secrets, prices, revision } = workerData as ThreadData

const giveWay = () => new Promise<void>((resolve) => setImmediate(resolve))
/** What is made of a file when it is read takes memory, too. */
const hasRoom = () => {
  const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics()
  return used < 0.7 * most
}
const known = new Set(secrets)
let mask = createMask(secrets)
const list = new SessionList(roots, giveWay)
const books = new Books({
  mask: () => mask,
  open: list.open,
  fileOf: (id) => list.fileOf(id),
  giveWay,
  hasRoom,
  revision,
  prices,
})
const records = new RecordBooks(revision)
const highest = () => Math.max(books.revision, records.revision)
const watching = new Watching(books, (change) =>
  send({ type: 'changed', change, revision: highest() }),
)
const ports: AnswerPorts = {
  books,
  subagents: new SubagentBooks(prices),
  list,
  records,
  mask: () => mask,
  giveWay,
}

async function ask(id: number, question: Question): Promise<void> {
  try {
    const json = JSON.stringify(await answer(ports, question))
    send({ type: 'answer', id, json, revision: highest() })
  } catch (error) {
    send({ type: 'refused', id, refusal: refusalOf(error) })
  }
}

function refusalOf(error: unknown): { readonly code: CrewError['code']; readonly message: string } {
  if (error instanceof CrewError) return { code: error.code, message: error.message }
  const what = error instanceof Error ? error.message : String(error)
  return { code: 'internal', message: `This transcript could not be read: ${what}.` }
}

/** A value that came on top may be in what was read before. */
function maskAlso(values: readonly string[]): void {
  if (values.every((value) => known.has(value))) return
  for (const value of values) known.add(value)
  mask = createMask([...known])
  books.forget()
  list.forget()
}

port.on('message', (message: ToThread) => {
  switch (message.type) {
    case 'ask':
      void ask(message.id, message.question)
      return
    case 'watch':
      watching.watch(message.transcript)
      return
    case 'unwatch':
      watching.unwatch(message.transcript)
      return
    case 'secrets':
      maskAlso(message.values)
      return
    default:
      message satisfies never
  }
})
