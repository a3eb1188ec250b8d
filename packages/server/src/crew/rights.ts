/**
 * The one table of rights: who may do what in a group, to an agent or a crew, and on the server. `may.ts` asks it, and
 * verbs ask that: no door decides, so a new door needs no right of its own.
 */

/** Who somebody is to what it is about. `person` runs the server and may act in every crew; `observer` only reads. */
type Anybody = 'person' | 'observer' | 'system'
/**
 * `owner` made the group, or manages the admission of the conversation; `manager` manages it and is not in it.
 * `participant`: a member of a conversation, in which only the manager says who comes.
 */
export type GroupStanding =
  | Anybody
  | 'lead'
  | 'owner'
  | 'manager'
  | 'member'
  | 'participant'
  | 'outsider'
/** `delegator` gave the agent a task that is open; `self` is the agent. */
export type CrewStanding = Anybody | 'lead' | 'self' | 'delegator' | 'other'
export type ServerStanding = Anybody | 'agent'

export type GroupVerb =
  | 'read'
  | 'addMembers'
  | 'removeMembers'
  | 'update'
  | 'setWake'
  | 'setOwnWake'
  | 'archive'
  | 'sendMessage'
  | 'react'
  | 'changeMessage'
  | 'markRead'
  | 'leave'
  | 'pause'
  | 'release'
  | 'openSession'
  | 'changeSession'
  | 'postToSession'
  | 'readSession'
  | 'interruptAnswer'
  | 'retryAnswer'
  | 'markSessionRead'
  | 'startRun'
  | 'changeRun'
  | 'takeTurn'
  | 'readFiles'
  | 'addFile'
  | 'removeFile'

export const GROUP_RIGHTS: Readonly<Record<GroupVerb, readonly GroupStanding[]>> = {
  read: ['person', 'observer', 'system', 'lead', 'owner', 'manager', 'member', 'participant'],
  sendMessage: ['person', 'system', 'lead', 'owner', 'member', 'participant'],
  react: ['person', 'lead', 'owner', 'member', 'participant'],
  // And only what they wrote themselves.
  changeMessage: ['person'],
  markRead: ['person', 'lead', 'owner', 'member', 'participant'],
  addMembers: ['person', 'system', 'lead', 'owner', 'manager', 'member'],
  removeMembers: ['person', 'system', 'lead', 'owner', 'manager'],
  update: ['person', 'system', 'lead', 'owner', 'manager'],
  setWake: ['person', 'system', 'lead', 'owner', 'manager'],
  setOwnWake: ['person', 'lead', 'owner', 'member', 'participant'],
  archive: ['person', 'system', 'lead', 'owner', 'manager'],
  leave: ['person', 'owner', 'member', 'participant'],
  pause: ['person', 'system'],
  release: ['person', 'system', 'lead'],
  openSession: ['person', 'system', 'lead', 'owner', 'member', 'participant'],
  // And whoever opened it.
  changeSession: ['person', 'system', 'lead', 'owner'],
  // Only agents that take part.
  postToSession: ['person', 'system', 'lead', 'owner', 'member', 'participant'],
  readSession: [
    'person',
    'observer',
    'system',
    'lead',
    'owner',
    'manager',
    'member',
    'participant',
  ],
  interruptAnswer: ['person', 'system', 'lead'],
  retryAnswer: ['person', 'system', 'lead'],
  // Agents are handed what they have to read of a session: only a person has a read mark there.
  markSessionRead: ['person'],
  // An agent that is answering may start one within its answer: that is to open a session.
  startRun: ['person', 'system', 'lead', 'owner'],
  // And whoever started it.
  changeRun: ['person', 'system', 'lead'],
  takeTurn: ['person'],
  readFiles: ['person', 'observer', 'system', 'lead', 'owner', 'manager', 'member', 'participant'],
  addFile: ['person', 'system', 'lead', 'owner', 'member', 'participant'],
  // And whoever added it.
  removeFile: ['person', 'system', 'lead', 'owner'],
}

