import { expect, test } from 'vitest'
import { readRun } from '../../src/discussions/read-run'
import { behindFact } from '../../src/discussions/run-position'
import { runLines } from '../../src/discussions/run-stream'
import { runMarkdown } from '../../src/discussions/run-markdown'
import { DiscussionCrew } from '../harness/discussion-crew'
import { BY_PERSON } from '../harness/test-crew'

const contents = (history: readonly { readonly content: string }[]) =>
  history.map(({ content }) => content)

test('RU65 a discussion that is continued after another one in its session has nothing of that', async () => {
  await using room = new DiscussionCrew()
  const { shard } = room.crew
  const limits = { rounds: 1 }
  const first = room.start({ goal: 'The first goal of all?', participants: ['ana'], limits })
  await room.plays(() => 'Answer to the first goal.')
  const { session } = first
  room.post(session, 'human', 'Asked in between.')
  await room.plays(() => 'Answered in between.')
  const goal = 'The second goal of all?'
  const second = room.start({ goal, session: session.id, participants: ['ben'], limits })
  await room.plays(() => 'Answer to the second goal.')
  room.goesOn(first.run, { rounds: 2 })
  await room.plays(() => 'Answer to the first goal again.')
  const own = [
    'The first goal of all?',
    'Answer to the first goal.',
    'Answer to the first goal again.',
  ]
  expect(contents((await readRun(shard, BY_PERSON, first.run.id)).result.history)).toEqual(own)
  const others = ['The second goal of all?', 'Answer to the second goal.']
  expect(contents((await readRun(shard, BY_PERSON, second.run.id)).result.history)).toEqual(others)
  const { signal } = new AbortController()
  const streamed: string[] = []
  const since = behindFact(0)
  const follow = { shard, by: BY_PERSON, id: first.run.id, since, signal }
  for await (const line of runLines({ ...follow, changed: async () => {} })) {
    if (line.type === 'message') streamed.push(line.content)
  }
  expect(streamed).toEqual(own)
  const document = [...runMarkdown(shard, room.crew.crew, room.run(first.run))].join('')
  expect(document.match(/^## Round \d+/gm)).toEqual(['## Round 1', '## Round 2'])
  expect(document).not.toContain('second goal')
  expect(document).not.toContain('in between')
})

test('RU65 a result has all messages of a long discussion, page by page', async () => {
  await using room = new DiscussionCrew()
  const { shard } = room.crew
  const { run, session } = room.start({ participants: ['ana', 'ben'], limits: { rounds: 2 } })
  await room.settle()
  const interjected = Array.from({ length: 250 }, (_, n) => `By the way, number ${n}.`)
  for (const content of interjected) room.post(session, 'human', content)
  const answers = ['ana', 'ben'].map((who) => `I, ${who}, would call it settings.json.`)
  await room.plays((_question, who) => `I, ${who}, would call it settings.json.`)
  const pages: string[][] = []
  let before: number | undefined
  do {
    const { result } = await readRun(shard, BY_PERSON, run.id, before)
    pages.unshift(contents(result.history))
    expect(result.hasEarlier).toBe(result.before !== null)
    before = result.before ?? undefined
  } while (before !== undefined)
  expect(pages.length).toBe(2)
  expect(pages.flat()).toEqual([run.goal, ...interjected, ...answers])
})
