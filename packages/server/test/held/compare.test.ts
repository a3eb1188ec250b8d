import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdsIn, normalised } from './compare'

const RECORDED = { frame: { type: 'message', seq: 4, to: ['ben', 'dora'] }, codes: [1, 2] }

let folder = ''
let before: string | undefined

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'held-'))
  mkdirSync(path.join(folder, 'records'))
  writeFileSync(path.join(folder, 'records', 'one.json'), JSON.stringify(RECORDED))
  before = process.env['CREWROOM_HELD']
  delete process.env['CREWROOM_HELD']
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  if (before !== undefined) process.env['CREWROOM_HELD'] = before
  else delete process.env['CREWROOM_HELD']
})

const list = (...additions: { at: string; reason: string; now?: unknown }[]) =>
  writeFileSync(path.join(folder, 'additions.json'), JSON.stringify({ one: additions }))

/** What the comparer says line by line, without its first and its last sentence. */
function said(current: unknown): readonly string[] {
  try {
    holdsIn(folder, 'one', current)
    return []
  } catch (error) {
    const lines = (error as Error).message.split('\n')
    expect(lines[0]).toContain('the record "one"')
    expect(lines.at(-1)).toContain('additions.json')
    return lines.slice(1, -1).map((line) => line.trim())
  }
}

const withFrame = (frame: object) => ({ ...RECORDED, frame })

test('OA17 what is equal holds, whatever the order of its keys', () => {
  expect(said({ codes: [1, 2], frame: { to: ['ben', 'dora'], seq: 4, type: 'message' } })).toEqual(
    [],
  )
})

test('OA17 a key that is gone, and one that was renamed, do not hold', () => {
  const { seq, ...without } = RECORDED.frame
  expect(said(withFrame(without))).toEqual(['/frame/seq: gone; recorded: 4'])
  expect(said(withFrame({ ...without, number: seq }))).toEqual([
    '/frame/seq: gone; recorded: 4',
    '/frame/number: added, and not listed: 4',
  ])
})

test('OA17 a changed value does not hold, and neither does another type of it', () => {
  expect(said(withFrame({ ...RECORDED.frame, type: 'note' }))).toEqual([
    '/frame/type: recorded: "message"; now: "note"',
  ])
  expect(said(withFrame({ ...RECORDED.frame, seq: '4' }))).toEqual([
    '/frame/seq: recorded: 4; now: "4"',
  ])
  expect(said(withFrame({ ...RECORDED.frame, seq: null }))).toEqual([
    '/frame/seq: recorded: 4; now: null',
  ])
  expect(said([])).toEqual([`the whole: recorded: ${JSON.stringify(RECORDED)}; now: []`])
})

test('OA17 a reordered list does not hold, and neither does a shorter one', () => {
  expect(said({ ...RECORDED, codes: [2, 1] })).toEqual([
    '/codes/0: recorded: 1; now: 2',
    '/codes/1: recorded: 2; now: 1',
  ])
  expect(said({ ...RECORDED, codes: [1] })).toEqual(['/codes/1: gone; recorded: 2'])
})

test('OA17 a changed value holds where it is listed with what it is now, and a key that is gone never', () => {
  list({ at: '/frame/type', reason: 'the rule was changed', now: 'note' })
  expect(said(withFrame({ ...RECORDED.frame, type: 'note' }))).toEqual([])
  expect(said(withFrame({ ...RECORDED.frame, type: 'letter' }))).toEqual([
    '/frame/type: recorded: "message"; now: "letter"',
  ])
  const { type: _, ...without } = RECORDED.frame
  expect(said(withFrame(without))).toEqual(['/frame/type: gone; recorded: "message"'])
})

test('OA17 an addition holds where it is listed with a reason, and nowhere else', () => {
  const more = { ...RECORDED, frame: { ...RECORDED.frame, extra: { a: 1 } }, other: 1 }
  expect(said(more)).toEqual([
    '/frame/extra: added, and not listed: {"a":1}',
    '/other: added, and not listed: 1',
  ])
  list({ at: '/*/extra', reason: 'Clients skip keys that they do not know.' })
  expect(said(more)).toEqual(['/other: added, and not listed: 1'])
  list(
    { at: '/*/extra', reason: 'x' },
    { at: '/other', reason: 'y' },
    { at: '/codes/*', reason: 'z' },
  )
  expect(said(more)).toEqual([])
  list({ at: '/*/extra', reason: ' ' })
  expect(() => holdsIn(folder, 'one', more)).toThrow('gives no reason for /*/extra of "one"')
})

