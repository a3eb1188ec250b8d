import type { Conduct, Hold } from './conduct'

/** How an agent's program is reached. */
export type DriverSpec =
  | { readonly kind: 'remote' }
  | { readonly kind: 'pipe'; readonly command: string; readonly args: readonly string[] }
  | AcpDriver
  | ModelDriver

/**
 * A program that speaks the Agent Client Protocol on its stdin and stdout: a preset, a command of one's own, or a preset
 * whose program is this command.
 */
export interface AcpDriver {
  readonly kind: 'acp'
  readonly preset: string | null
  readonly command: string | null
  readonly args: readonly string[]
  /** Names of the variables it is given; their values are kept apart and shown to nobody. */
  readonly envNames: readonly string[]
  /** The mode that its sessions are put into, as the program names it; absent: the preset’s, or the program’s own. */
  readonly mode?: string | undefined
}

/** A model behind an endpoint that speaks the API of OpenAI's chat completions. The server itself asks it, without a program. */
export interface ModelDriver {
  readonly kind: 'model'
  /** Where the endpoint is, up to `/chat/completions`; most end with `/v1`. */
  readonly baseUrl: string
  readonly model: string
  /** `API_KEY` if it was given a key, which is kept apart and shown to nobody. */
  readonly envNames: readonly string[]
  /** The variable of the server that holds the key, if it was not given one. */
  readonly apiKeyEnv?: string | undefined
  /** It is given the commands as tools: its text is then not searched for commands. */
  readonly tools?: true | undefined
  /** How many tokens fit into its context; absent: {@link MODEL_CONTEXT}. */
  readonly contextTokens?: number | undefined
}

/** The variable that holds the key of a model agent. */
export const MODEL_KEY = 'API_KEY'

/** What is taken for the context of a model when nobody said how large it is. */
export const MODEL_CONTEXT = 32_768

/** Whether what an agent is given becomes turns: seen at the first sign of work, and ended by a stop reason. */
export function takesTurns({ kind }: Pick<DriverSpec, 'kind'>): boolean {
  return kind === 'acp' || kind === 'model'
}

/** Names of the variables that an agent was given. */
export function variablesOf(driver: DriverSpec): readonly string[] {
  return 'envNames' in driver ? driver.envNames : []
}

export type TerminalStatus = 'completed' | 'failed' | 'terminated'
export type AgentStatus = 'starting' | 'idle' | 'working' | TerminalStatus

/** What is durable about an agent. `ended` is its terminal status, null while it may still act. */
export interface AgentRecord {
  readonly id: string
  readonly leadId: string
  readonly name: string
  readonly role: string
  readonly roleName: string
  readonly color: string
  readonly driver: DriverSpec
  readonly cwd: string | null
  /** The text of the newest task it was given. */
  readonly task: string | null
  readonly ended: TerminalStatus | null
  /** Why it ended, in its own words or the server's. */
  readonly endedReason: string | null
  /** Who created it: an agent's id, `human` or `system`. Gets its reports where no delegator does. */
  readonly createdBy: string
  readonly createdAt: string
  /** Set while what other agents write to it directly is kept back, because they talk in circles. */
  readonly hold: Hold | null
  readonly conduct: Conduct
  /** What group chats call it, where one of them has created it: never changes, and nobody else of the crew has it. */
  readonly handle?: string | undefined
  /** The model that a group chat says it uses. Only told: its program decides. */
  readonly model?: string | undefined
  /** It registered as an app: it manages the admissions that are created with its id as their `appId`. */
  readonly app?: true | undefined
}

/** What of an agent can be changed after it was created. */
export const AGENT_PARTS = [
  'name',
  'role',
  'program',
  'mode',
  'folder',
  'variables',
  'instructions',
] as const
export type AgentPart = (typeof AGENT_PARTS)[number]

/** A lead is an agent too, with the same id; this is what is said of its crew. */
export interface LeadRecord {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  /** Nothing is handed to its agents while this is true; posting goes on. */
  readonly paused: boolean
  /** Whether groups are created automatically for parallel work. */
  readonly autoGroups: boolean
  readonly createdAt: string
  /** The workspace that this crew was created for. Its lead is a placeholder. */
  readonly workspace?: string | undefined
}

/** Whether this is the lead of a workspace's crew. No program works as it: it is told nothing and owed nothing. */
export function isPlaceholderLead(
  lead: Pick<LeadRecord, 'id' | 'workspace'>,
  agentId: string,
): boolean {
  return lead.workspace !== undefined && lead.id === agentId
}
