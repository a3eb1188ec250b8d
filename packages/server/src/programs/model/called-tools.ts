import { commandOfTool, type CommandTool } from '@crewroom/shared/command/tools'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TOOL_TEXT } from '@crewroom/shared/text/tool-texts'
import type { ProgramRunPorts } from '../program-run'
import type { Conversation } from './conversation'
import type { ToolCall } from './model-shapes'

type Ports = Pick<ProgramRunPorts, 'toolCalls' | 'rollouts'>

/** Calls the tools that a model asks for in one turn, one after the other, up to a limit. */
export class CalledTools {
  readonly #ports: Ports
  readonly #agentId: string
  readonly #turnId: string | null
  readonly #tools: readonly CommandTool[]
  #count = 0

  constructor(ports: Ports, agentId: string, turnId: string | null, tools: readonly CommandTool[]) {
    this.#ports = ports
    this.#agentId = agentId
    this.#turnId = turnId
    this.#tools = tools
  }

  /** Puts every result into the conversation. False when the limit is reached: the turn is to end. */
  async call(
    calls: readonly ToolCall[],
    conversation: Conversation,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { rollouts } = this.#ports
    for (const call of calls) {
      const { id: toolCallId, name: title, input: rawInput } = call
      const of = { turnId: this.#turnId }
      const begun = { sessionUpdate: 'tool_call', toolCallId, title, rawInput, status: 'pending' }
      rollouts.record(this.#agentId, { kind: 'tool_call', data: begun, ...of })
      const { text, ok } = await this.#run(call, signal)
      conversation.returned(call, text)
      const content = [{ type: 'content', content: { type: 'text', text } }]
      const status = ok ? 'completed' : 'failed'
      const over = { sessionUpdate: 'tool_call_update', toolCallId, status, content }
      rollouts.record(this.#agentId, { kind: 'tool_result', data: over, ...of })
    }
    return this.#count < LIMITS.modelCalls
  }

  async #run(
    { name, input }: ToolCall,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly ok: boolean }> {
    if (signal.aborted) return { text: TOOL_TEXT.interrupted, ok: false }
    if (this.#count >= LIMITS.modelCalls) return { text: TOOL_TEXT.tooMany(LIMITS.modelCalls), ok: false } // prettier-ignore
    this.#count++
    const known = this.#tools.map((tool) => tool.name)
    const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
    if (known.includes(name) && !isObject) {
      return {
        text: TOOL_TEXT.badArguments(name, 'its arguments are not a JSON object.'),
        ok: false,
      }
    }
    const command = known.includes(name)
      ? commandOfTool(name, input as Record<string, unknown>)
      : null
    if (!command) return { text: TOOL_TEXT.noTool(name, known), ok: false }
    try {
      const { reply, ok } = await this.#ports.toolCalls.call(this.#agentId, command.name, command.value) // prettier-ignore
      return { text: reply, ok }
    } catch (error) {
      if (!(error instanceof CrewError)) throw error
      return { text: TOOL_TEXT.notRun(error.message), ok: false }
    }
  }
}
