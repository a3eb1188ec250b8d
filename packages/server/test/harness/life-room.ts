import type { SessionRecord } from '@crewroom/shared/model/session'
import { placeOfSession } from '@crewroom/shared/model/session'
import { createGroup } from '../../src/groups/create-group'
import { createSession } from '../../src/sessions/create-session'
import { postToSession } from '../../src/sessions/post-to-session'
import type { FakeProgram } from './fake-program'
import type { FaultyStorage } from './faulty-storage'
import { LifeCrew } from './life-crew'
import type { World } from './program-world'
import { BY_PERSON } from './test-crew'

const NATURE = { beginning: 'ready', sessions: 'loads', takesSystemPrompt: true } as const
const WORLD: World = {
  nature: () => NATURE,
  prompted: () => {},
  heard: () => {},
  askedToCancel: () => {},
  answered: () => {},
  fell: () => {},
  gone: () => {},
}

interface RoomOptions {
  readonly storage?: FaultyStorage
}

/** A crew of programs, with a session of all: ana and ben speak ACP, pia is a pipe. */
export class LifeRoom {
  readonly crew: LifeCrew
  readonly session: SessionRecord

  static async open(options: RoomOptions = {}): Promise<LifeRoom> {
    const agents = { ana: 'developer', ben: 'architect' }
    const crew = await LifeCrew.start(WORLD, { agents, hasPipes: true, ...options })
    const driver = { kind: 'pipe', command: 'fake', args: [] } as const
    crew.act(() => crew.hire('pia', 'developer', BY_PERSON, driver))
    await crew.settle()
    const members = ['ana', 'ben', 'pia'].map((name) => crew.id(name))
    createGroup(crew.shard, crew.crew, crew.by('human'), { name: 'plan', members })
    const session = crew.act(() =>
      createSession(crew.shard, crew.crew, crew.by('human'), { group: 'plan', title: 'Names' }),
    )
    await crew.settle()
    return new LifeRoom(crew, session)
  }

  private constructor(crew: LifeCrew, session: SessionRecord) {
    this.crew = crew
    this.session = session
  }

  async asks(content: string, asks = ['ana']): Promise<void> {
    const { crew, session } = this
    crew.act(() =>
      postToSession(crew.shard, crew.crew, crew.by('human'), {
        group: 'plan',
        session: session.id,
        content,
        asks: asks.map((name) => crew.id(name)),
      }),
    )
    await crew.settle()
  }

  program(name: string): FakeProgram {
    return this.crew.programs.of(this.crew.id(name))
  }

  prompts(name: string): readonly string[] {
    return this.program(name).prompts
  }

  async says(name: string, text: string, stopReason: string | null = 'end_turn'): Promise<void> {
    this.program(name).writes(text, () => 3)
    if (stopReason !== null) this.program(name).answers(stopReason)
    await this.crew.settle()
    this.crew.check()
  }

  get said(): readonly string[] {
    const { messages } = this.crew.crew.window(placeOfSession(this.session.id))
    return messages.map(({ content }) => content)
  }

  response(name: string, n = 1) {
    const { crew, session } = this
    const round = crew.crew.state.rounds[session.id]?.find((one) => one.n === n)
    const response = round?.responses.find(({ agentId }) => agentId === crew.id(name))
    return response && [response.status, response.cut, response.error]
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.crew[Symbol.asyncDispose]()
  }
}
