/** Something that waits for a person. */
export interface NeedRecord {
  readonly id: string
  readonly leadId: string
  /**
   * `question`: an agent wrote to the person. `failed`: an agent's program could not be kept running. `held`: agents
   * talk in circles, and what they write is kept back. `stalled`: an agent went quiet with its task open, even after it
   * was asked to continue. `permission`: an agent's program asks whether it may do something, and waits for the answer.
   * `refused`: its request for permission was refused, because nobody answered it.
   * `budget`: a budget is used up, or nearly; of the whole crew, `agentId` is its lead. `files`: the files of the crew’s group chats
   * cannot be written; `agentId` is the lead. `turn`: a discussion waits for the person; `agentId` is who chose them, or else
   * the lead. `rules`: rules of an earlier version allow more than `always` does now; `agentId` is the lead.
   * `mention`: a message of a group or session that mentioned the person, who dismissed it; it is
   * only ever closed, for until then it is among `asked` of the crew's state. Its id is the message's.
   */
  readonly kind:
    | 'question'
    | 'failed'
    | 'held'
    | 'stalled'
    | 'permission'
    | 'refused'
    | 'budget'
    | 'files'
    | 'turn'
    | 'rules'
    | 'mention'
  readonly agentId: string
  /** In a sentence; cut at 500 characters. */
  readonly text: string
  /** The direct message it is about, if any; of a `mention` the message of a group or session. */
  readonly messageId: string | null
  /** The group that is held, or that a `mention` is in; null when it is the agent. */
  readonly groupName: string | null
  /** What is asked for; null in every other kind. */
  readonly permission: PermissionAsk | null
  /** The turn of a discussion that it is about; not there in any other kind. */
  readonly turn?: NeededTurn | undefined
  readonly createdAt: string
}

/** A turn of a person in a discussion: `answer` it, or `choose` who speaks next. */
export interface NeededTurn {
  readonly sessionId: string
  readonly runId: string
  readonly asks: 'answer' | 'choose'
  /** When it ends without the person; null: never. */
  readonly until: string | null
}

/** Kinds of tools, as the Agent Client Protocol names them. */
export const TOOL_KINDS = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
] as const
export type ToolKind = (typeof TOOL_KINDS)[number]

export const PERMISSION_OPTION_KINDS = [
  'allow_once',
  'allow_always',
  'reject_once',
  'reject_always',
] as const

/** One answer that the agent's program offers. Several may be of one kind, and an id may say anything. */
export interface PermissionOption {
  readonly optionId: string
  readonly name: string
  readonly kind: (typeof PERMISSION_OPTION_KINDS)[number]
}

/** A change of one file that a tool would make; `oldText` is null when it creates the file. */
export interface PermissionDiff {
  readonly path: string
  readonly oldText: string | null
  readonly newText: string
}

/** What an agent's program asks permission for. Its texts are masked and cut. */
export interface PermissionAsk {
  readonly toolKind: ToolKind
  readonly title: string
  /** The command line, where it is one. */
  readonly command: string | null
  readonly diffs: readonly PermissionDiff[]
  /** Something of the command or the changes was left out, because it is too long. */
  readonly cut: boolean
  /** In the agent's order; one is chosen by its `optionId`. */
  readonly options: readonly PermissionOption[]
  /** What "always for this kind" would write: the kind of tool and, of a command, how it begins. */
  readonly rule: { readonly toolKind: ToolKind; readonly prefix: string | null }
  /** When it is refused automatically; null: never. */
  readonly until: string | null
}

/** `person`: by one of its options. `rule`: of the crew. `timeout`: nobody answered. `restart`: the server restarted. */
export const PERMISSION_ANSWERERS = ['person', 'rule', 'timeout', 'cancelled', 'restart'] as const

/** How a request for permission ended. */
export interface PermissionAnswer {
  readonly by: (typeof PERMISSION_ANSWERERS)[number]
  /** The option that was chosen; null when there was none to choose. */
  readonly optionId: string | null
  readonly name: string | null
}

export const PERMISSION_ACTIONS = ['allow', 'refuse', 'ask'] as const

/** What a crew answers to requests of one kind without asking a person. */
export interface PermissionRule {
  readonly id: string
  readonly leadId: string
  /** Null: every role. */
  readonly role: string | null
  readonly toolKind: ToolKind
  /** The words with which a command begins; null: whatever the tool does. */
  readonly prefix: string | null
  readonly action: (typeof PERMISSION_ACTIONS)[number]
  /**
   * Where a rule that allows holds: for agents that work in this folder. Null: everywhere, as a person said. Not there in
   * rules of earlier versions, which hold everywhere, nor in rules that refuse or ask, which always do.
   */
  readonly folder?: string | null | undefined
  readonly createdBy: string
  readonly createdAt: string
}
