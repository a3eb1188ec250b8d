import { expect, test } from 'vitest'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { interrupt, sendDirect } from '../../src/agents/direct-messages'
import { editAgent } from '../../src/agents/edit-agent'
import { pauseCrew } from '../../src/agents/pause'
import { pauseGroup } from '../../src/groups/pause-group'
import { interruptAnswer } from '../../src/sessions/interrupt-answer'
import { postToSession } from '../../src/sessions/post-to-session'
import { FaultyStorage } from '../harness/faulty-storage'
import { LifeRoom } from '../harness/life-room'
import { Random } from '../harness/random'
import { BY_PERSON } from '../harness/test-crew'

const NAMES = ['ana', 'ben', 'pia'] as const
const SEEDS = Number(process.env['CREWROOM_ROUND_LIVES'] ?? 5)

/** Programs that answer, crash and are replaced, and people, while the server stops and its storage fails. */
class Walk {
  readonly log: string[] = []
  readonly #room: LifeRoom
  readonly #storage: FaultyStorage
  readonly #random: Random
  #isBroken = false
  #marks = 0

  constructor(room: LifeRoom, storage: FaultyStorage, seed: number) {
    this.#room = room
    this.#storage = storage
    this.#random = new Random(seed)
  }

  async step(): Promise<void> {
    const acts = this.#acts(this.#random.pick(NAMES))
    const all = acts.flatMap(([often, what, act]) => Array.from({ length: often }, () => [what, act] as const)) // prettier-ignore
    const [what, act] = this.#random.pick(all)
    this.log.push(what)
    try {
      await act()
    } catch (error) {
      if (!(error instanceof CrewError)) throw error
    }
    await this.#room.crew.settle()
  }

  async says(name: string, isOver: boolean): Promise<void> {
    const { crew } = this.#room
    const program = crew.programs.running.get(crew.id(name))
    const text = this.#random.chance(0.1) ? '' : `~${++this.#marks}~ `
    if (name === 'pia') {
      if (text !== '') program?.prints(`${text}\n`)
      await crew.settle()
      if (isOver) await crew.advance(2_100)
    } else if (program?.prompted) {
      program.writes(text, () => 9)
      if (isOver) program.answers('end_turn')
      await crew.settle()
    }
  }

  /** Storage works, nothing is paused, and everybody answers. */
  async end(): Promise<void> {
    const { crew } = this.#room
    if (this.#isBroken) await this.#mend()
    pauseGroup(crew.shard, crew.crew, BY_PERSON, 'plan', false)
    pauseCrew(crew.shard, crew.crew, BY_PERSON, false)
    await crew.settle()
    for (let n = 0; n < 12 && crew.crew.rounds.allAsked().length > 0; n++) {
      for (const name of NAMES) await this.says(name, true)
      await crew.advance(5_000)
    }
  }

  #acts(name: (typeof NAMES)[number]): [number, string, () => unknown][] {
    const { crew, session } = this.#room
    const { shard, crew: own } = crew
    const random = this.#random
    const to = crew.id(name)
    const isOn = random.chance(0.5)
    const isOver = random.chance(0.6)
    const asks = NAMES.filter(() => random.chance(0.6)).map((one) => crew.id(one))
    const at = { group: 'plan', session: session.id }
    const whole = (act: () => unknown) => (this.#isBroken ? undefined : act())
    return [
      [5, `asks ${asks.length}`, () => postToSession(shard, own, BY_PERSON, { ...at, content: `question ${++this.#marks}`, asks })], // prettier-ignore
      [14, `${name} says, ${isOver}`, () => this.says(name, isOver)],
      [2, `stops ${name}`, () => interruptAnswer(shard, own, BY_PERSON, { ...at, agent: name })],
      [1, `interrupts ${name}`, () => interrupt(shard, own, BY_PERSON, { to, content: 'look' })],
      [1, `writes to ${name}`, () => sendDirect(shard, own, BY_PERSON, { to, content: 'well?' })],
      [2, 'storage', () => (this.#isBroken ? this.#mend() : this.#break())],
      [1, 'kill', () => whole(() => crew.kill(random.below(5)))],
      [1, 'stop', () => whole(() => crew.stopAndStart())],
      [1, `group ${isOn}`, () => pauseGroup(shard, own, BY_PERSON, 'plan', isOn)],
      [1, `crew ${isOn}`, () => pauseCrew(shard, own, BY_PERSON, isOn)],
      [1, `crash ${name}`, () => this.#crash(to)],
      [1, `edit ${name}`, () => editAgent(shard, own, BY_PERSON, to, { cwd: `/${++this.#marks}` })],
    ]
  }

  async #crash(agentId: string): Promise<void> {
    const { crew } = this.#room
    crew.programs.running.get(agentId)?.exits({ code: 1, signal: null })
    await crew.advance(40_000)
  }

  #break(): void {
    this.#storage.breaks()
    this.#isBroken = true
  }

  async #mend(): Promise<void> {
    const { crew } = this.#room
    this.#storage.refuses()
    if (this.#random.chance(0.5)) await crew.advance(700)
    this.#storage.refuses()
    if (crew.core.journal.failure) crew.recover()
    else this.#storage.mends()
    this.#isBroken = false
    await crew.advance(1_000)
  }
}

test.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
  'RN59 whatever becomes of programs, the server and its storage, each question comes to an end and no word counts twice, seed %i',
  async (seed) => {
    const storage = new FaultyStorage()
    await using room = await LifeRoom.open({ storage })
    const { crew, session } = room
    const walk = new Walk(room, storage, seed)
    try {
      for (let n = 0; n < 60; n++) await walk.step()
      await walk.end()
      crew.check()
      expect(crew.crew.rounds.allAsked()).toEqual([])
    } catch (error) {
      throw new Error(`${walk.log.join('\n')}\n${String(error)}`, { cause: error })
    }
    const of = { groupName: 'plan', sessionId: session.id, limit: 200, viewer: null }
    const { messages } = crew.shard.ports.reader.page(crew.leadId, of)
    const answers = messages.flatMap(({ from, round }) => (from === 'human' ? [] : `${from} ${round?.n}`)) // prettier-ignore
    expect(new Set(answers).size, 'one answer of each').toBe(answers.length)
    const words = messages.flatMap(({ content }) => content.match(/~\d+~/g) ?? [])
    expect(new Set(words).size, 'nothing twice').toBe(words.length)
  },
)
