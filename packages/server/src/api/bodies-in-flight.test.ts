import { EventEmitter } from 'node:events'
import type { Request, Response } from 'express'
import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { bodiesInFlight } from './bodies-in-flight'
import type { Principal } from './principal'

const ADA: Principal = { kind: 'agent', agentId: 'ada' }
const OWNER: Principal = { kind: 'owner' }
/** What a request costs beside its body. */
const EACH = 4 * 1024

/** Sends requests of which nothing is read; each says what became of it, and how it ends. */
function door() {
  const handle = bodiesInFlight()
  return (principal: Principal, headers: Record<string, string>) => {
    const response = Object.assign(new EventEmitter(), { locals: { principal } })
    let refused: unknown = null
    handle({ headers } as unknown as Request, response as unknown as Response, (error) => {
      refused = error ?? null
    })
    return { refused, ends: () => response.emit('close') }
  }
}

const sized = (bytes: number) => ({ 'content-length': String(bytes - EACH) })
const BUSY = { code: 'busy', details: { retryAfter: 1 } }

test('RE48 exactly 8 MiB may be under way for one principal, and one byte more may not', () => {
  const send = door()
  const most = LIMITS.bodiesInFlightBytes
  const first = send(ADA, sized(most / 2))
  expect(first.refused).toBeNull()
  expect(send(ADA, sized(most / 2 + 1)).refused).toMatchObject(BUSY)
  const second = send(ADA, sized(most / 2))
  expect(second.refused, 'what was refused takes no place').toBeNull()
  expect(send(ADA, {}).refused, 'what has no body costs something, too').toMatchObject(BUSY)
  expect(send(OWNER, {}).refused, 'others are not concerned').toBeNull()
  first.ends()
  first.ends()
  expect(send(ADA, sized(most / 2 + 1)).refused, 'it ends once').toMatchObject(BUSY)
  expect(send(ADA, sized(most / 2)).refused).toBeNull()
})

test('RE48 a body of unknown length counts as the largest there may be', () => {
  const send = door()
  const unknown = { 'transfer-encoding': 'chunked' }
  const fit = Math.floor(LIMITS.bodiesInFlightBytes / (LIMITS.bodyBytes + EACH))
  for (let n = 0; n < fit; n++) expect(send(ADA, unknown).refused, `${n}`).toBeNull()
  expect(send(ADA, unknown).refused).toMatchObject(BUSY)
})
