import { STOP_REASONS } from '@crewroom/shared/model/run'
import { expect, test } from 'vitest'
import { progress, run } from '../../test/run-samples'
import { response, round } from '../../test/samples'
import { whyEnded } from './ended-words'
import { chosenIn, farOf, nestedTitle, stepWords, tokensOf, whoDecides } from './run-words'
import { stepsOf } from './steps'

const NAMES: Readonly<Record<string, string>> = { ada: 'Ada', dora: 'Dora', lead: 'Project Lead' }
const nameOf = (id: string) => NAMES[id] ?? id
const asked = (n: number, reason: string, ids: readonly string[], closed = false) => ({
  ...round(
    n,
    ids.map((id) => response(id)),
  ),
  reason,
  run: { id: 'r1', n },
  closed: closed ? ('answered' as const) : null,
})

test('UI620 who decides what comes next is said for every policy', () => {
  const said = (policy: Parameters<typeof whoDecides>[0]) => whoDecides(policy, nameOf)
  expect(said({ kind: 'round_robin' })).toBe('always the same order')
  expect(said({ kind: 'selection', by: 'lead', repeat: false })).toBe('Project Lead chooses')
  expect(said({ kind: 'selection', by: 'rules', repeat: false })).toBe(
    'mentions and expertise choose',
  )
  expect(said({ kind: 'selection', by: 'human', repeat: false })).toBe('you choose')
  expect(said({ kind: 'parallel', aggregator: null })).toBe('nobody sums up')
  expect(said({ kind: 'parallel', aggregator: 'ada' })).toBe('Ada sums up')
  expect(said({ kind: 'hierarchical', manager: 'lead' })).toBe('Project Lead asks the others')
})

test('UI620 rounds that are over are counted, and one is under way', () => {
  const far = (rounds: number, open: readonly ReturnType<typeof asked>[], isTurn = false) =>
    farOf(run({ progress: progress(rounds) }), open, isTurn)
  expect(far(0, [])).toEqual({ done: 0, now: null, most: 10 })
  expect(far(2, [asked(3, '', ['ada'])])).toEqual({ done: 2, now: 3, most: 10 })
  expect(far(2, [asked(2, '', ['ada'], true)])).toEqual({ done: 2, now: null, most: 10 })
  // Who speaks next is chosen without a round.
  expect(far(2, [], true)).toEqual({ done: 2, now: 3, most: 10 })
  const ended = run({ status: 'ended', stopReason: 'max_rounds', progress: progress(10) })
  expect(farOf(ended, [], false)).toEqual({ done: 10, now: null, most: 10 })
})

test('UI620 what is not known is not said, and what is not all is at least that much', () => {
  expect(tokensOf({ tokens: 0, usd: 0, known: false })).toBe('')
  expect(tokensOf({ tokens: 0, usd: 0, known: true })).toBe('')
  expect(tokensOf({ tokens: 38_000, usd: 0, known: true })).toBe('38k')
  expect(tokensOf({ tokens: 38_000, usd: 0, known: false })).toBe('at least 38k')
})

test('UI622 a round says who chose whom, in whose words', () => {
  const selection = run({ policy: { kind: 'selection', by: 'lead', repeat: false } })
  const chosen = (own: ReturnType<typeof run> | null, reason: string, ids = ['ada']) => {
    const { by, quote, note } = chosenIn(own, asked(1, reason, ids), nameOf)
    return { by, quote, note }
  }
  expect(chosen(selection, 'Project Lead chose Ada: She wrote it: all of it.')).toEqual({
    by: 'lead',
    quote: 'She wrote it: all of it.',
    note: '',
  })
  expect(chosen(selection, 'Project Lead chose Ada')).toEqual({ by: 'lead', quote: '', note: '' })
  expect(chosen(selection, 'fallback: the coordinator named two')).toEqual({
    by: null,
    quote: '',
    note: 'fallback: the coordinator named two',
  })
  expect(chosen(selection, 'chosen by a person')).toEqual({ by: 'human', quote: '', note: '' })
  const rules = run({ policy: { kind: 'selection', by: 'rules', repeat: false } })
  expect(chosen(rules, 'named in the last message').note).toBe(
    'chosen by rule: named in the last message',
  )
  const manager = run({ policy: { kind: 'hierarchical', manager: 'lead' } })
  expect(chosen(manager, 'Project Lead asks them', ['ada', 'dora']).by).toBe('lead')
  for (const own of [selection, rules, manager]) {
    const note = 'chosen by Project Lead'
    expect(chosen(own, note)).toEqual({ by: null, quote: '', note })
  }
})

test('UI622 a round says how long it took and what it used, as far as that is known', () => {
  const choice = {
    ...round(1, [
      response('lead', {
        status: 'done',
        endedAt: '2026-11-21T12:00:08.000Z',
        usage: { tokens: 2_000, usd: 0.02 },
      }),
    ]),
    ask: 'select' as const,
    run: { id: 'r1', n: 1 },
    closed: 'answered' as const,
  }
  const answer = {
    ...asked(2, '', ['ada'], true),
    run: { id: 'r1', n: 1 },
    responses: [
      response('ada', {
        status: 'done',
        endedAt: '2026-11-21T12:01:48.000Z',
        usage: { tokens: 12_000, usd: 0.14 },
      }),
    ],
  }
  expect(stepsOf([choice, answer]).map(stepWords)).toEqual(['1:48 · 14k · $0.16'])
  const quiet = { ...answer, responses: answer.responses.map(({ usage: _, ...own }) => own) }
  expect(stepsOf([quiet]).map(stepWords)).toEqual(['1:48'])
  expect(stepsOf([asked(3, '', ['ada'])]).map(stepWords)).toEqual([''])
})

test('UI623 a discussion within an answer is named by who asked whom', () => {
  const of = (...participants: string[]) => nestedTitle(run({ participants }), 'ada', nameOf)
  expect(of('dora')).toBe('Ada asked Dora in private')
  expect(of('ada', 'dora', 'human')).toBe('Ada asked Dora and you in private')
  expect(of('a', 'b', 'c', 'd')).toBe('Ada asked 4 others in private')
})

test('UI624 every reason of an end is said in words', () => {
  const usage = { tokens: 90_000, usd: 1.02, known: true }
  const words = Object.fromEntries(
    STOP_REASONS.map((stopReason) => [
      stopReason,
      whyEnded(
        run({
          stopReason,
          policy: { kind: 'selection', by: 'lead', repeat: false },
          limits: { ...run().limits, messages: 20, usd: 1 },
          progress: progress(10, { usage, idle: 2 }),
        }),
        nameOf,
      ),
    ]),
  )
  expect(words).toEqual({
    done: 'they are done',
    terminated: 'whoever chooses called it done',
    max_rounds: 'round limit 10 reached',
    max_messages: 'message limit 20 reached',
    stalled: '2 rounds in a row without news',
    budget: 'the $1.00 are used',
    human_timeout: 'you did not answer in time',
    no_speakers: 'nobody can speak any more',
    alone: 'one alone was left, with nothing new to answer',
    until: 'what it was to end with has come',
    stopped: 'stopped',
    archived: 'its session or group is out of use',
    parent_ended: 'the discussion around it has ended',
    policy_failed: 'Project Lead could not choose',
  })
  const tokens = { ...run().limits, tokens: 50_000 }
  const spent = run({ stopReason: 'budget', limits: tokens, progress: progress(1, { usage }) })
  expect(whyEnded(spent, nameOf)).toBe('the 50k tokens are used')
})
