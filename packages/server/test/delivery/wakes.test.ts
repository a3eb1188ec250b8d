import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calledBy, wakesOf } from '@crewroom/shared/state/wakes'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { snapshotFor } from '../../src/crew/snapshot'
import { mustWake } from '../../src/crew/wake'
import { pauseCrew } from '../../src/agents/pause'
import { completeTask } from '../../src/agents/tasks'
import { createGroup } from '../../src/groups/create-group'
import { pauseGroup } from '../../src/groups/pause-group'
import { sendMessage } from '../../src/groups/send-message'
import { joined, letters } from '../harness/secrets'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

const AGENTS = {
  ada: 'architect',
  ben: 'developer',
  cleo: 'developer',
  dan: 'qa-tester',
  eve: 'designer',
  fay: 'developer',
  gus: 'technical-writer',
  hal: 'developer',
  ida: 'architect',
}
const NAMES = Object.keys(AGENTS)

const word = fc.oneof(
  fc.constantFrom('@here', '@human', '@lead', '@nobody', '`@here`', 'a@ben', '```', '@Ben,', '\n'),
  fc.constantFrom(...NAMES, ...new Set(Object.values(AGENTS))).map((name) => `@${name}`),
  fc.constant(joined('gh', `p_${letters(36)}`)),
  fc.lorem({ maxCount: 3 }),
)
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))

/** Everything of which nothing is handed over while it is paused. */
const PAUSES = {
  group: (crew: TestCrew, on: boolean) => pauseGroup(crew.shard, crew.crew, BY_PERSON, 'team', on),
  crew: (crew: TestCrew, on: boolean) => pauseCrew(crew.shard, crew.crew, BY_PERSON, on),
  server: (crew: TestCrew, on: boolean) => crew.shard.pauseAll(on, BY_PERSON),
}

/** As another process has it, which knows of the crew by its events alone. */
const copyOf = (state: CrewState) => JSON.parse(JSON.stringify(state)) as CrewState

/** Takes everything out of an inbox; nothing else is looked at, which would take most of the time. */
async function read(crew: TestCrew, name: string): Promise<void> {
  const { cursor } = await crew.core.inbox.fetch(crew.id(name), {})
  await crew.core.inbox.ack(crew.id(name), cursor)
}

test('MN7 whom a text wakes is known before it is sent, is in the answer, and holds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(NAMES),
      fc.subarray(NAMES, { maxLength: 2 }),
      fc.array(fc.tuple(fc.constantFrom('human', 'lead', ...NAMES), text), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.constantFrom(...(Object.keys(PAUSES) as (keyof typeof PAUSES)[])),
      async (members, ended, posts, paused) => {
        await using crew = testCrew({ agents: AGENTS })
        const { shard } = crew
        createGroup(shard, crew.crew, BY_PERSON, {
          name: 'team',
          members: members.map((name) => crew.id(name)),
        })
        for (const name of ended) {
          completeTask(shard, crew.crew, BY_PERSON, crew.id(name), {})
        }
        // All its members have ended: nobody posts.
        if (crew.crew.state.groups['team']?.archived) return
        const everyone = ['lead', ...members]
        for (const [from, content] of posts) {
          if (from !== 'human' && !everyone.includes(from)) continue
          if (ended.includes(from)) continue
          for (const name of everyone) await read(crew, name)
          const state = copyOf(snapshotFor(crew.crew, null))
          const group = state.groups['team']
          if (!group) throw new Error('there is no group')
          const id = from === 'human' ? from : crew.id(from)
          const mentions = calledBy(state, group, id, content, 'You')
          const preview = wakesOf(state, group, { from: id, mentions })
          const { wakes } = crew.act(() =>
            sendMessage(shard, crew.crew, crew.by(from), { group: 'team', content }),
          )
          expect(wakes).toEqual(preview)
          const woken = everyone.map((name) => crew.id(name))
          expect(woken.filter((agentId) => mustWake(shard, crew.crew, agentId)).toSorted()).toEqual(
            preview.toSorted(),
          )
        }
        const woken = () => {
          const input = { group: 'team', content: '@here' }
          const { wakes } = sendMessage(shard, crew.crew, BY_PERSON, input)
          const members = everyone.map((name) => crew.id(name))
          return [wakes, members.filter((id) => mustWake(shard, crew.crew, id))]
        }
        PAUSES[paused](crew, true)
        expect(woken(), `paused: ${paused}`).toEqual([[], []])
        PAUSES[paused](crew, false)
        for (const agents of woken()) expect(agents).toContain(crew.leadId)
      },
    ),
    { numRuns: 25 },
  )
})
