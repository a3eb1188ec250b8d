import { expect, test } from 'vitest'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { SessionRecord } from '@crewroom/shared/model/session'
import { terminateAgent } from '../../src/agents/end-agent'
import { pauseCrew } from '../../src/agents/pause'
import { resumeAgent } from '../../src/agents/revive'
import { archiveGroup, unarchiveGroup } from '../../src/groups/archive-group'
import { addMembers, removeMember } from '../../src/groups/change-members'
import { createSession } from '../../src/sessions/create-session'
import { interruptAnswer } from '../../src/sessions/interrupt-answer'
import { markSessionRead } from '../../src/sessions/mark-session-read'
import { postToSession } from '../../src/sessions/post-to-session'
import { reactInSession } from '../../src/sessions/react-in-session'
import { retryAnswer } from '../../src/sessions/retry-answer'
import { deleteSession, updateSession } from '../../src/sessions/update-session'
import { CountingIds } from '../harness/counting-ids'
import { crewText, takeIn } from '../harness/export-text'
import { Random } from '../harness/random'
import { say, team } from '../harness/talk'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

const STEPS = Number(process.env['CREWROOM_SESSION_STEPS'] ?? 150)
const WALKS = Number(process.env['CREWROOM_SESSION_WALKS'] ?? 3)
/** Most of what happens. */
const COMMON = ['asks', 'answers', 'takes', 'opens', 'interrupts', 'joins', 'is resumed'] as const
const NAMES = ['ada', 'ben', 'cleo', 'lead'] as const
const AGENTS = { ada: 'architect', ben: 'developer', cleo: 'qa-tester' } as const

/** What people and agents do in two groups with sessions, at random. Each act may be refused, and none may fail. */
class SessionWalk {
  readonly crew: TestCrew
  readonly #random: Random
  readonly done = new Set<string>()

  constructor(seed: number) {
    this.#random = new Random(seed)
    this.crew = testCrew({ agents: AGENTS })
    for (const name of ['plan', 'side']) team(this.crew, name, ['ada', 'ben', 'cleo'])
  }

  async step(): Promise<void> {
    const acts = this.#acts()
    const name = this.#random.pick(
      this.#random.chance(0.6) ? COMMON : (Object.keys(acts) as (keyof typeof acts)[]),
    )
    try {
      await acts[name]()
      this.done.add(name)
    } catch (error) {
      if (!(error instanceof CrewError)) throw error
    }
    this.crew.check()
  }

  #acts() {
    const { crew } = this
    const { shard, crew: own } = crew
    const random = this.#random
    const name = random.pick(NAMES)
    const group = random.pick(['plan', 'plan', 'plan', 'side'])
    const session = this.#session()
    const place = { group: session?.groupName ?? group, session: session?.id ?? 'none' }
    const agent = crew.id(name)
    const writes = (who: string) =>
      crew.act(() =>
        postToSession(shard, own, crew.by(who), {
          ...place,
          content: random.chance(0.1) ? 'x'.repeat(30_000) : `a word to @${name} and @human`,
        }),
      )
    return {
      asks: () => writes('human'),
      interjects: () => writes(name),
      answers: async () => {
        await crew.core.inbox.fetch(agent, {})
        await crew.says(name, random.chance(0.2) ? '\n' : `an answer of ${name}\n`)
      },
      takes: () => crew.core.inbox.fetch(agent, {}),
      reads: () => crew.reads(name),
      opens: () => createSession(shard, own, BY_PERSON, { group }),
      interrupts: () => interruptAnswer(shard, own, BY_PERSON, { ...place, agent }),
      retries: () =>
        retryAnswer(shard, own, BY_PERSON, { ...place, agent, n: session?.rounds ?? 0 }),
      reacts: () => {
        const reaction = {
          messageId: `#${random.below(9) + 1}`,
          emoji: '👍',
          action: random.pick(['add', 'remove'] as const),
        }
        return reactInSession(shard, own, BY_PERSON, { ...place, ...reaction })
      },
      marks: () => {
        const seq = random.below(own.state.seq)
        return markSessionRead(shard, own, BY_PERSON, { ...place, seq, force: random.chance(0.3) })
      },
      changes: () => {
        const agents = NAMES.filter(() => random.chance(0.7)).map((one) => crew.id(one))
        return updateSession(shard, own, BY_PERSON, { ...place, title: `Talk ${name}`, agents })
      },
      archives: () =>
        updateSession(shard, own, BY_PERSON, {
          ...place,
          status: random.chance(0.3) ? 'archived' : 'active',
        }),
      deletes: () => random.chance(0.3) && deleteSession(shard, own, BY_PERSON, place),
      leaves: () => removeMember(shard, own, BY_PERSON, { group, member: agent }),
      joins: () => addMembers(shard, own, BY_PERSON, { group, members: [agent] }),
      ends: () => random.chance(0.2) && terminateAgent(shard, own, BY_PERSON, agent, 'enough'),
      'is resumed': () => resumeAgent(shard, own, BY_PERSON, agent),
      'archives the group': () => random.chance(0.2) && archiveGroup(shard, own, BY_PERSON, group),
      'takes it back': () => unarchiveGroup(shard, own, BY_PERSON, group),
      says: () => say(crew, name, 'in the group itself', group),
      pauses: () => pauseCrew(shard, own, BY_PERSON, !own.state.lead.paused && random.chance(0.3)),
      waits: () => crew.clock.advance(random.below(60_000)),
      restarts: () => crew.restart(),
    }
  }

  #session(): SessionRecord | undefined {
    const all = Object.values(this.crew.crew.state.sessions)
    return all.length > 0 ? this.#random.pick(all) : undefined
  }
}

/** A single walk may have no chance for some of it. */
const everDone = new Set<string>()

test.each(Array.from({ length: WALKS }, (_, at) => at + 1))(
  'SN10, SL2, EX36 seeded walk %i: sessions in memory are what a restart loads after every act, and their file becomes the same crew',
  async (seed) => {
    const walk = new SessionWalk(seed)
    await using crew = walk.crew
    for (let n = 0; n < STEPS; n++) await walk.step()
    for (const act of walk.done) everDone.add(act)
    const text = await crewText(crew)
    await using other = testCrew({ ids: new CountingIds('b0b0', 'b-') })
    await takeIn(other, text)
    expect(await crewText(other, crew.leadId)).toBe(text)
    const { lead, ...state } = other.shard.crew(crew.leadId).state
    expect({ ...state, lead: { ...lead, paused: false } }).toEqual({
      ...crew.crew.state,
      lead: { ...crew.crew.state.lead, paused: false },
    })
  },
  120_000,
)

test('SN10 the walks together do what is common', () => {
  expect([...everDone]).toEqual(expect.arrayContaining([...COMMON]))
})