test('OA17 a listed addition does not excuse what is gone or changed in its place', () => {
  list({ at: '/frame/seq', reason: 'x' }, { at: '/codes/*', reason: 'y' })
  const { seq: _, ...without } = RECORDED.frame
  expect(said(withFrame(without))).toEqual(['/frame/seq: gone; recorded: 4'])
  expect(said(withFrame({ ...RECORDED.frame, seq: 5 }))).toEqual([
    '/frame/seq: recorded: 4; now: 5',
  ])
  expect(said({ ...RECORDED, codes: [2, 1] })).toHaveLength(2)
})

test('OA17 a list may grow where that is listed, at its end and between, and keeps its order', () => {
  expect(said({ ...RECORDED, codes: [1, 2, 3] })).toEqual(['/codes/2: added, and not listed: 3'])
  list({ at: '/codes/*', reason: 'Codes may be added.' })
  expect(said({ ...RECORDED, codes: [1, 2, 3] })).toEqual([])
  expect(said({ ...RECORDED, codes: [0, 1, 9, 2, 3] })).toEqual([])
  expect(said({ ...RECORDED, codes: [2, 1, 3] })).not.toEqual([])
  list({ at: '/codes/1', reason: 'Only this one.' })
  expect(said({ ...RECORDED, codes: [1, 9, 2] })).toEqual([])
  expect(said({ ...RECORDED, codes: [9, 1, 2] })).not.toEqual([])
})

test('OA17 a record that is missing fails, and is written only when that is asked for', () => {
  const file = path.join(folder, 'records', 'two.json')
  expect(() => holdsIn(folder, 'two', { a: 1 })).toThrow('There is no record "two"')
  expect(existsSync(file)).toBe(false)
  process.env['CREWROOM_HELD'] = 'record'
  holdsIn(folder, 'two', { a: 1 })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ a: 1 })
  expect(() => holdsIn(folder, 'two', { a: 2 })).toThrow('/a: recorded: 1; now: 2')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ a: 1 })
})

const LEAD = '0c5f8f0e-1111-4222-8333-444455556666'
const BEN = 'ab12cd34-1111-4222-8333-444455556666'

test('OA17 what is by chance has a stand-in: ids in the order of their keys, also in texts and as keys', () => {
  expect(
    normalised({
      lead: { id: LEAD, name: 'atlas' },
      agents: [{ id: BEN }],
      text: `developer (ab12cd34) of ${LEAD}, not 12345678`,
      byId: { [BEN]: 1 },
      agentIds: [BEN],
      leadIds: [LEAD],
    }),
  ).toEqual({
    lead: { id: '<lead 1>', name: 'atlas' },
    agents: [{ id: '<agent 1>' }],
    text: 'developer (<short agent 1>) of <lead 1>, not 12345678',
    byId: { '<agent 1>': 1 },
    agentIds: ['<agent 1>'],
    leadIds: ['<lead 1>'],
  })
})

test('OA17 ids that a run names have that name, and values under a named key theirs', () => {
  const known = {
    names: { [BEN]: '<agent ben>', '/tmp/x1': '<data>' },
    keys: { epoch: '<epoch>' },
    version: '0.1.0',
  }
  expect(
    normalised({ to: BEN, epoch: 'k3', path: '/tmp/x1/a', about: 'Crewroom 0.1.0' }, known),
  ).toEqual({ to: '<agent ben>', epoch: '<epoch>', path: '<data>/a', about: 'Crewroom <version>' })
})

test('OA17 times, tokens and ports have stand-ins; other numbers and words stay', () => {
  expect(
    normalised({
      at: 'since 2026-11-28T16:41:27.123Z',
      ms: 1_790_000_000_000,
      seq: 41,
      pid: 41,
      token: 'a',
      url: 'http://127.0.0.1:4312/ws',
      told: 'CREWROOM_TOKEN=Ab0_defghijklmnopqrstuvwxyzABCDEFGHIJ0123-x end',
      words: 'a-word-of-fortythree-letters-that-is-no-tok',
    }),
  ).toEqual({
    at: 'since <instant>',
    ms: '<instant in ms>',
    seq: 41,
    pid: '<pid>',
    token: '<token>',
    url: 'http://127.0.0.1:<port>/ws',
    told: 'CREWROOM_TOKEN=<token> end',
    words: 'a-word-of-fortythree-letters-that-is-no-tok',
  })
})
