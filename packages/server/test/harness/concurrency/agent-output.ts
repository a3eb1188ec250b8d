import type { Random } from '../random'
import { type Said, shortened } from './run-log'

const EMOJI = ['👍', '🎉', '👀'] as const

type SaidWhat = Said extends infer S ? (S extends Said ? Omit<S, 'end'> : never) : never

export interface Surroundings {
  readonly groups: readonly string[]
  readonly colleagues: readonly string[]
  /** Messages that the agent was handed. */
  readonly messages: readonly { readonly id: string; readonly group: string }[]
  /** How often a message is long, and how long it is then. */
  readonly long: { readonly often: number; readonly units: number }
}

/** An agent's output: one stream of prose and commands, of which any part can be sent again. */
export class AgentOutput {
  text = ''
  readonly said: Said[] = []
  readonly #name: string
  readonly #random: Random

  constructor(name: string, random: Random) {
    this.#name = name
    this.#random = random
  }

  /** Says one to three things more. */
  sayMore(around: Surroundings): void {
    for (let count = 1 + this.#random.below(3); count > 0; count--) {
      const what = this.#what(around)
      const [command, payload] = asCommand(what, around)
      this.text += `working on it\n⟦⟦ ${command} ${JSON.stringify(payload)} ⟧⟧\n`
      const end = this.text.length - 1
      this.said.push(
        what.kind === 'react'
          ? { ...what, end }
          : { ...what, content: shortened(what.content), end },
      )
    }
  }

  #what({ groups, colleagues, messages, long }: Surroundings): SaidWhat {
    const random = this.#random
    const content = `${this.#name} says ${this.said.length + 1}`
    const kind = random.below(20)
    if (kind < 3 && messages.length > 0) {
      const { id } = random.pick(messages.slice(-20))
      return { kind: 'react', messageId: id, emoji: random.pick(EMOJI) }
    }
    if (kind < 5) return { kind: 'direct', to: random.pick(colleagues), content }
    const more = random.chance(long.often) ? ` ${'x'.repeat(long.units)}` : ''
    return { kind: 'message', group: random.pick(groups), content: content + more }
  }
}

function asCommand(what: SaidWhat, { messages }: Surroundings): readonly [string, object] {
  switch (what.kind) {
    case 'message':
      return ['GROUP_MESSAGE', { group: what.group, content: what.content }]
    case 'direct':
      return ['AGENT_MESSAGE', { to: what.to, content: what.content }]
    case 'react': {
      const group = messages.find(({ id }) => id === what.messageId)?.group
      return ['REACT', { group, messageId: what.messageId, emoji: what.emoji }]
    }
  }
}
