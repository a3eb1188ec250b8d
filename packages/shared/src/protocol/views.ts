import type { Hold } from '../model/conduct'
import type { AgentRecord, AgentStatus, LeadRecord } from '../model/agent'
import type { GroupRecord, MemberRole, WakeLevel } from '../model/group'
import type { SessionRecord } from '../model/session'
import type { Usage } from '../model/usage'
import type { LiveAgent, Why } from '../state/crew-state'

/** A file that is being imported, or was a moment ago. */
export interface ImportJob {
  readonly id: string
  /** `reading`: it arrives and is judged. `storing`: all of it is, and it becomes part of the server at once. */
  readonly phase: 'reading' | 'storing' | 'done' | 'failed'
  /** Null until its first line was read. */
  readonly kind: 'crew' | 'group' | null
  readonly name: string | null
  /** The crew that it is, or that the group goes to. */
  readonly leadId: string | null
  /** Lines that were read, and how many there are; null where the file does not say. */
  readonly lines: number
  readonly total: number | null
  readonly bytes: number
  /** Why it failed. */
  readonly problem: string | null
  readonly startedAt: string
}

/** Objects of the REST surface that are put together from state; messages go out as they are stored. */
export interface AgentView {
  readonly id: string
  readonly shortId: string
  readonly name: string
  readonly role: string
  readonly roleName: string
  readonly color: string
  readonly status: AgentStatus
  readonly connection: LiveAgent['connection']
  readonly leadId: string
  readonly driver: string
  readonly task: string | null
  readonly owed: LiveAgent['owed']
  readonly usage: Usage | null
  readonly why: Why
  readonly endedReason: string | null
  readonly createdBy: string
  readonly hold: Hold | null
}

export interface LeadView extends AgentView {
  readonly parentId: LeadRecord['parentId']
  readonly paused: boolean
  readonly autoGroups: boolean
  readonly workspace?: LeadRecord['workspace']
  readonly agentCount: number
  readonly groupCount: number
}

export interface GroupView extends Omit<GroupRecord, 'members' | 'conduct'> {
  readonly unread: number
  readonly mentions: number
}

/** A session, as one reader has it. */
export interface SessionView extends SessionRecord {
  readonly unread: number
  readonly mentions: number
}

export interface MemberView {
  readonly id: string
  readonly shortId: string
  readonly name: string
  readonly role: string
  readonly roleName: string
  readonly type: 'agent' | 'human'
  readonly memberRole: MemberRole
  readonly status: AgentStatus | null
  readonly joinedAt: string
  readonly wake: WakeLevel
  /** It reads along, and nobody has named it. */
  readonly listed?: false | undefined
}

export function agentView(agent: AgentRecord, live: LiveAgent): AgentView {
  return {
    id: agent.id,
    shortId: agent.id.slice(0, 8),
    name: agent.name,
    role: agent.role,
    roleName: agent.roleName,
    color: agent.color,
    status: agent.ended ?? live.status,
    connection: live.connection,
    leadId: agent.leadId,
    driver: agent.driver.kind,
    task: agent.task,
    owed: live.owed,
    usage: live.usage,
    why: live.why,
    endedReason: agent.endedReason,
    createdBy: agent.createdBy,
    hold: agent.hold,
  }
}

export function groupView(group: GroupRecord, unread: number, mentions: number): GroupView {
  const { members: _, conduct: __, ...rest } = group
  return { ...rest, unread, mentions }
}