/** `manager`: the agent that manages the admission; `admitted`: one that is in it. */
export type AdmissionStanding = Anybody | 'lead' | 'manager' | 'admitted' | 'outsider'
export type AdmissionVerb = 'admit' | 'dismiss' | 'close' | 'createConversation'

const MANAGES: readonly AdmissionStanding[] = ['person', 'system', 'lead', 'manager']

/** Done to an admission; conversations go by the rights in groups. */
export const ADMISSION_RIGHTS: Readonly<Record<AdmissionVerb, readonly AdmissionStanding[]>> = {
  admit: MANAGES,
  dismiss: MANAGES,
  close: MANAGES,
  createConversation: MANAGES,
}

/** A right, and what somebody is told who has it not. */
interface Right<S> {
  readonly may: readonly S[]
  readonly refusal: string
  /** What an observer is told instead of `READS_ONLY`. */
  readonly toObserver?: string
}

export const READS_ONLY = 'An observer token is read-only'
const FOR_INVITERS =
  'only the lead of a crew, or the person who runs it, may invite agents and see the invitations'
const OF_ANOTHER = "This belongs to another agent; use that agent's own token"

export type CrewVerb =
  | 'createGroup'
  | 'createAdmission'
  | 'leaveAdmission'
  | 'createAgent'
  | 'editAgent'
  | 'delegate'
  | 'terminate'
  | 'resume'
  | 'complete'
  | 'interrupt'
  | 'message'
  | 'pause'
  | 'release'
  | 'updateLead'
  | 'setBudget'
  | 'readNeeds'
  | 'closeNeed'
  | 'answerPermission'
  | 'readPermissionRules'
  | 'changePermissionRules'
  | 'showWorkFiles'
  | 'readWorkFiles'
  | 'deleteCrew'
  | 'importGroup'
  | 'readOverview'
  | 'readManifest'
  | 'readRollout'
  | 'actAs'
  | 'renewToken'
  | 'invite'
  | 'readInvites'

