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
