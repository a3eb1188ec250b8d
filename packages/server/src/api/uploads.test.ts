import { PassThrough } from 'node:stream'
import type { Request } from 'express'
import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { FakeClock } from '../../test/harness/fake-clock'
import { UploadBody, UploadPlaces } from './uploads'

test('VB77 four contents of one sender and sixteen of all are received at a time', () => {
  const places = new UploadPlaces()
  const taken = Array.from({ length: LIMITS.uploadsOfOne }, () => places.take('a'))
  expect(() => places.take('a')).toThrow('At most 4 files')
  const others = ['b', 'c', 'd'].flatMap((who) =>
    Array.from({ length: LIMITS.uploadsOfOne }, () => places.take(who)),
  )
  expect(() => places.take('e')).toThrow('16 in all')
  taken[0]?.()
  const last = places.take('e')
  for (const leave of [...taken.slice(1), ...others, last]) leave()
  for (let n = 0; n < LIMITS.uploads; n++) places.take(`${n % LIMITS.uploadsOfOne}`)
})

test('VB77 a content that takes too long is given up, and so is the rest of its connection', async () => {
  const clock = new FakeClock()
  const sent = new PassThrough()
  const body = new UploadBody(sent as unknown as Request, clock)
  const parts = body[Symbol.asyncIterator]()
  sent.write('one')
  expect((await parts.next()).value?.toString()).toBe('one')
  const next = parts.next()
  clock.advance(LIMITS.uploadSeconds * 1_000)
  await expect(next).rejects.toMatchObject({ code: 'upload_too_slow' })
  body.leave()
  expect(sent.destroyed).toBe(false)
  clock.advance(10_000)
  expect(sent.destroyed).toBe(true)
})

test('VB77 a content that breaks off is refused, and one that has come leaves nothing waiting', async () => {
  const clock = new FakeClock()
  const broken = new PassThrough()
  const body = new UploadBody(broken as unknown as Request, clock)
  const next = body[Symbol.asyncIterator]().next()
  broken.destroy(new Error('aborted'))
  await expect(next).rejects.toMatchObject({ code: 'malformed' })
  body.leave()
  const whole = new PassThrough()
  whole.end('all')
  const all = new UploadBody(Object.assign(whole, { complete: true }) as unknown as Request, clock)
  const said: string[] = []
  for await (const part of all) said.push(part.toString())
  all.leave()
  await new Promise(setImmediate)
  expect([said, clock.nextDue()]).toEqual([['all'], null])
})
