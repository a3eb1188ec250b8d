import type { Conduct, Hold } from './conduct'

/** How an agent's program is reached. */
export type DriverSpec =
  | { readonly kind: 'remote' }
  | { readonly kind: 'pipe'; readonly command: string; readonly args: readonly string[] }
  | AcpDriver

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
}

/** What of an agent can be changed after it was created. */
export const AGENT_PARTS = ['name', 'role', 'program', 'mode', 'folder', 'variables'] as const
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
