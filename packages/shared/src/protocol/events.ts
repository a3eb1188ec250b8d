import type { AdmissionRecord } from '../model/admission'
import type { AgentPart, AgentRecord, LeadRecord } from '../model/agent'
import type { GroupRecord, Member } from '../model/group'
import type { GroupFile } from '../model/group-file'
import type { DirectMessage } from '../model/direct-message'
import type { Message, MessageChange } from '../model/message'
import type { RoundEnd, RoundRecord, RoundResponse } from '../model/round'
import type { RunProgress, RunRecord, RunStatus } from '../model/run'
import type { SessionRecord } from '../model/session'
import type { NeedRecord, PermissionAnswer } from '../model/need'
import type { TaskRecord } from '../model/task'

/** What every event of a crew carries. `seq` is the lead's journal number. */
interface Stamped {
  readonly seq: number
  readonly leadId: string
  readonly at: string
}

export interface LeadEvent extends Stamped {
  readonly type: 'lead:created' | 'lead:paused' | 'lead:resumed' | 'lead:updated'
  readonly lead: LeadRecord
}
/** The last event of a crew: nothing of it is left. */
export interface LeadDeleted extends Stamped {
  readonly type: 'lead:deleted'
  readonly lead: LeadRecord
  /** Everyone who was in it; their tokens are void. */
  readonly agentIds: readonly string[]
}
export interface AgentEvent extends Stamped {
  readonly type:
    | 'agent:created'
    | 'agent:completed'
    | 'agent:failed'
    | 'agent:terminated'
    | 'agent:resumed'
    | 'agent:held'
    | 'agent:released'
  readonly agent: AgentRecord
}
/** What an agent is called, what it is for, or how its program is started is another way. */
export interface AgentUpdated extends Stamped {
  readonly type: 'agent:updated'
  readonly agent: AgentRecord
  readonly changed: readonly AgentPart[]
}
interface GroupObjectChanged extends Stamped {
  readonly type:
    | 'group:created'
    | 'group:archived'
    | 'group:unarchived'
    | 'group:paused'
    /** Neither paused nor held any more. */
    | 'group:resumed'
    | 'group:held'
  readonly group: GroupRecord
}
interface GroupImported extends Stamped {
  readonly type: 'group:imported'
  readonly group: GroupRecord
  /** The files that it had elsewhere, if any; their contents stayed there. */
  readonly files?: readonly GroupFile[] | undefined
}
export type GroupObjectEvent = GroupObjectChanged | GroupImported
export interface GroupUpdated extends Stamped {
  readonly type: 'group:updated'
  readonly group: GroupRecord
  /** The member whose wake level changed; nothing else of the group did then. */
  readonly wakeOf?: string | undefined
}
export interface MemberAdded extends Stamped {
  readonly type: 'group:member_added'
  /** Group name. */
  readonly group: string
  readonly agentId: string
  readonly by: string
  readonly member: Member
  /** Role criteria of the group after this change. */
  readonly roles: readonly string[]
  /** Only for the agent that was added: the group, which it did not know. */
  readonly state?: GroupRecord | undefined
}
export interface MemberRemoved extends Stamped {
  readonly type: 'group:member_removed'
  readonly group: string
  readonly agentId: string
  readonly by: string
  readonly reason: 'left' | 'removed'
}
export interface MessagePosted extends Stamped {
  readonly type: 'group:message'
  readonly groupName: string
  readonly message: Message
  /** A person speaks where agents did: what was written before leads to nothing any more. */
  readonly begins?: true | undefined
}
/** Its writer changed a message: this is what it says now. */
export interface MessageEdited extends Stamped, MessageChange {
  readonly type: 'group:message_edited'
  readonly groupName: string
  readonly messageId: string
  readonly n: number
  readonly by: string
}
/** Its writer deleted a message. */
export interface MessageDeleted extends Stamped {
  readonly type: 'group:message_deleted'
  readonly groupName: string
  readonly messageId: string
  readonly n: number
  readonly by: string
}
export interface ReactionChanged extends Stamped {
  readonly type: 'group:reaction'
  readonly groupName: string
  readonly messageId: string
  readonly emoji: string
  readonly agentId: string
  readonly action: 'add' | 'remove'
}
export interface GroupRead extends Stamped {
  readonly type: 'group:read'
  readonly readerId: string
  readonly groupName: string
  /** The journal number read up to; the event's own number is the frame's cursor. */
  readonly lastSeq: number
  readonly n: number
  readonly lastSeen: string
  /** Messages of the reader itself beyond `n`, where there are any. */
  readonly own?: number | undefined
}

