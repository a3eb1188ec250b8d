import type { Reactions } from '@crewroom/shared/model/message'
import { withReaction } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { afterEach, expect, test, vi } from 'vitest'
import { AT, LEAD } from '../../test/samples'
import { toast } from '../ui/toasts'
import { api } from './api'
import { hearReactions, setReaction, wantedKey, wantedReactions } from './reactions'

afterEach(() => vi.restoreAllMocks())

/** A message that the page shows, and a server that answers when it is told to. */
function shown() {
  let reactions: Reactions = {}
  const answers: ((stored: Reactions) => void)[] = []
  vi.spyOn(api, 'react').mockImplementation(
    (_to, messageId, emoji) =>
      new Promise((resolve) => {
        answers.push((stored) =>
          resolve({ message: { id: messageId }, emoji, reactions: stored } as never),
        )
      }),
  )
  return {
    answers,
    now: () => reactions,
    react: (wanted: boolean) =>
      setReaction({ leadId: LEAD, group: 'team', messageId: 'm1' }, '🎉', wanted, (change) => {
        reactions = change(reactions)
      }),
    event(seq: number, agentId: string, action: 'add' | 'remove') {
      reactions = withReaction(reactions, '🎉', agentId, action)
      hearReactions([
        {
          type: 'group:reaction',
          seq,
          leadId: LEAD,
          timestamp: AT,
          groupName: 'team',
          messageId: 'm1',
          emoji: '🎉',
          agentId,
          action,
        } as never,
      ])
    },
  }
}

test('UI80 a reaction that an agent adds before the answer to the own one arrives stays', async () => {
  const page = shown()
  const own = page.react(true)
  page.event(1, HUMAN_ID, 'add')
  page.event(2, 'qa', 'add')
  page.answers[0]?.({ '🎉': [HUMAN_ID] })
  await own
  expect(page.now()).toEqual({ '🎉': [HUMAN_ID, 'qa'] })
  expect(wantedReactions.getState()).toEqual({})
})

test('UI80 the answer alone shows the own reaction: its event may be later, or lost', async () => {
  const page = shown()
  const own = page.react(true)
  page.event(2, 'qa', 'add')
  page.answers[0]?.({ '🎉': [HUMAN_ID] })
  await own
  expect(page.now()).toEqual({ '🎉': ['qa', HUMAN_ID] })
  const back = page.react(false)
  page.answers[1]?.({ '🎉': ['qa'] })
  await back
  expect(page.now()).toEqual({ '🎉': ['qa'] })
})

test('UI80 what another page of the person took back after it stays taken back', async () => {
  const page = shown()
  const own = page.react(true)
  page.event(1, HUMAN_ID, 'add')
  page.event(2, HUMAN_ID, 'remove')
  page.answers[0]?.({ '🎉': [HUMAN_ID] })
  await own
  expect(page.now()).toEqual({})
  // The next answer counts again.
  const again = page.react(true)
  page.answers[1]?.({ '🎉': [HUMAN_ID] })
  await again
  expect(page.now()).toEqual({ '🎉': [HUMAN_ID] })
})

/** A server that is asked for several reactions, and answers or refuses each when it is told to. */
function asked() {
  const asks: { said: string; answer(): void; refuse(): void }[] = []
  vi.spyOn(api, 'react').mockImplementation(
    (_to, messageId, emoji, wanted) =>
      new Promise((resolve, reject) => {
        const said = `${messageId} ${emoji} ${wanted}`
        asks.push({ said, answer: () => resolve({} as never), refuse: () => reject(new Error()) })
      }),
  )
  const problem = vi.spyOn(toast, 'problem').mockReturnValue(undefined as never)
  const changes: string[] = []
  return {
    asks,
    problem,
    changes,
    said: () => asks.map(({ said }) => said),
    react: (wanted: boolean, emoji = '👍', messageId = 'm1') =>
      setReaction({ leadId: LEAD, group: 'team', messageId }, emoji, wanted, (change) => {
        changes.push(`${messageId} ${JSON.stringify(change({}))}`)
      }),
    heard: (agentId: string) =>
      hearReactions([
        { type: 'group:message', seq: 1 } as never,
        {
          type: 'group:reaction',
          seq: 2,
          leadId: LEAD,
          at: AT,
          groupName: 'team',
          messageId: 'm1',
          emoji: '👍',
          agentId,
          action: 'add',
        } as never,
      ]),
  }
}
const settle = () => new Promise((resolve) => setTimeout(resolve))
const own = (emoji: string, messageId = 'm1') => `${messageId} {"${emoji}":["${HUMAN_ID}"]}`

