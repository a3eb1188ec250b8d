import { expect, test } from 'vitest'
import { LIMITS } from '../src/protocol/limits'
import { itemDetails } from '../src/protocol/routes/transcript-item-shapes'
import {
  contextView,
  foundTexts,
  timelineView,
  transcriptPage,
} from '../src/protocol/routes/transcript-shapes'
import { TranscriptOf } from '../src/transcript/transcript'
import { jsonBytes } from '../src/transcript/view-texts'
import type { DisplayItemView } from '../src/transcript/views'
import { patience } from './patience'

const MIB = 1024 * 1024
const time = (n: number) => new Date(Date.UTC(2026, 0, 5) + n * 1000).toISOString()
const line = (record: object) => `${JSON.stringify(record)}\n`
const said = (n: number, content: unknown, more: object = {}) =>
  line({ type: 'assistant', uuid: `a${n}`, timestamp: time(n), message: { content }, ...more })
const told = (n: number, content: unknown, more: object = {}) =>
  line({ type: 'user', uuid: `u${n}`, timestamp: time(n), message: { content }, ...more })
const use = (id: string, name = 'Bash', input: unknown = {}) => ({
  type: 'tool_use',
  id,
  name,
  input,
})
const answer = (id: string, content: unknown, more: object = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
})
const big = (size: number, text = '\u0001漢😀"') => text.repeat(size / text.length)
const image = (size: number) => ({
  type: 'image',
  source: { type: 'base64', media_type: big(9_000), data: 'A'.repeat(size) },
})
const deep = (levels: number): object => {
  let made: object = {}
  for (let n = 0; n < levels; n += 1) made = { inner: made }
  return made
}
const longId = (n: number) => `${'i'.repeat(50_000)}${n}`

const namesIn = (item: DisplayItemView): readonly string[] => {
  if (item.type === 'slash') return [item.slash.name]
  if (item.type === 'tool') return [item.tool.name]
  if (item.type === 'subagent') return [item.subagent.team?.memberName ?? '']
  if (item.type !== 'teammate_message') return []
  return [item.teammateMessage.teammateId]
}

/** Everything that a reader can ask for is small, and as its schema has it. */
function expectBounded(transcript: TranscriptOf): void {
  const size = (value: unknown, most: number) => expect(jsonBytes(value)).toBeLessThanOrEqual(most)
  for (let before: string | undefined, more = true; more;) {
    const page = transcriptPage.parse(
      transcript.page({ limit: LIMITS.page, ...(before === undefined ? {} : { before }) }),
    )
    size(page, 520 * 1024)
    expect(page.items.length).toBeGreaterThan(0)
    before = page.items[0]?.id
    more = page.hasBefore
  }
  for (const { group } of transcript.conversation.items) {
    expect(group.id.length).toBeLessThanOrEqual(LIMITS.transcriptItemId)
    expect(() => encodeURIComponent(group.id)).not.toThrow()
    const details = itemDetails.parse(transcript.details(group.id))
    // Images come beside the texts.
    size(details, details.type === 'user' ? 8 * MIB : MIB)
    if (details.type !== 'ai') continue
    for (const name of details.displayItems.flatMap(namesIn))
      expect(name.length).toBeLessThanOrEqual(LIMITS.transcriptItemId)
    for (const { id } of details.displayItems.slice(0, 5)) {
      expect(id.length).toBeLessThanOrEqual(LIMITS.transcriptItemId)
      const piece = transcript.details(group.id, id)
      expect(piece).not.toBe(null)
      size(itemDetails.parse(piece), 8 * MIB)
    }
  }
  size(contextView.parse(transcript.context()), MIB)
  size(timelineView.parse(transcript.timeline()), MIB)
  size(foundTexts.parse(transcript.find('i', LIMITS.transcriptHits)), MIB)
}

const read = (text: string): TranscriptOf => {
  const transcript = new TranscriptOf({ id: 'hostile' })
  transcript.feed(text)
  return transcript
}

test(
  'TR42, TR43 texts of up to 10 MB and many images stay within answers',
  () => {
    const transcript = read(
      [
        told(1, big(2_000_000)),
        told(2, [
          { type: 'text', text: 'Look' },
          ...Array.from({ length: 40 }, () => image(1_000_000)),
        ]),
        said(3, [{ type: 'thinking', thinking: big(2_000_000) }]),
        said(4, [use('a', 'Read', { file_path: big(2_000_000), other: deep(1_000) })]),
        told(
          5,
          [
            answer('a', [
              { type: 'text', text: big(10_000_000) },
              ...Array.from({ length: 30 }, () => image(900_000)),
            ]),
          ],
          {
            toolUseResult: { stdout: big(2_000_000), patch: big(5_000), deep: deep(1_000) },
          },
        ),
        said(6, [{ type: 'text', text: big(2_000_000) }]),
        told(7, `<local-command-stdout>${big(2_000_000)}</local-command-stdout>`),
        told(8, big(2_000_000), { isCompactSummary: true }),
        told(
          9,
          `<teammate-message teammate_id="${'t'.repeat(100_000)}" summary="${'s'.repeat(100_000)}">${big(2_000_000)}</teammate-message>`,
        ),
        told(
          10,
          `<command-name>/${'c'.repeat(1_000_000)}</command-name><command-args>${'d'.repeat(1_000_000)}</command-args>`,
        ),
        said(11, [{ type: 'text', text: 'Done' }]),
      ].join(''),
    )
    expectBounded(transcript)
  },
  patience(30_000),
)

test(
  'TR42, TR49 ids, names and counts of any size stay within answers',
  () => {
    const records = Array.from({ length: 8 }, (_, n) =>
      [
        line({
          type: 'assistant',
          uuid: longId(n),
          parentUuid: longId(n - 1),
          requestId: longId(n),
          timestamp: time(n),
          gitBranch: longId(n),
          cwd: longId(n),
          message: {
            id: longId(n),
            model: `m-\ud800${longId(n)}`,
            usage: { input_tokens: 1e300, output_tokens: 1.5, cache_read_input_tokens: -4 },
            content: [use(longId(n), longId(n), { [longId(n)]: longId(n) }), use('', '')],
          },
        }),
        told(n, [answer(longId(n), 'found', { is_error: true })], { sourceToolUseID: longId(n) }),
      ].join(''),
    )
    const transcript = read(records.join(''))
    const [item] = transcript.page({ limit: 1 }).items
    // The results still belong to their calls.
    expect(item?.type === 'ai' && [item.errorIds.length, item.orphanIds.length]).toEqual([8, 8])
    expectBounded(transcript)
  },
  patience(30_000),
)

test(
  'TR41, TR42 thousands of tools and sub-agents in one group stay within answers',
  () => {
    const records: string[] = []
    for (let n = 0; n < 200; n += 1) {
      records.push(
        said(n, [
          use(`t${n}`, 'Task', {
            prompt: `Ask ${n}`,
            description: big(900),
            name: longId(1).slice(0, 5_000),
          }),
        ]),
        told(n, `Ask ${n}`, { uuid: `s${n}`, isSidechain: true }),
        said(n, [{ type: 'text', text: big(900) }], {
          uuid: `r${n}`,
          isSidechain: true,
          parentUuid: `s${n}`,
        }),
      )
    }
    for (let n = 200; n < 3_200; n += 1)
      records.push(said(n, [use(`t${n}`)]), told(n, [answer(`t${n}`, 'x', { is_error: true })]))
    const transcript = read(records.join(''))
    expect(transcript.page({ limit: 1 }).totals).toMatchObject({ tools: 3_200, subagents: 200 })
    expectBounded(transcript)
  },
  patience(30_000),
)