export interface TaskEvent extends Stamped {
  readonly type:
    | 'task:created'
    /** Its prerequisites are done, or somebody started it anyway: its agent is given it. */
    | 'task:given'
    /** What it waits for changed. */
    | 'task:updated'
    | 'task:completed'
    | 'task:failed'
    | 'task:cancelled'
  readonly task: TaskRecord
}
export interface DirectMessageSent extends Stamped {
  readonly type: 'direct:message'
  readonly message: DirectMessage
}
export interface NeedEvent extends Stamped {
  readonly type: 'need:opened' | 'need:closed'
  readonly need: NeedRecord
  /** How a request for permission ended, when it is closed. */
  readonly answer?: PermissionAnswer | undefined
}

export interface SessionEvent extends Stamped {
  readonly type: 'session:created' | 'session:updated'
  readonly session: SessionRecord
}
export interface SessionMessagePosted extends Stamped {
  readonly type: 'session:message'
  readonly sessionId: string
  readonly groupName: string
  readonly message: Message
}
export interface SessionReactionChanged extends Stamped {
  readonly type: 'session:reaction'
  readonly sessionId: string
  readonly groupName: string
  readonly messageId: string
  readonly emoji: string
  readonly agentId: string
  readonly action: 'add' | 'remove'
}
/** As `group:read`, for a session: a client that knows no sessions would take that for the group. */
export interface SessionRead extends Stamped {
  readonly type: 'session:read'
  readonly readerId: string
  readonly sessionId: string
  readonly groupName: string
  readonly lastSeq: number
  readonly n: number
  readonly lastSeen: string
  readonly own?: number | undefined
}
/** A round as it begins; and once more when an agent is asked again. */
export interface RoundOpened extends Stamped {
  readonly type: 'round:opened'
  readonly round: RoundRecord
}
export interface RoundResponded extends Stamped {
  readonly type: 'round:responded'
  readonly runId: string
  readonly sessionId: string
  readonly n: number
  readonly response: RoundResponse
}
export interface RoundClosed extends Stamped {
  readonly type: 'round:closed'
  readonly runId: string
  readonly sessionId: string
  readonly n: number
  readonly why: RoundEnd
}

/** A discussion begins; its limits or participants change, or it is paused or resumed; it ends. */
export interface RunEvent extends Stamped {
  readonly type: 'run:started' | 'run:updated' | 'run:ended'
  readonly run: RunRecord
}
/** How far a discussion is. */
export interface RunStepped extends Stamped {
  readonly type: 'run:stepped'
  readonly runId: string
  readonly sessionId: string
  readonly status: RunStatus
  readonly progress: RunProgress
}

/** Agents may talk together; others may than before; or none of them may any more. */
export interface AdmissionEvent extends Stamped {
  readonly type: 'admission:created' | 'admission:updated' | 'admission:closed'
  readonly admission: AdmissionRecord
  /** Agents that were admitted and are not any more. */
  readonly gone?: readonly string[] | undefined
  /** Who did it. */
  readonly by: string
}

export interface FileAdded extends Stamped {
  readonly type: 'file:added'
  readonly groupName: string
  readonly file: GroupFile
}
export interface FileRemoved extends Stamped {
  readonly type: 'file:removed'
  readonly groupName: string
  readonly file: GroupFile
  readonly by: string
}

/** A person lets the dashboard show files of agents' working folders, or does so no longer. */
export interface WorkFilesChanged extends Stamped {
  readonly type: 'work_files:changed'
  readonly shown: boolean
}

export type CrewEvent =
  | LeadEvent
  | LeadDeleted
  | AgentEvent
  | AgentUpdated
  | GroupObjectEvent
  | GroupUpdated
  | MemberAdded
  | MemberRemoved
  | MessagePosted
  | MessageEdited
  | MessageDeleted
  | ReactionChanged
  | GroupRead
  | TaskEvent
  | DirectMessageSent
  | NeedEvent
  | SessionEvent
  | SessionMessagePosted
  | SessionReactionChanged
  | SessionRead
  | RoundOpened
  | RoundResponded
  | RoundClosed
  | RunEvent
  | AdmissionEvent
  | RunStepped
  | FileAdded
  | FileRemoved
  | WorkFilesChanged

export type CrewEventType = CrewEvent['type']