test('UI80 one question at a time: what is clicked meanwhile is asked after it, and only if it is something else', async () => {
  const { asks, said, react, changes } = asked()
  const first = react(true)
  await react(false)
  await react(true)
  expect(said()).toEqual(['m1 👍 true'])
  asks[0]?.answer()
  await first
  expect([said().length, changes]).toEqual([1, [own('👍')]])

  const second = react(false)
  await react(true)
  asks[1]?.answer()
  await settle()
  expect(said().slice(1)).toEqual(['m1 👍 false', 'm1 👍 true'])
  expect(changes, 'what is not wanted any more is not shown').toHaveLength(1)
  asks[2]?.answer()
  await second
  expect(changes).toEqual([own('👍'), own('👍')])
  expect(wantedReactions.getState()).toEqual({})
})

test('UI80 the wish stands until the views were told, and what is clicked until then is asked, too', async () => {
  const { asks, said, react, changes } = asked()
  const first = react(true)
  expect(wantedReactions.getState()).toEqual({ [wantedKey('m1', '👍')]: true })
  asks[0]?.answer()
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  expect(changes).toEqual([own('👍')])
  expect(wantedReactions.getState(), 'no flicker').toEqual({ [wantedKey('m1', '👍')]: true })
  await react(false)
  await settle()
  expect(said()).toEqual(['m1 👍 true', 'm1 👍 false'])
  asks[1]?.answer()
  await first
  expect(changes).toEqual([own('👍'), 'm1 {}'])
})

test('UI80 a reaction that is refused is undone with a sentence, unless something else is wanted by then', async () => {
  const { asks, said, react, problem, changes } = asked()
  const refused = react(true)
  asks[0]?.refuse()
  await refused
  expect([problem.mock.calls.length, changes, wantedReactions.getState()]).toEqual([1, [], {}])

  const again = react(true)
  await react(false)
  asks[1]?.refuse()
  await settle()
  expect([problem.mock.calls.length, said().slice(1)]).toEqual([1, ['m1 👍 true', 'm1 👍 false']])
  asks[2]?.answer()
  await again
  expect([problem.mock.calls.length, changes]).toEqual([1, ['m1 {}']])
})

test('UI80 reactions of several kinds, and on several messages, do not wait for each other', async () => {
  const { asks, said, react, changes } = asked()
  const all = [react(true), react(true, '🎉'), react(true, '👍', 'm2')]
  expect(said()).toEqual(['m1 👍 true', 'm1 🎉 true', 'm2 👍 true'])
  expect(Object.values(wantedReactions.getState())).toEqual([true, true, true])
  for (const { answer } of asks) answer()
  await Promise.all(all)
  expect(changes).toEqual([own('👍'), own('🎉'), own('👍', 'm2')])
  expect(wantedReactions.getState()).toEqual({})
})

test('UI80 an event says what became of the question that is on its way, and of no earlier or later one', async () => {
  const { asks, react, changes, heard } = asked()
  heard(HUMAN_ID)
  const first = react(true)
  heard('qa')
  asks[0]?.answer()
  await first
  expect(changes, 'nothing was heard of this one').toEqual([own('👍')])

  const second = react(false)
  heard(HUMAN_ID)
  await react(true)
  asks[1]?.answer()
  await settle()
  asks[2]?.answer()
  await second
  expect(changes, 'nor of the one behind it').toEqual([own('👍'), own('👍')])

  const third = react(true)
  heard(HUMAN_ID)
  asks[3]?.answer()
  await third
  expect(changes, 'the event has said so').toHaveLength(2)
})
