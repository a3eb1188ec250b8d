import { describe, expect, test } from 'vitest'
import type { StorageFailure } from '../journal/ports/append-port'
import type { Given, GivenRef, RolloutPort, RolloutRow } from '../journal/ports/rollout-port'
import { FakeClock } from '../../test/harness/fake-clock'
import { RemoteRollouts } from './remote-rollouts'
import { RolloutRecorder } from './rollout-recorder'
import { createMask } from './secret-mask'

const FULL: StorageFailure = { code: 'SQLITE_FULL', message: 'database or disk is full' }
const KIB = 1024

/** Keeps rows as the table would, or answers as the test says. */
class Keeper implements RolloutPort {
  rows: RolloutRow[] = []
  readonly asked: (readonly RolloutRow[])[] = []
  /** What to say to the next ones; `never` keeps the answer back. */
  answer: StorageFailure | null | 'never' = null

  appendRollouts(
    rows: readonly RolloutRow[],
    settle: (failure: StorageFailure | null) => void,
  ): void {
    this.asked.push(rows)
    if (this.answer === 'never') return
    if (this.answer === null) {
      for (const row of rows) {
        if (!this.rows.some((one) => one.agentId === row.agentId && one.n === row.n))
          this.rows.push(row)
      }
    }
    settle(this.answer)
  }
}

function recording(
  options: { maxPendingBytes?: number; keeper?: Keeper; secrets?: string[] } = {},
) {
  const clock = new FakeClock()
  const keeper = options.keeper ?? new Keeper()
  const recorder = new RolloutRecorder({
    clock,
    port: keeper,
    mask: () => createMask(options.secrets ?? []),
    leadOf: (agentId) => (agentId === 'nobody' ? null : 'lead'),
    lastN: (agentId) =>
      Math.max(0, ...keeper.rows.filter((row) => row.agentId === agentId).map(({ n }) => n)),
    maxPendingBytes: options.maxPendingBytes ?? 1024 * KIB,
  })
  const kept = async () => {
    await recorder.flush()
    return keeper.rows.map(({ n, kind, text }) => `${n} ${kind} ${text}`)
  }
  return { clock, keeper, recorder, kept }
}

