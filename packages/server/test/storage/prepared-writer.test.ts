import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { prepareWriter } from '../../src/storage/prepared-writer'
import { WorkerAppender } from '../../src/storage/worker-appender'
import { tempFolder } from '../harness/temp-folder'
import { WRITER_SCRIPT } from '../harness/test-server'

test('ST101 a prepared thread opens the database; if it has ended, another one does', async () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'crewroom.sqlite')
  const open = async (prepared: ReturnType<typeof prepareWriter>, firstEpoch: string) => {
    const { port, epoch, position } = await WorkerAppender.open(
      WRITER_SCRIPT,
      { file, shard: 'main', firstEpoch },
      prepared,
    )
    const isPrepared = port.worker === prepared
    await port.close()
    return { isPrepared, epoch, position }
  }
  const first = prepareWriter(WRITER_SCRIPT)
  expect(await open(first, 'epoch-1')).toEqual({ isPrepared: true, epoch: 'epoch-1', position: 0 })
  const ended = prepareWriter(WRITER_SCRIPT)
  await ended.terminate()
  expect(await open(ended, 'epoch-2')).toEqual({ isPrepared: false, epoch: 'epoch-1', position: 0 })
})

test('ST102 the writer’s thread has a megabyte for what is new, prepared or not, and all there is for the rest', async () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'crewroom.sqlite')
  const bare = new Worker('', { eval: true })
  await once(bare, 'online')
  const { maxOldGenerationSizeMb } = bare.resourceLimits ?? {}
  await bare.terminate()
  for (const prepared of [prepareWriter(WRITER_SCRIPT), null]) {
    const data = { file, shard: 'main', firstEpoch: 'epoch-1' }
    const { port } = await WorkerAppender.open(WRITER_SCRIPT, data, prepared)
    // V8 gives a third of the young generation to what is new.
    expect(port.worker.resourceLimits).toMatchObject({
      maxYoungGenerationSizeMb: 3,
      maxOldGenerationSizeMb,
    })
    await port.close()
  }
})

test('ST101 a prepared thread whose database cannot be opened says why', async () => {
  using folder = tempFolder()
  const data = {
    file: path.join(folder.path, 'nowhere', 'x.sqlite'),
    shard: 'main',
    firstEpoch: 'e',
  }
  await expect(
    WorkerAppender.open(WRITER_SCRIPT, data, prepareWriter(WRITER_SCRIPT)),
  ).rejects.toThrow(/director/)
})
