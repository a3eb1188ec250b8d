import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { AnswerQueue } from './answer-queue'

/** What the queue knows of a response: when it is over, and the connection on which it leaves. */
function responseOn(socket: EventEmitter): ServerResponse {
  return Object.assign(new EventEmitter(), { req: { socket } }) as unknown as ServerResponse
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test.for([
  ['many who ask once', 40, 1],
  ['a few who ask for much', 8, 5],
] as const)(
  'RE47 four answers are begun in a tick, over all who ask: %s',
  async ([, askers, each]) => {
    const queue = new AnswerQueue()
    let begun = 0
    for (let n = 0; n < askers; n++) {
      const socket = Object.assign(new EventEmitter(), { destroyed: false })
      for (let times = 0; times < each; times++) {
        const response = responseOn(socket)
        void queue.enter(`agent-${n}`, response).then(() => {
          begun++
          // As quick as can be: its place is free at once.
          response.emit('close')
        })
      }
    }
    const perTurn: number[] = []
    for (let turns = 0; turns < 100 && begun < askers * each; turns++) {
      const before = begun
      await turn()
      perTurn.push(begun - before)
    }
    expect(begun).toBe(askers * each)
    expect(Math.max(...perTurn), perTurn.join(' ')).toBeLessThanOrEqual(4)
  },
)

test('RE47 of one who asks, further answers begin when earlier ones have left', async () => {
  const queue = new AnswerQueue()
  const socket = Object.assign(new EventEmitter(), { destroyed: false })
  const responses = Array.from({ length: 12 }, () => responseOn(socket))
  const begun: ServerResponse[] = []
  for (const response of responses) {
    void queue.enter('ada', response).then(() => begun.push(response))
  }
  for (let turns = 0; turns < 20; turns++) await turn()
  expect(begun).toEqual(responses.slice(0, LIMITS.answersAtOnce))
  begun[1]?.emit('close')
  for (let turns = 0; turns < 20; turns++) await turn()
  expect(begun).toEqual(responses.slice(0, LIMITS.answersAtOnce + 1))
})

test('RE47 an answer whose connection closes while facts are being stored is not made, and takes no place', async () => {
  const queue = new AnswerQueue()
  let store = () => {}
  const stored = new Promise<void>((resolve) => (store = resolve))
  const gone = Object.assign(new EventEmitter(), { destroyed: false })
  const stays = Object.assign(new EventEmitter(), { destroyed: false })
  const made: string[] = []
  const ask = (who: string, socket: EventEmitter) =>
    void queue
      .enter('ada', responseOn(socket), () => stored)
      .then((isMade) => isMade && made.push(who))
  for (let times = 0; times < LIMITS.answersAtOnce; times++) ask('who left', gone)
  ask('who stayed', stays)
  gone.destroyed = true
  gone.emit('close')
  store()
  for (let turns = 0; turns < 20; turns++) await turn()
  expect(made).toEqual(['who stayed'])
})

/** A connection that is there, with what it takes to close it. */
function connection(): EventEmitter & { destroyed: boolean; end(): void } {
  const socket = Object.assign(new EventEmitter(), { destroyed: false })
  return Object.assign(socket, {
    end: () => {
      socket.destroyed = true
      socket.emit('close')
    },
  })
}

const ticks = async (count: number) => {
  for (let n = 0; n < count; n++) await turn()
}

test('RE47 the 257th that one asks for is refused, and may be asked again when one has left', async () => {
  const queue = new AnswerQueue()
  const socket = connection()
  const first = responseOn(socket)
  const all = [queue.enter('ada', first)]
  for (let n = 2; n <= 256; n++) all.push(queue.enter('ada', responseOn(socket)))
  const busy = { code: 'busy', details: { retryAfter: 1 } }
  await expect(queue.enter('ada', responseOn(socket))).rejects.toMatchObject(busy)
  const others = queue.enter('ben', responseOn(connection()))
  await expect(others).resolves.toBe(true)
  first.emit('close')
  const again = queue.enter('ada', responseOn(socket))
  await expect(queue.enter('ada', responseOn(socket))).rejects.toMatchObject(busy)
  await ticks(20)
  socket.end()
  // Nobody waits for ever: each is told whether its answer is to be made.
  const told = await Promise.all([...all, again])
  expect(told.filter((isMade) => isMade)).toHaveLength(1 + LIMITS.answersAtOnce)
  await expect(queue.enter('ada', responseOn(connection()))).resolves.toBe(true)
})

test('RE47 what is asked for on a connection that has closed takes no place, and is not made', async () => {
  const queue = new AnswerQueue()
  const gone = connection()
  gone.end()
  for (let n = 0; n < 300; n++) {
    await expect(queue.enter('ada', responseOn(gone))).resolves.toBe(false)
  }
  await expect(queue.enter('ada', responseOn(connection()))).resolves.toBe(true)
})

test('RE47 who waits for facts to be stored keeps its place among the 256, and gives it back when they are lost', async () => {
  const queue = new AnswerQueue()
  const lost = new Error('not stored')
  const socket = connection()
  const responses = Array.from({ length: 256 }, () => responseOn(socket))
  let lose = () => {}
  const stored = new Promise<void>((_, reject) => (lose = () => reject(lost)))
  const all = responses.map((response) => queue.enter('ada', response, () => stored))
  await expect(queue.enter('ada', responseOn(socket))).rejects.toMatchObject({ code: 'busy' })
  lose()
  for (const one of all) await expect(one).rejects.toBe(lost)
  // Each was answered with that.
  for (const response of responses) response.emit('close')
  await expect(queue.enter('ada', responseOn(socket))).resolves.toBe(true)
})

test('RE47 nobody waits for somebody who asks for more: each line has its turn', async () => {
  const queue = new AnswerQueue()
  const begun: string[] = []
  const names = ['ada', 'ben', 'cy', 'dee', 'eve', 'fay']
  for (const name of names) {
    const socket = connection()
    for (let times = 0; times < 3; times++) {
      const response = responseOn(socket)
      void queue.enter(name, response).then(() => {
        begun.push(name)
        response.emit('close')
      })
    }
  }
  await ticks(20)
  expect(begun).toEqual([...names, ...names, ...names])
})

test('RE47 of many answers on one connection there is one listener for its end', async () => {
  const queue = new AnswerQueue()
  const socket = connection()
  for (let n = 0; n < 50; n++) void queue.enter('ada', responseOn(socket))
  await ticks(2)
  expect(socket.listenerCount('close')).toBe(1)
})