describe('rollout recorder', () => {
  test('RO1 makes one entry of the parts of one run, until its kind or turn changes or its turn ends', async () => {
    const { recorder, kept } = recording()
    recorder.text('a', 'one ', 't1')
    recorder.text('a', 'two', 't1')
    recorder.thought('a', 'hm', 't1')
    recorder.text('a', 'three', 't1')
    recorder.text('a', 'four', 't2')
    recorder.turnEnded('a')
    recorder.text('a', 'five', 't2')
    recorder.record('a', { kind: 'tool_call', text: 'ls', turnId: 't2' })
    recorder.text('a', 'six', 't2')
    recorder.ended('a')
    recorder.record('nobody', { kind: 'note', text: 'of no crew' })
    expect(await kept()).toEqual([
      '1 text one two',
      '2 thought hm',
      '3 text three',
      '4 text four',
      '5 text five',
      '6 tool_call ls',
      '7 text six',
    ])
  })

  test('RO1 makes one note of the parts of what an agent says unasked, masked as one, and ended by its next prompt', async () => {
    const { keeper, recorder, kept } = recording()
    recorder.text('a', 'asked', 't1')
    recorder.turnEnded('a')
    recorder.unasked('a', 'old ⟦⟦ GROUP_')
    recorder.unasked('a', 'MESSAGE, key sk-ant-api03-')
    recorder.unasked('a', 'abcdefghijklmnopqrstuvwxyz0123456789 word')
    recorder.record('a', { kind: 'prompt', text: 'go', turnId: 't2' })
    recorder.unasked('a', 'more')
    recorder.ended('a')
    const [, note, prompt, more] = await kept()
    expect(note).toMatch(/^2 note old ⟦⟦ GROUP_MESSAGE, key .* word$/)
    expect(note).not.toContain('abcdefghijklmnop')
    expect([prompt, more]).toEqual(['3 prompt go', '4 note more'])
    expect(keeper.rows.map(({ data, turnId }) => [data, turnId])).toEqual([
      [null, 't1'],
      ['{"unasked":true}', null],
      [null, 't2'],
      ['{"unasked":true}', null],
    ])
  })

  test('RO1 ends an entry of a run after 16 KiB and after a second', async () => {
    const { clock, keeper, recorder, kept } = recording()
    for (let part = 0; part < 40; part++) recorder.text('a', `${'x'.repeat(1_023)} `)
    expect(await kept()).toHaveLength(3)
    expect(keeper.rows.map(({ text }) => text?.length)).toEqual([16 * KIB, 16 * KIB, 8 * KIB])
    expect(keeper.rows.every(({ cut }) => !cut)).toBe(true)
    recorder.text('b', 'early ')
    clock.advance(600)
    recorder.text('b', 'enough ')
    clock.advance(300)
    expect(keeper.rows.filter(({ agentId }) => agentId === 'b')).toEqual([])
    clock.advance(200)
    recorder.text('b', 'late ')
    clock.advance(2_000)
    const texts = keeper.rows.filter(({ agentId }) => agentId === 'b')
    expect(texts.map(({ text }) => text)).toEqual(['early enough ', 'late '])
    const began = Date.parse('2026-01-02T03:04:05.000Z')
    expect(texts.map(({ at }) => Date.parse(at) - began)).toEqual([0, 1_100])
  })

  test('RO1 never parts a character that comes in halves', async () => {
    const { clock, keeper, recorder } = recording()
    recorder.text('a', 'x\ud83d')
    clock.advance(1_500)
    recorder.text('a', '\ude00 ')
    recorder.turnEnded('a')
    await recorder.flush()
    expect(keeper.rows.map(({ text }) => text).join('')).toBe('x😀 ')
  })

  test('RO2 counts 1, 2, 3 per agent, and goes on where the table stops', async () => {
    const { keeper, recorder, kept } = recording()
    for (const agentId of ['a', 'b', 'a', 'a', 'b'])
      recorder.record(agentId, { kind: 'note', text: agentId })
    expect(await kept()).toEqual(['1 note a', '1 note b', '2 note a', '3 note a', '2 note b'])
    const again = recording({ keeper })
    again.recorder.record('b', { kind: 'note', text: 'later' })
    expect((await again.kept()).at(-1)).toBe('3 note later')
  })

  test('RO4 cuts texts and data at 64 KiB and says so', async () => {
    const { keeper, recorder } = recording()
    recorder.record('a', { kind: 'tool_result', text: 'y '.repeat(64 * KIB), data: { ok: true } })
    recorder.record('a', { kind: 'tool_result', text: 'fits', data: { out: 'z'.repeat(99 * KIB) } })
    recorder.record('a', { kind: 'tool_result', text: 'fits', data: [1, 2] })
    await recorder.flush()
    const [first, second, third] = keeper.rows
    expect([first?.text?.length, first?.cut]).toEqual([64 * KIB, true])
    expect(second?.data?.length).toBeLessThanOrEqual(64 * KIB)
    expect(second?.data?.length).toBeGreaterThan(10 * KIB)
    expect(second?.cut).toBe(true)
    expect([third?.data, third?.cut]).toEqual(['{"value":[1,2]}', false])
  })

  test('RO5 masks what it writes down: texts in parts, entries, and their data', async () => {
    const { keeper, recorder, clock } = recording({ secrets: ['open-sesame'] })
    recorder.text('a', 'say open-')
    clock.advance(5_000)
    void recorder.flush()
    recorder.text('a', 'sesame now')
    recorder.turnEnded('a')
    recorder.record('a', { kind: 'prompt', text: 'open-sesame', data: { env: ['open-sesame'] } })
    await recorder.flush()
    expect(keeper.rows.map(({ text }) => text)).toEqual([
      'say ',
      '[masked:value] now',
      '[masked:value]',
    ])
    expect(JSON.stringify(keeper.rows)).not.toContain('sesame')
  })

  test('RO12 leaves out what does not fit into its memory, and says so as soon as there is room', async () => {
    const { clock, keeper, recorder, kept } = recording({ maxPendingBytes: 10_000 })
    keeper.answer = FULL
    for (let index = 0; index < 50; index++) {
      recorder.record('a', { kind: 'note', text: `${index} ${'x'.repeat(300)}` })
    }
    recorder.text('b', 'b is left out')
    recorder.turnEnded('b')
    clock.advance(5_000)
    keeper.answer = null
    clock.advance(5_000)
    const [note] = keeper.rows.filter(({ agentId, data }) => agentId === 'a' && data)
    const stored = keeper.rows.filter(({ agentId, data }) => agentId === 'a' && !data).length
    expect(stored).toBeGreaterThan(5)
    expect(note?.kind).toBe('note')
    expect(note?.n).toBe(stored + 1)
    expect(note?.text).toContain(`${50 - stored} entries are missing here`)
    expect(JSON.parse(note?.data ?? '')).toMatchObject({ missingEntries: 50 - stored })
    expect(keeper.rows.filter(({ agentId }) => agentId === 'b').map(({ text }) => text)).toEqual([
      expect.stringContaining('1 entry is missing here'),
    ])
    recorder.record('a', { kind: 'note', text: 'goes on' })
    expect((await kept()).at(-1)).toBe(`${stored + 2} note goes on`)
  })

  test('RO12 holds no more than its memory while nothing is answered', () => {
    const { clock, keeper, recorder } = recording({ maxPendingBytes: 100 * KIB })
    keeper.answer = 'never'
    for (let index = 0; index < 20_000; index++) {
      recorder.record('a', { kind: 'tool_result', text: 'x'.repeat(1_000) })
      clock.advance(10)
    }
    expect(keeper.asked).toHaveLength(1)
    const waiting = recorder.stored('a', 1_000)
    clock.advance(1_000)
    return waiting.then((count) => {
      expect(count).toBeGreaterThan(10)
      expect(count * 2_000).toBeLessThan(100 * KIB)
    })
  })

  test('RO13 tries again what storage refused, in order and without a gap', async () => {
    const { clock, keeper, recorder, kept } = recording()
    keeper.answer = FULL
    for (let index = 1; index <= 5; index++)
      recorder.record('a', { kind: 'note', text: `${index}` })
    await recorder.flush()
    expect(keeper.rows).toEqual([])
    recorder.record('a', { kind: 'note', text: '6' })
    keeper.answer = null
    clock.advance(1_200)
    expect(await kept()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `${n} note ${n}`))
  })

  test('RO13 gives up rows that can never be stored, and says how many', async () => {
    const { clock, keeper, recorder, kept } = recording()
    keeper.answer = { code: 'SQLITE_TOOBIG', message: 'string or blob too big' }
    recorder.record('a', { kind: 'tool_result', text: 'one' })
    recorder.record('a', { kind: 'tool_result', text: 'two' })
    await recorder.flush()
    const asked = keeper.asked.length
    clock.advance(60_000)
    expect(keeper.asked.length).toBeLessThan(asked + 3)
    keeper.answer = null
    recorder.record('a', { kind: 'text', text: 'three' })
    const rows = await kept()
    expect(rows.at(-1)).toMatch(/text three$/)
    expect(rows.at(-2)).toContain('2 entries are missing here')
  })

  test('RO13 never throws at whoever records', async () => {
    const clock = new FakeClock()
    const keeper = new Keeper()
    let broken = true
    const recorder = new RolloutRecorder({
      clock,
      port: keeper,
      mask: () => createMask([]),
      leadOf: () => 'lead',
      lastN: () => {
        if (broken) throw new Error('the reader is closed')
        return 0
      },
      maxPendingBytes: 1_000_000,
    })
    const hostile = {
      get boom(): string {
        throw new Error('a getter')
      },
    }
    recorder.text('a', 'lost ')
    recorder.turnEnded('a')
    recorder.record('a', { kind: 'tool_call', data: hostile })
    broken = false
    recorder.record('a', { kind: 'text', text: 'here' })
    await recorder.flush()
    expect(keeper.rows.map(({ n, text }) => [n, text])).toEqual([
      [1, expect.stringContaining('2 entries are missing here')],
      [2, 'here'],
    ])
  })

  test('RO14 stores many agents with few writes', () => {
    const { clock, keeper, recorder } = recording()
    for (let index = 0; index < 190; index++) recorder.record(`${index}`, { kind: 'started' })
    expect(keeper.asked).toHaveLength(0)
    clock.advance(150)
    expect(keeper.asked).toHaveLength(1)
    for (let index = 0; index < 10; index++) {
      recorder.record('big', { kind: 'tool_result', text: 'x '.repeat(32 * KIB) })
    }
    clock.advance(1_000)
    for (const rows of keeper.asked.slice(1)) {
      expect(rows.reduce((sum, { text }) => sum + 2 * (text?.length ?? 0), 0)).toBeLessThan(
        300 * KIB,
      )
    }
    expect(keeper.rows).toHaveLength(200)
  })
})

