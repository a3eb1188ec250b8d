import { commandTools } from '@crewroom/shared/command/tools'
import { type Acts, TOOL_SERVER } from '@crewroom/shared/text/manifest'
import { TOOL_TEXT } from '@crewroom/shared/text/tool-texts'
import type { ProgramRunPorts } from '../program-run'
import type { ToolDoor } from '../tool-doors'
import { type AcpOutcome, type Fields, fields } from './acp-values'
import type { PermissionRequest } from './permission-request'

/** So long a program may take to ask which tools there are: it does so while its session opens, or right after. */
const LISTED_WITHIN_MS = 5_000
/** Calls that are remembered until their permission is asked for, which is at once. */
const MOST_CALLS = 100

/** A server of tools, as the protocol has it. */
export interface ToolServer {
  readonly type: 'http'
  readonly name: string
  readonly url: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
}

/**
 * Crewroom's tools for one program, where the setting `agentTools` is on. The protocol does not confirm that a program uses
 * a server of tools, so the door notices whether it asked for them: if not, the agent is taught commands, and the
 * door closes, so that no agent has both.
 */
export class AcpTools {
  readonly #ports: ProgramRunPorts
  readonly #agentId: string
  #door: ToolDoor | null = null
  /** The newest calls of the tools, by the ids that the program gives them. */
  readonly #calls = new Set<unknown>()

  constructor(ports: ProgramRunPorts, agentId: string) {
    this.#ports = ports
    this.#agentId = agentId
  }

  /** What a new session is given; null where the setting is off. */
  server(): ToolServer | null {
    const { tools } = this.#ports
    if (!tools) return null
    this.#door ??= tools.doors.open(this.#agentId)
    const value = `Bearer ${this.#door.token}`
    return {
      type: 'http',
      name: TOOL_SERVER,
      url: `${tools.url()}/mcp`,
      headers: [{ name: 'Authorization', value }],
    }
  }

  /** How the agent acts, once it is known whether its program takes tools. */
  async acts(wasOffered: boolean): Promise<Acts> {
    if (wasOffered && (await this.#door?.listed(LISTED_WITHIN_MS))) return 'tools'
    if (wasOffered) {
      const { rollouts, logger } = this.#ports
      rollouts.record(this.#agentId, { kind: 'note', text: TOOL_TEXT.notTaken })
      logger.warn({ agentId: this.#agentId }, 'its program did not ask for tools')
    }
    this.close()
    return 'commands'
  }

  /** Notes a call of one of the tools: some programs ask for the permission in other words, with the same id. */
  saw(update: Fields): void {
    const { sessionUpdate, title, toolCallId } = update
    if (sessionUpdate !== 'tool_call' || typeof title !== 'string' || !ownName(title)) return
    this.#calls.add(toolCallId)
    const [oldest] = this.#calls
    if (this.#calls.size > MOST_CALLS) this.#calls.delete(oldest)
  }

  isOwnCall(toolCallId: unknown): boolean {
    return this.#calls.has(toolCallId)
  }

  /** The program is gone, or has no use for tools. */
  close(): void {
    this.#door?.close()
    this.#door = null
  }
}

/** How programs call a tool of a server when they ask whether they may use it; qwen does so beside the title. */
const OWN_TITLES = [
  new RegExp(`^(\\w+) \\(${TOOL_SERVER} MCP Server\\)$`),
  new RegExp(`^mcp__${TOOL_SERVER}__(\\w+)$`),
  new RegExp(`^${TOOL_SERVER}[-_](\\w+)$`),
]

/**
 * Whether a request is for one of Crewroom's own tools, which no person has to allow. Some programs let the model choose what
 * a request is called: so it must run no command, change no file, and have no argument that the tool does not have.
 */
export function isOwnTool(
  given: Fields,
  request: PermissionRequest,
  isOwnCall: (toolCallId: unknown) => boolean = () => false,
): boolean {
  const { title, rawInput, _meta } = fields(given['toolCall'])
  // As its program calls it: what is shown has the arguments behind that.
  const called = typeof title === 'string' ? title : undefined
  const named = isOwnCall(request.toolCallId) ? called : undefined
  const name = ownName(called) ?? ownName(fields(_meta)['toolName']) ?? named
  const tool = commandTools(true).find((own) => own.name === name)
  if (!tool || request.command !== null || request.diffs.length > 0) return false
  if (request.toolKind === 'execute' || request.toolKind === 'edit') return false
  const keys = typeof rawInput === 'object' && rawInput !== null ? Object.keys(rawInput) : []
  return keys.every((key) => key in tool.schema.properties)
}

function ownName(title: unknown): string | undefined {
  if (typeof title !== 'string') return undefined
  return OWN_TITLES.flatMap((form) => form.exec(title)?.[1] ?? [])[0]
}

/** Allows it this once. */
export function allowedOnce({ options }: PermissionRequest): AcpOutcome | null {
  const once = options.find(({ kind }) => kind === 'allow_once')
  return once ? { outcome: 'selected', optionId: once.optionId } : null
}
