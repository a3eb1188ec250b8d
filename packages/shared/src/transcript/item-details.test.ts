import { expect, test } from 'vitest'
import {
  ai,
  call,
  record,
  result,
  said,
  subagent,
  system,
  thought,
  user,
  viewsOf,
  worked,
} from '../../test/made-transcripts'
import { itemDetails } from '../protocol/routes/transcript-item-shapes'
import type { Process } from './chunks'
import type { TranscriptViews } from './transcript-views'
import { jsonBytes } from './view-texts'
import { LAST_OUTPUT_PIECE, type DisplayItemView, type ItemDetails } from './views'

const MIB = 1024 * 1024
type AIDetails = Extract<ItemDetails, { type: 'ai' }>

function detailsOf(views: TranscriptViews, ...asked: Parameters<TranscriptViews['details']>) {
  const details = views.details(...asked)
  const known = details === null ? null : (itemDetails.parse(details) as ItemDetails)
  expect(jsonBytes(known)).toBeLessThanOrEqual(MIB)
  return known
}
const ofAI = (views: TranscriptViews, ...asked: Parameters<TranscriptViews['details']>) => {
  const details = detailsOf(views, ...asked)
  expect(details?.type).toBe('ai')
  return details as AIDetails
}
const contentOf = (item: DisplayItemView | undefined) =>
  item?.type === 'tool' ? item.tool.result?.content : undefined

