import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { Batch, StorageFailure } from '../journal/ports/append-port'
import type { RolloutRow } from '../journal/ports/rollout-port'
import { openForWriting } from './database'
import { INDEX_AFTER_MS, IndexSchedule } from './index-schedule'
import { TrimRound } from './trim-round'
import type { ToWorker, FromWorker, WriterWorkerData } from './worker-messages'
import { failureOf, Writer } from './writer'

/** The writer's thread: everything that arrived, even while it was writing, is one transaction. */
const port = parentPort
if (!port) throw new Error('writer-worker runs as a worker thread')
const send = (message: FromWorker) => port.postMessage(message)

let writer: Writer | null = null

const queue: Batch[] = []
/** Messages that were taken from the port while a transaction was open, and are not batches. */
const later: ToWorker[] = []
/** A transaction takes in what arrives while it is written, up to this many batches: then it must be settled. */
const MAX_BATCHES = 32

const CLOSED: StorageFailure = { code: 'CLOSED', message: 'closed' }

type Rollouts = Extract<ToWorker, { type: 'rollouts' }>
/** Rows of agents' records, written when no batch waits. */
const rollouts: Rollouts[] = []
let rolloutsScheduled = false
/** Or after so many transactions of batches, one of them in between: a busy crew must not silence its records. */
const MAX_PASSES = 16
let passes = 0

/** What cannot be indexed is tried again after this long. */
const INDEX_RETRY_MS = 2_000
/** Between two slices of what is removed, and while batches wait: most of the time is theirs. */
const TRIM_PAUSE_MS = 20
/** But no longer than so many of these pauses: a busy crew must not keep the file growing. */
const MAX_TRIM_PAUSES = 16

let indexTimer: NodeJS.Timeout | null = null
let indexing = false
const schedule = new IndexSchedule()
/** Searches that wait for the index, of a crew or of all: it follows at once. */
let indexWaiters: { readonly id: number; readonly leadId: string | null }[] = []

/** What is queued, and what arrives while that is written: under load one fsync serves them all. */
function* arriving(port: MessagePort, taken: Batch[]): Iterable<Batch> {
  while (taken.length < MAX_BATCHES) {
    const batch = queue.shift()
    if (batch) {
      taken.push(batch)
      yield batch
      continue
    }
    const received = receiveMessageOnPort(port) as { message: ToWorker } | undefined
    if (!received) return
    const { message } = received
    if (message.type === 'append') queue.push(JSON.parse(message.batch) as Batch)
    else if (message.type === 'rollouts') takeRollouts(port, message)
    else {
      later.push(message)
      return
    }
  }
}

function writeQueued(from: MessagePort): void {
  if (!writer || queue.length === 0) return
  const taken: Batch[] = []
  const result = writer.write(arriving(from, taken))
  const batchIds = taken.map(({ batchId }) => batchId)
  if (result.ok) {
    send({ type: 'settled', batchIds, outcome: 'durable' })
    schedule.wrote(taken.flatMap(({ entries }) => entries).length, performance.now())
  } else {
    // A writer that failed writes no more: what waits behind is refused with it.
    batchIds.push(...queue.splice(0).map((batch) => batch.batchId))
    send({ type: 'settled', batchIds, outcome: 'refused', failure: result.failure })
  }
  while (schedule.isFirst && readSlice());
  // What came too late for this transaction, in the order in which it came.
  if (queue.length > 0) setImmediate(() => writeQueued(from))
  if (rollouts.length > 0) {
    passes++
    scheduleRollouts(from)
  }
  lastBatchAt = performance.now()
  if (mayIndex()) indexNow(from)
  else indexLater(from, INDEX_AFTER_MS)
  eraseLater(from, ERASE_AFTER_MS)
  for (const message of later.splice(0)) receive(from, message)
}

function takeRollouts(from: MessagePort, message: Rollouts): void {
  rollouts.push(message)
  scheduleRollouts(from)
}

function scheduleRollouts(from: MessagePort): void {
  if (rolloutsScheduled) return
  rolloutsScheduled = true
  setImmediate(() => {
    rolloutsScheduled = false
    takeBatches(from)
    if (queue.length > 0 && passes < MAX_PASSES) return
    writeRollouts()
    if (rollouts.length > 0) scheduleRollouts(from)
  })
}

/** A batch that is here by now, also unread, goes first. */
function takeBatches(from: MessagePort): void {
  while (queue.length === 0) {
    const received = receiveMessageOnPort(from) as { message: ToWorker } | undefined
    if (!received) return
    receive(from, received.message)
  }
}

function writeRollouts(): void {
  const message = rollouts.shift()
  if (!message || !writer) return
  passes = 0
  const failure = writer.writeRollouts(JSON.parse(message.rows) as RolloutRow[])
  send({ type: 'rolloutsSettled', id: message.id, failure })
}

function indexLater(from: MessagePort, ms: number): void {
  if (indexing || indexTimer) return
  indexTimer = setTimeout(() => indexNow(from), ms)
  indexTimer.unref()
}

function indexNow(from: MessagePort): void {
  if (indexTimer) clearTimeout(indexTimer)
  indexTimer = null
  if (indexing) return
  indexing = true
  setImmediate(() => indexSlice(from))
}

/** Not while batches keep coming, but when it is due, and while somebody searches. */
function mayIndex(): boolean {
  return indexWaiters.length > 0 || schedule.mayRead(queue.length > 0, performance.now())
}