/** Done to a crew, or to one agent of it. */
export const CREW_RIGHTS: Readonly<Record<CrewVerb, Right<CrewStanding>>> = {
  createGroup: {
    may: ['person', 'system', 'lead', 'other'],
    refusal: 'only agents of a crew may create groups in it',
  },
  createAdmission: {
    may: ['person', 'system', 'lead', 'other'],
    refusal: 'only agents of a crew may create circles in it',
  },
  leaveAdmission: {
    // A person is in none: leaving changes nothing then.
    may: ['person', 'system', 'lead', 'other'],
    refusal: 'an observer is in no circle that it could leave',
  },
  createAgent: {
    may: ['person', 'system', 'lead'],
    refusal: 'only the lead of a crew may create agents',
  },
  editAgent: {
    may: ['person', 'system'],
    refusal: 'only the person who runs the crew may change agents',
  },
  delegate: {
    may: ['person', 'system', 'lead'],
    refusal: 'only the lead of a crew may delegate tasks, and not to itself',
  },
  terminate: {
    may: ['person', 'system', 'lead'],
    refusal: 'only the lead of a crew may end agents, and not itself',
  },
  resume: {
    may: ['person', 'system', 'lead'],
    refusal: 'only the lead of a crew may resume agents',
  },
  complete: { may: ['person', 'self'], refusal: 'an agent may report only its own task' },
  interrupt: {
    may: ['person', 'lead', 'delegator'],
    refusal: 'only the lead, or the agent that delegated its task, may interrupt it',
  },
  message: {
    may: ['person', 'system', 'lead', 'delegator', 'other'],
    refusal: 'this would be a message to yourself',
  },
  pause: {
    may: ['person', 'system'],
    refusal: 'only the person who runs the crew may pause it',
  },
  release: {
    may: ['person', 'system', 'lead'],
    refusal: 'only the lead, or the person who runs the crew, may end a hold',
  },
  updateLead: {
    may: ['person', 'system', 'lead'],
    refusal: 'only the lead of a crew may change how it works',
  },
  setBudget: {
    may: ['person', 'system'],
    refusal: 'only the person who runs the crew may set budgets',
  },
  // An agent gets an empty list and no refusal: it may ask, but nothing of it waits for agents.
  readNeeds: {
    may: ['person', 'observer', 'system'],
    refusal: 'this waits for the person who runs the crew',
  },
  closeNeed: { may: ['person'], refusal: 'this waits for the person who runs the crew' },
  // Never an agent: it would allow itself, or what it had another agent ask for.
  answerPermission: {
    may: ['person'],
    refusal: 'only the person who runs the crew may answer requests for permission',
  },
  // As needs: an agent gets an empty list.
  readPermissionRules: {
    may: ['person', 'observer', 'system'],
    refusal: 'only people can see the rules for permissions',
  },
  changePermissionRules: {
    may: ['person'],
    refusal: 'only the person who runs the crew may change the rules for permissions',
  },
  // Never an agent: it would show people files that they did not ask for, and others with them.
  showWorkFiles: {
    may: ['person'],
    refusal: 'only the person who runs the crew may have files of working folders shown',
  },
  // An agent reads its own with its program, and those of others not at all.
  readWorkFiles: {
    may: ['person', 'observer'],
    refusal: 'only people can see files of working folders',
  },
  deleteCrew: { may: ['person'], refusal: 'only the person who runs the crew may delete it' },
  importGroup: {
    may: ['person'],
    refusal: 'only the person who runs the crew may import a group',
  },
  readOverview: {
    may: ['person', 'observer', 'system'],
    refusal:
      'Only people can read an overview, which shows the records of all agents. GET /api/lead/:id/agents shows their status',
  },
  readManifest: { may: ['person', 'observer', 'system', 'self'], refusal: OF_ANOTHER },
  // Not even the lead: a record holds what others wrote to the agent alone.
  readRollout: {
    may: ['person', 'observer', 'system', 'self'],
    refusal: "This is another agent's record; only that agent and people can read it",
  },
  /** To put out text as the agent, and to take what it is owed. */
  actAs: { may: ['person', 'self'], refusal: OF_ANOTHER, toObserver: OF_ANOTHER },
  renewToken: { may: ['person', 'self'], refusal: OF_ANOTHER, toObserver: OF_ANOTHER },
  /** Also to withdraw an invitation. */
  invite: { may: ['person', 'system', 'lead'], refusal: FOR_INVITERS },
  readInvites: { may: ['person', 'observer', 'system', 'lead'], refusal: FOR_INVITERS },
}

export type ServerVerb =
  | 'runServer'
  | 'foundCrew'
  | 'importCrew'
  | 'exportHistory'
  | 'readPrograms'
  | 'readFrames'
  | 'readMetrics'
  | 'readRuns'

const FOR_OWNER = 'Only the person who runs the server may do this; use the owner token'

export const SERVER_RIGHTS: Readonly<Record<ServerVerb, Right<ServerStanding>>> = {
  /** What is for the person alone: this machine's folders, all crews at once, who signs in. */
  runServer: { may: ['person', 'system'], refusal: FOR_OWNER, toObserver: FOR_OWNER },
  foundCrew: { may: ['person', 'system'], refusal: FOR_OWNER, toObserver: FOR_OWNER },
  importCrew: {
    may: ['person'],
    refusal: 'only the person who runs the server may import a crew',
  },
  exportHistory: {
    may: ['person', 'observer', 'system'],
    refusal: 'Only people can read a crew’s whole history',
  },
  readPrograms: {
    may: ['person', 'observer', 'system'],
    refusal: 'Only people can see what is installed on this machine',
  },
  readRuns: {
    may: ['person', 'observer', 'system'],
    refusal: 'Only people can list the discussions of all crews',
  },
  readFrames: {
    may: ['person', 'observer', 'system'],
    refusal: 'Only people can see what agents’ programs sent and got',
  },
  readMetrics: {
    may: ['person', 'observer', 'system'],
    refusal: 'Only people can read the metrics of the server: use the observer token',
  },
}
