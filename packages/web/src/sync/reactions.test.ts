import type { Reactions } from '@crewroom/shared/model/message'
import { withReaction } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { afterEach, expect, test, vi } from 'vitest'
import { AT, LEAD } from '../../test/samples'
import { api } from './api'
import { hearReactions, setReaction, wantedReactions } from './reactions'

afterEach(() => vi.restoreAllMocks())

/** A message that the page shows, and a server that answers when it is told to. */
function shown() {
  let reactions: Reactions = {}
  const answers: ((stored: Reactions) => void)[] = []
  vi.spyOn(api, 'react').mockImplementation(
    (_lead, _group, messageId, emoji) =>
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
