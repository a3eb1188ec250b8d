import { parentPort, workerData } from 'node:worker_threads'
import type { Batch } from '../journal/append-port'
import { openForWriting } from './database'
import type { ToWorker, FromWorker, WriterWorkerData } from './worker-messages'
import { failureOf, Writer } from './writer'

/** The writer's thread: everything that arrived in one turn of its loop is one transaction. */
const port = parentPort
if (!port) throw new Error('writer-worker runs as a worker thread')
const data = workerData as WriterWorkerData
const send = (message: FromWorker) => port.postMessage(message)

let writer: Writer | null = null
try {
  const sqlite = openForWriting(data.file)
  writer = new Writer({ sqlite, shard: data.shard, firstEpoch: data.firstEpoch })
  send({ type: 'ready', position: writer.position, epoch: writer.epoch })
} catch (error) {
  send({ type: 'unusable', failure: failureOf(error) })
}

let queue: Batch[] = []

function writeQueued(): void {
  const batches = queue
  queue = []
  if (!writer || batches.length === 0) return
  const result = writer.write(batches)
  const batchIds = batches.map((batch) => batch.batchId)
  if (result.ok) send({ type: 'settled', batchIds, outcome: 'durable' })
  else send({ type: 'settled', batchIds, outcome: 'refused', failure: result.failure })
}

port.on('message', (message: ToWorker) => {
  switch (message.type) {
    case 'append':
      if (queue.length === 0) setImmediate(writeQueued)
      queue.push(JSON.parse(message.batch) as Batch)
      return
    case 'probe':
      send({
        type: 'probed',
        failure: writer ? writer.probe(message.epoch) : { code: 'CLOSED', message: 'closed' },
      })
      return
    case 'close':
      writeQueued()
      writer?.close()
      writer = null
      send({ type: 'closed' })
      port.close()
      return
    default:
      message satisfies never
  }
})
