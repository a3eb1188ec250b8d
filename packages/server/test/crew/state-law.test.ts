import { expect, test } from 'vitest'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { addMembers, leaveGroup, removeMembers } from '../../src/groups/change-members'
import { createGroup } from '../../src/groups/create-group'
import { markRead } from '../../src/groups/mark-read'
import { react } from '../../src/groups/react'
import { sendMessage } from '../../src/groups/send-message'
import { GroupModel } from '../harness/group-model'
import { Random } from '../harness/random'
import { type TestCrew, testCrew } from '../harness/test-crew'
import { often } from '../harness/long'

const STEPS = Number(process.env['CREWROOM_RANDOM_STEPS'] ?? often(1_200, 3_000))
const AGENTS = { ada: 'architect', ben: 'developer', cleo: 'developer', dan: 'qa-tester' } as const
const EMOJI = ['👍', '🎉', '❤️'] as const

/** Runs a verb; true when it was accepted, false when it was refused with a code. */
function accepted(run: () => unknown): boolean {
  try {
    run()
    return true
  } catch (error) {
    if (error instanceof CrewError && error.code !== 'internal') return false
    throw error
  }
}

class Walk {
  readonly #crew: TestCrew
  readonly #random: Random
  readonly #model: GroupModel
  readonly #people: readonly string[]
  #messages = 0

  constructor(crew: TestCrew, seed: number) {
    this.#crew = crew
    this.#random = new Random(seed)
    this.#model = new GroupModel(crew.leadId)
    this.#people = ['lead', ...Object.keys(AGENTS)]
  }

  async step(): Promise<void> {
    const crew = this.#crew
    const { shard, crew: memory } = crew
    const random = this.#random
    const who = random.chance(0.1) ? 'human' : random.pick(this.#people)
    const actor = who === 'human' ? 'human' : crew.id(who)
    const by = crew.by(who)
    const group = `team-${random.below(4)}`
    const other = crew.id(random.pick(this.#people))
    if (random.chance(0.2)) crew.clock.advance(random.below(50))
    const agree = (name: string, real: boolean, model: boolean) =>
      expect(real, `${name} ${group} by ${who}`).toBe(model)
    switch (random.below(12)) {
      case 0: {
        const members = [other]
        agree(
          'create',
          accepted(() => createGroup(shard, memory, by, { name: group, members })),
          this.#model.create(group, actor, members),
        )
        break
      }
      case 1:
        agree(
          'add',
          accepted(() => addMembers(shard, memory, by, { group, members: [other] })),
          this.#model.add(group, actor, other),
        )
        break
      case 2:
        agree(
          'remove',
          accepted(() => removeMembers(shard, memory, by, { group, members: [other] })),
          this.#model.remove(group, actor, other),
        )
        break
      case 3:
        agree(
          'leave',
          accepted(() => leaveGroup(shard, memory, by, group)),
          this.#model.leave(group, actor),
        )
        break
      case 4:
      case 5: {
        const n = random.below((this.#model.groups.get(group)?.messages.length ?? 0) + 1)
        const emoji = random.pick(EMOJI)
        if (who === 'human' && !this.#model.groups.get(group)?.members.has('human')) break
        const message = memory.state.groups[group]
          ? shard.ports.reader.messageByN(crew.leadId, group, n + 1)
          : null
        // An agent reacts to what it can see; what it cannot is refused and is not the model's business.
        const sees =
          message && (who === 'human' || memory.memberships.seesMessage(actor, group, message))
        const real = accepted(() =>
          react(shard, memory, by, { group, messageId: n + 1, emoji, action: 'toggle' }),
        )
        if (sees) agree('react', real, this.#model.toggle(group, actor, n, emoji))
        else expect(real).toBe(false)
        break
      }
      case 6: {
        const record = memory.state.groups[group]
        if (!record) break
        const seq = random.below((record.lastMessage?.seq ?? 0) + 2)
        accepted(() => markRead(shard, memory, by, { group, seq, force: random.chance(0.2) }))
        break
      }
      case 7:
        if (random.chance(0.2)) crew.restart()
        break
      case 8: {
        const reader = random.pick(this.#people)
        const texts = (await crew.reads(reader)).filter((item) => item.kind === 'group')
        expect(
          texts.map((item) => item.text.slice(item.text.indexOf(']: ') + 3)),
          `inbox of ${reader}`,
        ).toEqual(this.#model.takeInbox(crew.id(reader)))
        break
      }
      default: {
        const content = `message ${++this.#messages}`
        agree(
          'send',
          accepted(() => sendMessage(shard, memory, by, { group, content })),
          this.#model.send(group, actor, content),
        )
      }
    }
    crew.check()
  }

  /** Every group, message and reaction is what the model says. */
  compare(): void {
    const { shard, crew: memory, leadId } = this.#crew
    expect(Object.keys(memory.state.groups).sort()).toEqual([...this.#model.groups.keys()].sort())
    for (const [name, group] of this.#model.groups) {
      expect(new Set(memory.state.groups[name]?.memberIds)).toEqual(group.members)
      const stored = shard.ports.reader.messagesByN(leadId, name, 1, 1_000_000)
      expect(stored.map((m) => [m.n, m.from, m.content])).toEqual(
        group.messages.map((m, index) => [index + 1, m.from, m.content]),
      )
      group.messages.forEach((m, index) => {
        const found = shard.ports.reader.messageByN(leadId, name, index + 1)
        const reactions = [...m.reactions].filter(([, who]) => who.size > 0)
        expect(
          Object.fromEntries(
            Object.entries(found?.reactions ?? {}).map(([e, who]) => [e, [...who].sort()]),
          ),
        ).toEqual(Object.fromEntries(reactions.map(([e, who]) => [e, [...who].sort()])))
      })
    }
  }
}

test.each(often([11], [11, 23, 47]))(
  'SL1, SL2 seeded random walk %i: server, model, clients and a restart agree after every step',
  async (seed) => {
    await using crew = testCrew({ agents: AGENTS })
    const walk = new Walk(crew, seed)
    for (let i = 0; i < STEPS / 3; i++) await walk.step()
    walk.compare()
  },
  120_000,
)
