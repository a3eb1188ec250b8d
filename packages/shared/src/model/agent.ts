/** How an agent's program is reached. */
export type DriverSpec =
  | { readonly kind: 'remote' }
  | { readonly kind: 'pipe'; readonly command: string; readonly args: readonly string[] }

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
  readonly task: string | null
  readonly ended: TerminalStatus | null
  readonly createdAt: string
}

/** A lead is an agent too, with the same id; this is what is said of its crew. */
export interface LeadRecord {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  readonly createdAt: string
}
