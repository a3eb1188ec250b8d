import { merged, metaOf, toolInput, toolName } from './acp-tool-input'
import { toolOutput } from './acp-tool-output'
import { type Fields, fields, textIn } from './fields'
import type { RecordEntry } from './record-entry'
import { messageOf, type Sheet } from './sheet'
import type { Turn } from './turn'

interface Tool {
  readonly uuid: string
  readonly first: RecordEntry
  /** Who called it: the call that started a sub-agent. */
  readonly parent: string | null
  fields: Fields
  isDone: boolean
  /** Others say that it started them. */
  isTask: boolean
}

/** The tool calls of a program: its updates of one call are one item, and so is what came of it. */
export class ToolItems {
  readonly #sheet: Sheet
  readonly #turn: Turn
  /** By the program's own id, which another of its sessions may give again. */
  readonly #tools = new Map<string, Tool>()

  constructor(sheet: Sheet, turn: Turn) {
    this.#sheet = sheet
    this.#turn = turn
  }

  update(entry: RecordEntry): void {
    const told = fields(entry.data)
    const tool = this.#toolOf(entry, told)
    tool.fields = merged(tool.fields, told)
    this.#putCall(tool)
    const { status } = tool.fields
    const isOver = status === 'completed' || status === 'failed'
    if (!isOver && !tool.isDone) return
    if (!tool.isDone && tool.parent === null) this.#turn.answered()
    tool.isDone = true
    this.#putResult(entry, tool)
  }

  /** The session of its program is over: an id that comes again is that of another call. */
  forget(): void {
    this.#tools.clear()
  }

  #toolOf(entry: RecordEntry, told: Fields): Tool {
    const called = textIn(told, 'toolCallId')
    const cut = called === null && entry.cut ? this.#onlyOpen() : null
    if (cut) return cut
    const id = called ?? `entry ${entry.n}`
    const known = this.#tools.get(id)
    const isBegun = told['sessionUpdate'] === 'tool_call'
    const isAgain = known && isBegun && (known.isDone || known.first.turnId !== entry.turnId)
    if (known && !isAgain) return known
    const starter = textIn(metaOf(told), 'parentToolUseId')
    const parent = starter === null ? undefined : this.#tools.get(starter)
    const tool: Tool = {
      uuid: `e${entry.n}`,
      first: entry,
      parent: parent?.uuid ?? null,
      fields: {},
      isDone: false,
      isTask: false,
    }
    this.#tools.set(id, tool)
    if (parent && !parent.isTask) {
      parent.isTask = true
      this.#putCall(parent)
    }
    // Its result has its place behind it, whatever comes in between.
    this.#putCall(tool)
    this.#sheet.put(messageOf(entry, `${tool.uuid}r`, 'user', [], sideOf(tool)))
    return tool
  }

  /** The end of an update that was too large is not kept, and its id may have been there. */
  #onlyOpen(): Tool | null {
    const [one, other] = [...this.#tools.values()].filter(({ isDone }) => !isDone)
    return one && !other ? one : null
  }

  #putCall(tool: Tool): void {
    const { uuid, first, fields: call } = tool
    const own = toolName(call)
    const name = tool.isTask && own !== 'Agent' ? 'Task' : own
    const block = { type: 'tool_use', id: uuid, name, input: toolInput(call) } as const
    this.#turn.says(messageOf(first, uuid, 'assistant', [block], sideOf(tool)))
  }

  #putResult(entry: RecordEntry, tool: Tool): void {
    const { content, isError, toolUseResult } = toolOutput(tool.fields)
    const block = {
      type: 'tool_result',
      tool_use_id: tool.uuid,
      content,
      ...(isError && { is_error: true }),
    } as const
    const before = this.#sheet.get(`${tool.uuid}r`)
    const isFirst = before === undefined || before.toolResults.length === 0
    this.#sheet.put({
      ...messageOf(entry, `${tool.uuid}r`, 'user', [block], {
        ...sideOf(tool),
        ...(toolUseResult !== undefined && { toolUseResult }),
      }),
      // What is told later of a call that is over does not make it longer.
      timestamp: isFirst ? entry.at : before.timestamp,
    })
  }
}

function sideOf({ parent }: Tool) {
  return parent === null ? {} : { isSidechain: true, sourceToolUseID: parent, agentId: parent }
}