describe('record of remote agents', () => {
  test('RO3 says once what is sent again, and keeps streams apart', async () => {
    const { recorder, kept } = recording()
    const remote = new RemoteRollouts(recorder, () => createMask([]))
    const part = (text: string, stream: string, offset: number, endOfTurn = false) => ({
      text,
      stream,
      offset,
      endOfTurn,
    })
    // Stored up to 4 before this process began: only what is behind that is new.
    remote.output('a', part('abcdefgh ', 'main', 0), 4, 9)
    remote.output('a', part('fgh ijk', 'main', 5), 0, 12)
    remote.output('a', part('other', 'side', 0), 0, 5)
    remote.output('a', { text: ' more', stream: 'side', endOfTurn: true }, 5, 10)
    remote.output('a', part('lmn', 'main', 12, true), 12, 15)
    expect(await kept()).toEqual(['1 text efgh ', '2 text other more', '3 text ijklmn'])
  })

  test('CM31, RO9 ends no turn with a turn end that comes late, and parts no secret by it', async () => {
    const { recorder, kept } = recording()
    const remote = new RemoteRollouts(recorder, () => createMask([]))
    const [one, two] = [`gh${'p_aB3dE5gH7jK9mN1pQ2sT4vW6yZ8'}`, 'aB3dE5gH7jK9mN1pQ2sT4vW6yZ8 ']
    const part = (text: string, offset: number, endOfTurn = false) => ({
      text,
      stream: 'main',
      offset,
      endOfTurn,
    })
    remote.output('a', part('words ', 0), 0, 6)
    remote.output('a', part(one, 6), 6, 6 + one.length)
    remote.output('a', part('words ', 0, true), 0, 6 + one.length)
    remote.output('a', part(two, 6 + one.length), 0, 6 + one.length + two.length)
    expect(await kept()).toEqual(['1 text words [masked:github-token] '])
  })

  test('RO9 parts no secret by what comes between its halves: another stream, a page', async () => {
    const { recorder, kept } = recording()
    const remote = new RemoteRollouts(recorder, () => createMask([]))
    const [one, two] = [`gh${'p_aB3dE5gH7jK9mN1pQ2sT4vW6yZ8'}`, 'aB3dE5gH7jK9mN1pQ2sT4vW6yZ8']
    remote.output('a', { text: `I use ${one}`, stream: 'main', endOfTurn: false }, 0, 0)
    remote.output('a', { text: `so do I ${one}`, stream: 'side', endOfTurn: false }, 0, 0)
    remote.handed('a', [item('1')], null)
    remote.output('a', { text: `${two} `, stream: 'main', endOfTurn: true }, 0, 0)
    remote.output('a', { text: two, stream: 'side', endOfTurn: false }, 0, 0)
    remote.close()
    recorder.text('b', `I use ${one}`)
    recorder.record('b', { kind: 'prompt', text: 'hello' })
    recorder.text('b', `${two} `)
    recorder.turnEnded('b')
    expect(await kept()).toEqual([
      '1 text I use ',
      '2 text so do I ',
      '3 prompt null',
      '4 text [masked:github-token] ',
      '5 text [masked:github-token]',
      '1 text I use ',
      '2 prompt hello',
      '3 text [masked:github-token] ',
    ])
  })

  test('RO3 writes a page down once, however often it is asked for, and what is new of the next', async () => {
    const { recorder, kept, keeper } = recording()
    const remote = new RemoteRollouts(recorder, () => createMask([]))
    remote.handed('a', [], null)
    remote.handed('a', [item('1'), item('2')], null)
    remote.handed('a', [item('1', true), item('2', true)], null)
    await kept()
    remote.handed('a', [item('2', true), item('3')], null)
    await kept()
    expect(keeper.rows.map(({ data }) => data)).toEqual([
      '{"given":[["1","2"]],"bytes":20}',
      '{"given":[["3"]],"bytes":10}',
    ])
  })

  test('RO20 what an agent is handed within 100 ms is one entry, in its place between what it says', async () => {
    const { recorder, clock, keeper, kept } = recording()
    const [one, two, three] = [message(4), message(5), message(9)]
    recorder.text('a', 'before ')
    recorder.given('a', handed([one], 'turn-1'))
    recorder.text('a', 'in between ')
    clock.advance(99)
    recorder.given('a', handed([two, 'delivery-1', three], 'turn-2'))
    clock.advance(1)
    recorder.given('a', handed([message(10)], 'turn-3'))
    recorder.text('a', 'behind')
    recorder.record('a', { kind: 'stopped' })
    await kept()
    expect(keeper.rows.map(({ kind, turnId, text, data }) => [kind, turnId, text ?? data])).toEqual(
      [
        ['text', null, 'before '],
        ['prompt', 'turn-1', '{"given":[[["g",4,5],"delivery-1",["g",9,9]]],"bytes":40}'],
        ['text', null, 'in between '],
        ['prompt', 'turn-3', '{"given":[[["g",10,10]]],"bytes":10}'],
        ['text', null, 'behind'],
        ['stopped', null, null],
      ],
    )
  })

  test('RO20 repeats, lines, and what would be longer than an entry, are entries of their own', async () => {
    const { recorder, keeper, kept } = recording()
    recorder.given('a', handed([message(1)], 'turn-1'))
    recorder.given('a', { ...handed([message(1)], null), repeats: 1 })
    recorder.given('a', handed([message(2)], 'turn-2'))
    recorder.given('a', { ...handed([message(3)], 'turn-3'), areLines: true })
    recorder.given('a', { ...handed([message(4)], 'turn-4'), areLines: true })
    recorder.given('a', { ...handed([message(5)], 'turn-5'), areLines: true, bytes: 64 * KIB })
    await kept()
    expect(keeper.rows.map(({ n, data }) => [n, JSON.parse(data ?? '')])).toEqual([
      [1, { given: [[message(1)]], bytes: 10 }],
      [2, { given: [[message(1)]], bytes: 10, repeats: 1 }],
      [3, { given: [[message(2)]], bytes: 10 }],
      [4, { given: [[message(3)], [message(4)]], bytes: 20, lines: true }],
      [5, { given: [[message(5)]], bytes: 64 * KIB, lines: true }],
    ])
  })
})

const item = (id: string, repeat = false) => ({ id, ref: id, bytes: 10, repeat })
const message = (n: number): GivenRef => ['g', n, n]
const handed = (refs: readonly GivenRef[], turnId: string | null): Given => ({
  refs,
  bytes: 10 * refs.length,
  repeats: 0,
  areLines: false,
  turnId,
})
