import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { CommandName } from '@crewroom/shared/command/payloads'
import { FakeModel } from '../fake-model'
import { plannedDriver } from '../agent-floor'
import { eventually } from '../speaker'
import { type Agent, type AtDoor, type DoorKind, HALF, type Room } from './door'

/** Programs that the server runs. They say what they are told to say: each line that begins with "SAY ". */

const SLOWLY = 'slowly'

/** What a program says to a prompt; `[[ ]]` are commands. */
const saidTo = (prompt: string): string =>
  prompt
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('SAY '))
    .map((line) => `${line.slice(4).replaceAll('[[', '⟦⟦').replaceAll(']]', '⟧⟧')}\n`)
    .join('')

const PIPE = `
const { appendFileSync } = require('node:fs')
const { createInterface } = require('node:readline')
createInterface({ input: process.stdin }).on('line', (line) => {
  appendFileSync(process.argv[2], line + '\\n')
  const [, say] = /^\\s*SAY (.*)$/.exec(line) ?? []
  if (say) console.log(say.replaceAll('[[', '⟦⟦').replaceAll(']]', '⟧⟧'))
  if (line.includes('${SLOWLY}')) process.stdout.write('${HALF}')
})
`

/** Whatever there is to do, it is told in a message of the person. */
class Obedient implements AtDoor {
  readonly #room: Room
  readonly #agent: Agent
  readonly #heard: () => string
  readonly ends: () => void

  constructor(room: Room, agent: Agent, heard: () => string, ends: () => void = () => {}) {
    this.#room = room
    this.#agent = agent
    this.#heard = heard
    this.ends = ends
  }

  async given(words: string): Promise<string> {
    const { name } = this.#agent
    await eventually(`${name} is given "${words}"`, () => this.#heard().includes(words))
    return this.#heard()
  }

  async history(words: string): Promise<string> {
    // It wakes nobody.
    await this.#room.floor.tell(this.#agent.name, 'And now?')
    return this.given(words)
  }

  async runs(command: CommandName, payload: object): Promise<string> {
    const { floor } = this.#room
    const { name } = this.#agent
    const from = this.#heard().length
    await floor.tell(name, `Please:\nSAY [[ ${command} ${JSON.stringify(payload)} ]]`)
    await this.given(`SAY [[ ${command} ${JSON.stringify(payload)} ]]`)
    const replied = () => /^\[System\][^]*/m.exec(this.#heard().slice(from))?.[0]
    const isRun = () => replied() !== undefined || this.#awaitsReply()
    await eventually(`${name} has run ${command}`, isRun)
    // A reply that wakes nobody comes with the next thing that does.
    if (replied() === undefined) await floor.tell(name, 'And now?')
    await eventually(`${name} is told of ${command}`, () => replied() !== undefined)
    return replied() ?? ''
  }

  async answers(words: string, content: string): Promise<void> {
    await this.given(words)
    await this.given(`SAY ${content}`)
  }

  async begins(words: string): Promise<null> {
    await this.given(words)
    return null
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #awaitsReply(): boolean {
    const { id } = this.#agent
    const crew = this.#room.floor.server.app.core.shard.crewOf(id)
    return crew?.inHand.pending(id).some(({ kind }) => kind === 'reply') === true
  }
}

export const pipe: DoorKind = {
  driver: ({ floor }, name) => {
    const script = path.join(floor.folder, 'obedient.cjs')
    writeFileSync(script, PIPE)
    const given = path.join(floor.folder, `${name}.given`)
    writeFileSync(given, '')
    return { kind: 'pipe', command: process.execPath, args: [script, given] }
  },
  connect: (room, agent) => {
    const file = path.join(room.floor.folder, `${agent.name}.given`)
    return Promise.resolve(new Obedient(room, agent, () => readFileSync(file, 'utf8')))
  },
}

export const acp: DoorKind = {
  driver: ({ floor }, name) => {
    const half = { when: SLOWLY, say: HALF, times: 1 }
    const waits = { when: SLOWLY, permission: true, times: 1 }
    return plannedDriver(floor.folder, name, [{ echo: 'live', rules: [half, waits] }])
  },
  connect: (room, agent) => {
    const heard = () => room.floor.programs.prompts(agent.name).join('\n')
    return Promise.resolve(new Obedient(room, agent, heard))
  },
}

export const model: DoorKind = {
  driver: ({ model: endpoint }) => endpoint.driver(),
  connect: (room, agent) => {
    let ends = (): void => {}
    const awaits = new Promise<void>((resolve) => (ends = resolve))
    room.model.otherwise = (asked) => {
      const prompt = FakeModel.promptOf(asked)
      if (prompt.includes(SLOWLY)) return { text: [HALF, ' and more'], awaits }
      return { text: [saidTo(prompt) || 'ok'] }
    }
    // All of its conversation: a prompt that was cut off before it was asked comes with the next one.
    const heard = () =>
      (room.model.asked.at(-1)?.messages ?? [])
        .flatMap(({ role, content }) => (role === 'user' ? [content] : []))
        .join('\n')
    return Promise.resolve(new Obedient(room, agent, heard, ends))
  },
}