/** False when it could not be read. */
function readSlice(): boolean {
  if (!writer || writer.indexed) return false
  const { facts, isAtEnd, failure } = writer.indexSlice()
  if (failure === null) schedule.read(facts, isAtEnd, performance.now())
  else schedule.failed()
  return failure === null
}

/** One slice, then the event loop again: batches that came meanwhile go first. */
function indexSlice(from: MessagePort): void {
  indexing = false
  takeBatches(from)
  // It may have been closed just now, by what was taken.
  if (!writer) return
  if (!mayIndex()) {
    indexLater(from, INDEX_AFTER_MS)
    return
  }
  const hasFailed = !writer.indexed && !readSlice()
  answerWaiters(writer, hasFailed)
  if (hasFailed) indexLater(from, INDEX_RETRY_MS)
  else if (!writer.indexed) indexNow(from)
}

function answerWaiters(index: Writer, hasFailed: boolean): void {
  const isOver = (leadId: string | null) =>
    hasFailed || index.indexed || (leadId !== null && index.hasIndexed(leadId))
  for (const { id, leadId } of indexWaiters) if (isOver(leadId)) send({ type: 'indexed', id })
  indexWaiters = indexWaiters.filter(({ leadId }) => !isOver(leadId))
}

function trim(from: MessagePort, id: number, round: TrimRound, pauses = 0): void {
  setTimeout(() => {
    takeBatches(from)
    // Closed meanwhile: a start continues.
    if (!writer) return
    const mustWait = queue.length > 0 && pauses < MAX_TRIM_PAUSES
    if (!mustWait) round.slice()
    eraseLater(from, ERASE_AFTER_MS)
    if (round.isDone) send({ type: 'trimmed', id, trimmed: round.trimmed })
    else trim(from, id, round, mustWait ? pauses + 1 : 0)
  }, TRIM_PAUSE_MS).unref()
}

/** What was deleted is erased when entries that were open then are in agents' records: these take a second. */
const ERASE_AFTER_MS = 2_000
const ERASE_PAUSE_MS = 1
/** When somebody reads what was, or the disk is full. */
const ERASE_RETRY_MS = 250
let eraseTimer: NodeJS.Timeout | null = null
let lastBatchAt = 0

function eraseLater(from: MessagePort, ms: number): void {
  if (eraseTimer || !writer || writer.isErased) return
  eraseTimer = setTimeout(() => {
    eraseTimer = null
    takeBatches(from)
    if (!writer) return
    const goesOn = eraseSlice(writer)
    eraseLater(from, goesOn ? ERASE_PAUSE_MS : ERASE_RETRY_MS)
  }, ms)
  eraseTimer.unref()
}

function eraseSlice(of: Writer): boolean {
  try {
    return of.eraseSlice(performance.now() - lastBatchAt > ERASE_AFTER_MS)
  } catch {
    // A file that cannot be read or written now: nothing else waits for it.
    return false
  }
}

type Stage = Extract<ToWorker, { type: 'stage' }>
/** Batches go before rows of an import, but no more of them than this in a row. */
const MAX_STAGE_PASSES = 16

function stage(from: MessagePort, { id, file, act }: Stage): void {
  const done = (failure: StorageFailure | null) => send({ type: 'staged', id, failure })
  const failure = writer ? writer.openStaged(act === 'close' ? null : file) : CLOSED
  if (failure || act === 'close' || act === 'open') {
    done(failure)
    return
  }
  const slice = (waited: number) =>
    setImmediate(() => {
      takeBatches(from)
      if (queue.length > 0 && waited < MAX_STAGE_PASSES) {
        slice(waited + 1)
        return
      }
      const result = writer ? writer.stagedSlice(act) : { isDone: true, failure: CLOSED }
      if (result.isDone) done(result.failure)
      else slice(0)
    })
  slice(0)
}

/** Opens and migrates the file, once. */
function open(from: MessagePort, { file, shard, firstEpoch }: WriterWorkerData): void {
  try {
    writer = new Writer({ sqlite: openForWriting(file), shard, firstEpoch, ownsFile: true })
  } catch (error) {
    send({ type: 'unusable', failure: failureOf(error) })
    return
  }
  send({ type: 'ready', position: writer.position, epoch: writer.epoch })
  if (!writer.indexed) indexLater(from, INDEX_AFTER_MS)
  eraseLater(from, ERASE_AFTER_MS)
}

function receive(from: MessagePort, message: ToWorker): void {
  switch (message.type) {
    case 'open':
      open(from, message.data)
      return
    case 'append':
      if (queue.length === 0) setImmediate(() => writeQueued(from))
      queue.push(JSON.parse(message.batch) as Batch)
      return
    case 'rollouts':
      takeRollouts(from, message)
      return
    case 'index':
      indexWaiters.push({ id: message.id, leadId: message.leadId })
      if (message.rebuild) writer?.rebuildIndex()
      indexNow(from)
      return
    case 'trim':
      if (writer) trim(from, message.id, new TrimRound(writer, message.limits))
      return
    case 'stage':
      stage(from, message)
      return
    case 'probe':
      send({
        type: 'probed',
        failure: writer ? writer.probe(message.epoch) : CLOSED,
      })
      return
    case 'close':
      while (queue.length > 0) writeQueued(from)
      while (rollouts.length > 0 && writer) writeRollouts()
      writer?.close()
      writer = null
      send({ type: 'closed' })
      from.close()
      return
    default:
      message satisfies never
  }
}

const data = workerData as WriterWorkerData | null
if (data) open(port, data)
port.on('message', (message: ToWorker) => receive(port, message))
