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
import { Random } from './random'
import { say, team } from './talk'
import { BY_PERSON, type TestCrew, type TestCrewOptions, testCrew } from './test-crew'
import { editAgent } from '../../src/agents/edit-agent'
import { updateGroup } from '../../src/groups/update-group'

/** Most of what happens. */
export const COMMON = [
  'asks',
  'answers',
  'takes',
  'opens',
  'interrupts',
  'joins',
  'is resumed',
] as const
const NAMES = ['ada', 'ben', 'cleo', 'lead'] as const
const AGENTS = { ada: 'architect', ben: 'developer', cleo: 'qa-tester' } as const

/** What people and agents do in two groups with sessions, at random. Each act may be refused, and none may fail. */
export class SessionWalk {
  readonly crew: TestCrew
  readonly #random: Random
  readonly done = new Set<string>()

  constructor(seed: number, options: TestCrewOptions = {}) {
    this.#random = new Random(seed)
    this.crew = testCrew({ agents: AGENTS, ...options })
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
      'calls it otherwise': () =>
        editAgent(shard, own, BY_PERSON, agent, { name: random.pick(['Ada', 'Zoe', `${name}`]) }),
      sets: () => {
        const displayName = random.pick(['John', 'Jo'])
        const chat = { showThinking: random.chance(0.5), person: { id: 'user-1', displayName } }
        return updateGroup(shard, own, BY_PERSON, { group, chat })
      },
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
