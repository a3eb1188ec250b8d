import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import type { CommandResult, CommandSink } from './command-sink'
import type { Intake } from './intake'

/** The stream under which commands that came as calls are known; they have no place in any text. */
const STREAM = 'tools'

interface Caller {
  readonly tally: { refusalsInRow: number }
  /** Journal numbers of its crews, by lead, when it was last given something to read. */
  readAt: ReadonlyMap<string, number> | null
  calls: number
}

/**
 * Commands that agents call as tools, instead of writing them into their output. They take the same way: behind all
 * that the agent said before, one after the other, and answered when they are durable. The answer is the only place of
 * the reply.
 */
export class ToolCalls {
  readonly #shard: Shard
  readonly #intake: Intake
  readonly #sink: CommandSink
  readonly #callers = new Map<string, Caller>()

  constructor(shard: Shard, intake: Intake, sink: CommandSink) {
    this.#shard = shard
    this.#intake = intake
    this.#sink = sink
  }

  /**
   * Runs a command by name with its payload. Resolves when it is durable, even when it was refused; rejects with a
   * CrewError only when it could not be run at all (`busy`, `storage_failed`, `agent_not_found`). `ran` is told before
   * anything else is decided.
   */
  async call(
    agentId: string,
    name: string,
    value: unknown,
    ran: (leadId: string, by: By, result: CommandResult) => void = () => {},
  ): Promise<CommandResult> {
    const { crew, result } = await this.#intake.behindOutput(agentId, () => {
      const done = this.#run(agentId, name, value)
      ran(done.crew.state.lead.id, done.by, done.result)
      return done
    })
    await this.#shard.journal.durable(crew.state.lead.id)
    return result
  }

  /** The agent was given its inbox: what REACT without a message means may be newer from now on. */
  inboxRead(agentId: string): void {
    this.#caller(agentId).readAt = this.#heads(agentId)
  }

  /** These agents are not there any more. */
  gone(agentIds: readonly string[]): void {
    for (const agentId of agentIds) this.#callers.delete(agentId)
  }

  #run(
    agentId: string,
    name: string,
    value: unknown,
  ): { crew: Crew; by: By; result: CommandResult } {
    const crew = this.#shard.crewOf(agentId)
    if (!crew) throw new CrewError('agent_not_found', 'There is no such agent.')
    this.#shard.journal.assertWritable()
    const caller = this.#caller(agentId)
    const offset = caller.calls++
    const result = this.#sink(
      {
        agentId,
        stream: STREAM,
        notes: {
          toldInCode: false,
          toldExample: false,
          began: caller.readAt ?? this.#heads(agentId),
        },
        position: null,
        tally: caller.tally,
        replies: 'inline',
        called: true,
      },
      {
        kind: 'command',
        command: { name, payload: null, value, repaired: false, offset, end: offset + 1 },
      },
    )
    if (!result) throw new CrewError('agent_not_found', 'There is no such agent.')
    const cause = { kind: 'command', agentId, stream: STREAM, offset } as const
    return { crew, by: { actor: { kind: 'agent', id: agentId }, cause }, result }
  }

  #caller(agentId: string): Caller {
    let caller = this.#callers.get(agentId)
    if (!caller) {
      caller = { tally: { refusalsInRow: 0 }, readAt: null, calls: 0 }
      this.#callers.set(agentId, caller)
    }
    return caller
  }

  #heads(agentId: string): ReadonlyMap<string, number> {
    const crews = this.#shard.crewsOf(agentId)
    return new Map(crews.map(({ state }) => [state.lead.id, state.seq]))
  }
}