test('TR42 the details of a group are its display items with their texts and steps', () => {
  const steps = [
    thought(1, 'Hm'),
    {
      ...call(2, 'a', 'Edit', { file_path: '/a' }),
      contextTokens: 5,
      endTime: '2026-01-05T09:00:03.000Z',
    },
    result(3, 'a', [
      { type: 'text', text: '\u001b[1mdone' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
    ]),
    said(4),
  ]
  const group = { id: 'g', messageId: null, label: 'Edit', totalDurationMs: 0 }
  const stepGroups = [
    {
      ...group,
      stepIds: steps.map(({ id }) => id),
      startTime: steps[0]!.startTime,
      endTime: steps[3]!.startTime,
    },
  ]
  const toolUseResult = {
    structuredPatch: [{ lines: ['+a'] }],
    originalFile: 'x'.repeat(9_000),
    other: 'x'.repeat(40_000),
    code: 1,
  }
  const responses = [
    record({ toolResults: [{ toolUseId: 'a', content: '', isError: false }], toolUseResult }),
  ]
  const views = viewsOf([ai('a1', steps, { stepGroups, responses })])
  const details = ofAI(views, 'a1')
  expect(details.more).toBe(0)
  expect(details.steps.map(({ id }) => id)).toEqual(['thought-1', 'a', 'a-result', 'said-4'])
  expect(details.stepGroups).toMatchObject([{ stepIds: steps.map(({ id }) => id) }])
  expect(details.displayItems).toMatchObject([
    { type: 'thinking', content: { text: 'Hm' } },
    {
      type: 'tool',
      tool: {
        input: { text: '{"file_path":"/a"}' },
        result: {
          content: { text: 'done' },
          images: [{ mediaType: 'image/png', data: 'AAAA' }],
          toolUseResult: { structuredPatch: [{ lines: ['+a'] }], code: 1 },
        },
      },
    },
  ])
  expect(JSON.stringify(details)).not.toMatch(/originalFile|other/)
  expect(detailsOf(views, 'other')).toBe(null)
})

test('TR42, TR43 a result of 10 MB is cut in the details, and comes alone as far as an answer goes', () => {
  const long = `${'line of text\n'.repeat(800_000)}end`
  const views = viewsOf([ai('a1', [call(1, 'a'), result(2, 'a', long), said(3)])])
  const cutContent = contentOf(ofAI(views, 'a1').displayItems[0])
  expect(cutContent).toEqual({ text: long.slice(0, 32_000), cut: long.length })
  const alone = ofAI(views, 'a1', 'a')
  expect(alone.displayItems).toHaveLength(1)
  const content = contentOf(alone.displayItems[0])
  expect(content?.text.length).toBeGreaterThan(700_000)
  expect(long.startsWith(content?.text ?? '?')).toBe(true)
  expect(content?.cut).toBe(long.length)
  expect(detailsOf(views, 'a1', 'unknown')).toBe(null)
})

test('TR43 a text of up to about a million characters comes whole, even one that JSON makes longer', () => {
  const wholeOf = (text: string) =>
    contentOf(
      ofAI(viewsOf([ai('a1', [call(1, 'a'), result(2, 'a', text)])]), 'a1', 'a').displayItems[0],
    )
  expect(wholeOf('x'.repeat(1_000_000))).toEqual({ text: 'x'.repeat(1_000_000) })
  expect(wholeOf('\u0001'.repeat(1_000_000))?.text.length).toBeGreaterThan(100_000)
})

test('TR43 the last output comes alone and uncut, and so do texts of other items', () => {
  const text = 'y'.repeat(200_000)
  const views = viewsOf([ai('a1', [said(1, text)]), system('s1', 2, text), user('u1', 3, text)])
  expect(ofAI(views, 'a1').item.lastOutput).toMatchObject({ cut: 200_000 })
  const whole = ofAI(views, 'a1', LAST_OUTPUT_PIECE).item.lastOutput
  expect(whole).toMatchObject({ text })
  expect(whole).not.toHaveProperty('cut')
  expect(detailsOf(views, 's1')).toMatchObject({ output: { text } })
  expect(detailsOf(views, 'u1')).toMatchObject({ text: { text } })
})

const manyTools = (count: number) =>
  Array.from({ length: count }, (_, n) => [
    call(n, `tool-${n}`, 'Bash', { command: `echo ${n}` }),
    result(n + 0.5, `tool-${n}`, `${n}`.repeat(300)),
  ]).flat()

test('TR42 many tools of one group come in answers of their own, each once and in order', () => {
  const steps = manyTools(4_000)
  const views = viewsOf([ai('a1', steps)])
  const ids: string[] = []
  const stepIds: string[] = []
  for (let more = 1; more > 0;) {
    const details = ofAI(views, 'a1', undefined, ids.at(-1))
    expect(details.displayItems.length).toBeGreaterThan(200)
    ids.push(...details.displayItems.map(({ id }) => id))
    stepIds.push(...details.steps.map(({ id }) => id))
    more = details.more
    expect(ids.length + more).toBe(4_000)
  }
  expect(ids).toEqual(Array.from({ length: 4_000 }, (_, n) => `tool-${n}`))
  expect(stepIds).toEqual(steps.map(({ id }) => id))
  expect(detailsOf(views, 'a1', undefined, 'unknown')).toBe(null)
})

test('TR42 a group of 20,000 tools that all failed is small in the list', () => {
  const failed = manyTools(20_000).map((step) =>
    step.type === 'tool_result' ? { ...step, content: { ...step.content, isError: true } } : step,
  )
  const views = viewsOf([ai('a1', failed)])
  const page = views.page({ limit: 1 })
  expect(jsonBytes(page)).toBeLessThan(20_000)
  expect(page.totals.errors).toBe(20_000)
  expect(ofAI(views, 'a1').more).toBeGreaterThan(19_000)
})

test('TR42 as much of many texts is shown as fits, before items are left for another answer', () => {
  const steps = Array.from({ length: 60 }, (_, n) => [
    call(n, `tool-${n}`),
    result(n + 0.5, `tool-${n}`, 'z'.repeat(30_000)),
  ]).flat()
  const details = ofAI(viewsOf([ai('a1', steps)]), 'a1')
  expect(details.more).toBe(0)
  expect(contentOf(details.displayItems[0])).toEqual({ text: 'z'.repeat(8_000), cut: 30_000 })
})

/** A sub-agent that started two, which started two, and so on. */
function family(depth: number, id = 's', task: string | null = 'task-s'): readonly Process[] {
  const children = depth === 1 ? [] : [`${id}-1`, `${id}-2`]
  const messages = [
    ...worked(
      `Do ${id}`,
      Array.from({ length: 30 }, (_, n) => `${id}-tool-${n}`),
    ),
    ...children.map((child) =>
      record({
        uuid: `${child}-call`,
        content: [{ type: 'tool_use', id: `task-${child}`, name: 'Task', input: {} }],
        toolCalls: [{ id: `task-${child}`, name: 'Task', input: {}, isTask: true }],
      }),
    ),
  ]
  return [
    subagent(id, { messages, parentTaskId: task, description: `Agent ${id}` }),
    ...children.flatMap((child) => family(depth - 1, child, `task-${child}`)),
  ]
}

test('TR41 a sub-agent comes with its prompt and its trace, and sub-agents in it to the third', () => {
  const processes = family(5)
  const [first] = processes
  const views = viewsOf(
    [ai('a1', [call(1, 'task-s', 'Task'), said(90)], { processes: [first!] })],
    {
      processes,
      transcriptIdOf: ({ id }) => `file.${id}`,
    },
  )
  let [item] = ofAI(views, 'a1').displayItems
  let depth = 0
  while (item?.type === 'subagent') {
    depth += 1
    const { subagent: shown } = item
    expect(shown).toMatchObject({
      prompt: { text: `Do ${item.id}` },
      itemsSummary: '30 tool calls, 2 subagents',
      transcriptId: `file.${item.id}`,
      model: { label: 'haiku4.5' },
    })
    expect(shown.more + shown.displayItems.length).toBe(32)
    expect(shown.displayItems.length).toBe(depth > 3 ? 0 : 20)
    item = shown.displayItems.find(({ type }) => type === 'subagent')
  }
  expect(depth).toBe(4)
})

test('TR41 a hidden piece of a sub-agent comes alone, and a sub-agent alone has more of its trace', () => {
  const processes = family(2)
  const [first] = processes
  const views = viewsOf([ai('a1', [call(1, 'task-s', 'Task')], { processes: [first!] })], {
    processes,
  })
  const [inner] = ofAI(views, 'a1', 's-1-tool-29').displayItems
  expect(contentOf(inner)).toEqual({ text: 'found s-1-tool-29' })
  const [whole] = ofAI(views, 'a1', 's').displayItems
  expect(whole?.type === 'subagent' && whole.subagent.more).toBe(0)
})

test('TR42 deep families of sub-agents with long texts stay within an answer', () => {
  const processes = family(5).map((process) => ({
    ...process,
    messages: process.messages.map((message) =>
      message.toolResults.length === 0
        ? message
        : {
            ...message,
            content: [
              {
                type: 'tool_result' as const,
                tool_use_id: message.toolResults[0]!.toolUseId,
                content: 'w'.repeat(40_000),
              },
            ],
          },
    ),
  }))
  const own = processes.filter(({ id }) => id === 's')
  const views = viewsOf([ai('a1', [call(1, 'task-s', 'Task')], { processes: own })], { processes })
  expect(ofAI(views, 'a1').displayItems).toHaveLength(1)
  expect(ofAI(views, 'a1', 's').displayItems).toHaveLength(1)
})
