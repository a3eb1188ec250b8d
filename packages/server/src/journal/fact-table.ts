import { aboutAdmission, aboutGroup, inGroup, NAMES_MESSAGE, ofOneAgent } from './fact-forms'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import {
  changedAdmission,
  changedRun,
  closedAdmission,
  endedRun,
  newAdmission,
  newDelivery,
  newNeed,
  newRule,
  newRun,
  newSession,
  newTask,
  newTurn,
  ofAgent,
  ofBudget,
  ofGroup,
  ofLead,
  ofNeed,
  ofRequest,
  ofRule,
  ofSession,
  ofTask,
  ofTurn,
} from './fact-names'
import type { AnyRow, FactRows } from './fact-row'
import { ofInboxes, ofMemory, ofOmitted, ofProcess, ofStream } from './fact-subjects'
import {
  AGENT,
  ANSWER,
  DELIVERY,
  DIRECT,
  GROUP,
  LEAD,
  MESSAGE,
  NEED,
  PARTS,
  INVITE,
  PLAIN,
  RESPONSE,
  ROUND,
  RULE,
  RUN,
  SESSION,
  TASK,
} from './fact-texts'
import type { FactType } from './facts'

/**
 * Every type of fact, once: its audience, the group it is about and its name in that group's timeline, its references to
 * the crew, which of its texts are masked, and what later ones replace it. A type that has no row is a type error.
 */
export const FACTS = {
  'lead:created': {
    audience: 'everyone',
    refs: (names, { lead }) => names.founded(lead),
    texts: { lead: LEAD },
  },
  'lead:paused': { audience: 'everyone', refs: ofLead, texts: { lead: LEAD } },
  'lead:resumed': { audience: 'everyone', refs: ofLead, texts: { lead: LEAD } },
  'lead:updated': { audience: 'everyone', refs: ofLead, texts: { lead: LEAD } },
  'lead:deleted': {
    audience: 'everyone',
    omitted: () => null,
    texts: { lead: LEAD, agentIds: PLAIN },
  },
  'agent:created': {
    audience: 'everyone',
    refs: (names, { agent }) => names.hire(agent),
    texts: { agent: AGENT },
  },
  'agent:completed': { audience: 'everyone', refs: ofAgent, texts: { agent: AGENT } },
  'agent:failed': { audience: 'everyone', refs: ofAgent, texts: { agent: AGENT } },
  'agent:terminated': {
    audience: 'everyone',
    refs: ofAgent,
    texts: { agent: { ...AGENT, endedReason: LIMITS.purpose } },
  },
  'agent:resumed': { audience: 'everyone', refs: ofAgent, texts: { agent: AGENT } },
  'agent:held': { audience: 'everyone', refs: ofAgent, texts: { agent: AGENT } },
  'agent:released': { audience: 'everyone', refs: ofAgent, texts: { agent: AGENT } },
  'agent:updated': {
    audience: 'everyone',
    refs: (names, { agent }) => names.change(agent),
    texts: { agent: AGENT },
  },
  'budget:changed': {
    audience: 'private',
    refs: ofBudget,
    texts: { budget: PLAIN },
  },
  'agent:stalled': ofOneAgent.stalled,
  'agent:instructed': ofOneAgent.instructed,
  'agent:environment': {
    audience: 'private',
    omitted: ({ agentId }) => agentId,
    // Its values are what is masked everywhere else.
    texts: PLAIN,
  },
  'agent:session': {
    audience: 'private',
    subjects: ({ session }) => ofMemory(session),
    omitted: ({ session }) => session.agentId,
    texts: { session: PLAIN },
  },
  'group:created': {
    ...aboutGroup,
    timeline: 'created',
    refs: (names, { group }, seq) => names.found(group, seq),
  },
  'group:imported': {
    ...aboutGroup,
    timeline: 'imported',
    refs: (names, { group, files = [] }, seq) => {
      names.found(group, seq, true)
      for (const file of files) names.files.add(group.name, file, true)
    },
    // As its file has it: it comes out as the same lines.
    texts: PLAIN,
  },
  'group:updated': {
    ...aboutGroup,
    timeline: 'updated',
    refs: (names, { group, wakeOf }) => names.record(group, wakeOf),
    texts: { group: GROUP, wakeOf: PLAIN },
  },
  'group:archived': { ...aboutGroup, timeline: 'archived', refs: ofGroup },
  'group:unarchived': { ...aboutGroup, timeline: 'unarchived', refs: ofGroup },
  'group:paused': { ...aboutGroup, timeline: 'paused', refs: ofGroup },
  'group:resumed': { ...aboutGroup, timeline: 'resumed', refs: ofGroup },
  'group:held': { ...aboutGroup, timeline: 'held', refs: ofGroup },
  'group:history': {
    audience: 'private',
    refs: (names, { groupName, item }, seq) => names.history(groupName, item, seq),
    // As its file has it: it comes out as the same lines.
    texts: PLAIN,
  },
  'group:member_added': {
    audience: 'group',
    group: ({ group }) => group,
    after: ({ state }) => state,
    timeline: 'joined',
    aside: { field: 'state', to: ({ agentId }) => agentId },
    refs: (names, joined, seq) => names.join(joined, seq),
    texts: {
      group: PLAIN,
      agentId: PLAIN,
      by: PLAIN,
      member: PLAIN,
      roles: LIMITS.roleId,
      state: GROUP,
    },
  },
  'group:member_removed': {
    audience: 'group',
    group: ({ group }) => group,
    after: null,
    timeline: 'removed',
    refs: (names, { group, agentId, by }) => {
      names.leave(group, agentId)
      names.doer(by)
    },
    texts: { group: PLAIN, agentId: PLAIN, by: PLAIN },
  },
  'group:message': {
    ...inGroup,
    refs: (names, { groupName, message }, seq) => {
      if (message.replyTo) names.messageIn(groupName, message.replyTo.id)
      names.message(groupName, message, seq)
      names.writer(message.from, message.fromRole)
      for (const id of message.mentions) names.participant(id)
    },
    texts: { groupName: PLAIN, message: MESSAGE },
  },
  'group:message_edited': {
    ...inGroup,
    refs: (names, { groupName, messageId, by, content, mentions, parts }) => {
      names.changedMessage(groupName, messageId, by, { content, parts })
      for (const id of mentions) names.participant(id)
    },
    texts: { ...NAMES_MESSAGE, by: PLAIN, content: LIMITS.content, mentions: PLAIN, parts: PARTS },
  },
  'group:message_deleted': {
    ...inGroup,
    refs: (names, { groupName, messageId, by }) => names.changedMessage(groupName, messageId, by),
    texts: { ...NAMES_MESSAGE, by: PLAIN },
  },
  'group:reaction': {
    ...inGroup,
    refs: (names, { groupName, messageId, agentId }) => {
      names.participant(agentId)
      names.messageIn(groupName, messageId)
    },
    texts: { ...NAMES_MESSAGE, emoji: PLAIN, agentId: PLAIN },
  },
  'group:read': {
    audience: 'named',
    named: ({ readerId }) => [readerId],
    refs: (names, { readerId, groupName, lastSeq }, seq) => {
      names.participant(readerId)
      names.group(groupName)
      names.upTo(lastSeq, seq)
    },
    texts: { readerId: PLAIN, groupName: PLAIN, lastSeen: PLAIN },
  },
  'file:added': {
    ...inGroup,
    refs: (names, { groupName, file }) => names.files.add(groupName, file),
    // A name with a secret in it is refused: masked it would be another.
    texts: { groupName: PLAIN, file: PLAIN },
  },
  'file:removed': {
    ...inGroup,
    refs: (names, { groupName, file, by }) => names.files.remove(groupName, file, by),
    texts: { groupName: PLAIN, file: PLAIN, by: PLAIN },
  },
  // It is about the folders of one machine: a person decides again where a file of the crew goes.
  'work_files:changed': { audience: 'people', omitted: () => null, texts: {} },
  'session:created': {
    audience: 'people',
    refs: newSession,
    texts: { session: SESSION },
  },
  'session:updated': {
    audience: 'people',
    refs: ofSession,
    texts: { session: SESSION },
  },
  'session:message': {
    audience: 'people',
    refs: (names, { sessionId, groupName, message }, seq) => {
      names.own(message.leadId)
      if (message.replyTo) names.sessions.messageIn(sessionId, groupName, message.replyTo.id)
      names.sessionMessage(sessionId, groupName, message, seq)
      names.writer(message.from, message.fromRole)
      for (const id of message.mentions) names.participant(id)
    },
    texts: { sessionId: PLAIN, groupName: PLAIN, message: MESSAGE },
  },
  'session:reaction': {
    audience: 'people',
    refs: (names, { sessionId, groupName, messageId, agentId }) => {
      names.participant(agentId)
      names.sessions.messageIn(sessionId, groupName, messageId)
    },
    texts: { sessionId: PLAIN, groupName: PLAIN, messageId: PLAIN, emoji: PLAIN, agentId: PLAIN },
  },
  'session:read': {
    audience: 'people',
    refs: (names, data, seq) => {
      names.participant(data.readerId)
      names.sessions.read(data)
      names.upTo(data.lastSeq, seq)
    },
    texts: { readerId: PLAIN, sessionId: PLAIN, groupName: PLAIN, lastSeen: PLAIN },
  },
  'round:opened': {
    audience: 'people',
    refs: (names, { round }, seq) => names.sessions.round(round, seq),
    texts: { round: ROUND },
  },
  'round:responded': {
    audience: 'people',
    refs: (names, data) => names.sessions.respond(data),
    texts: { sessionId: PLAIN, runId: PLAIN, response: RESPONSE },
  },
  'round:closed': {
    audience: 'people',
    refs: (names, data) => names.sessions.close(data),
    texts: { sessionId: PLAIN, runId: PLAIN },
  },
  'run:started': { audience: 'people', refs: newRun, texts: { run: RUN } },
  'run:updated': { audience: 'people', refs: changedRun, texts: { run: RUN } },
  'run:ended': { audience: 'people', refs: endedRun, texts: { run: RUN } },
  // Kept, although the next one says more: those who follow the crew were shown each of them.
  'run:stepped': {
    audience: 'people',
    refs: (names, data) => names.runs.step(data),
    texts: { runId: PLAIN, sessionId: PLAIN, progress: PLAIN },
  },
  'admission:created': { ...aboutAdmission, refs: newAdmission },
  'admission:updated': { ...aboutAdmission, refs: changedAdmission },
  'admission:closed': { ...aboutAdmission, refs: closedAdmission },
  'task:created': { audience: 'everyone', refs: newTask, texts: { task: TASK } },
  'task:given': { audience: 'everyone', refs: ofTask, texts: { task: TASK } },
  'task:updated': { audience: 'everyone', refs: ofTask, texts: { task: TASK } },
  'task:completed': { audience: 'everyone', refs: ofTask, texts: { task: TASK } },
  'task:failed': { audience: 'everyone', refs: ofTask, texts: { task: TASK } },
  'task:cancelled': {
    audience: 'everyone',
    refs: ofTask,
    texts: { task: { ...TASK, summary: LIMITS.purpose } },
  },
  'direct:message': {
    audience: 'named',
    named: ({ message: { from, to } }) => (to === null ? null : [from, to]),
    refs: (names, { message }, seq) => {
      names.own(message.leadId)
      names.same(message.seq, seq)
      names.writer(message.from, message.fromRole)
      if (message.to !== null) names.participant(message.to)
      names.begin('direct', message.id)
    },
    texts: { message: DIRECT },
  },
  'need:opened': { audience: 'people', refs: newNeed, texts: { need: NEED, answer: ANSWER } },
  'need:closed': { audience: 'people', refs: ofNeed, texts: { need: NEED, answer: ANSWER } },
  'permission:rule_added': { audience: 'private', refs: newRule, texts: { rule: RULE } },
  'permission:rule_removed': { audience: 'private', refs: ofRule, texts: { rule: RULE } },
  'delivery:created': { audience: 'private', refs: newDelivery, texts: { delivery: DELIVERY } },
  'delivery:withdrawn': {
    audience: 'private',
    refs: (names, data) => {
      names.agent(data.agentId)
      names.sessions.withdraw(data)
    },
    texts: { agentId: PLAIN, deliveryIds: PLAIN },
  },
  'turn:sent': { audience: 'private', refs: newTurn, texts: { turn: PLAIN } },
  'turn:seen': { audience: 'private', refs: ofTurn, texts: { turnId: PLAIN, agentId: PLAIN } },
  'turn:acked': { audience: 'private', refs: ofTurn, texts: { turnId: PLAIN, agentId: PLAIN } },
  'turn:ended': {
    audience: 'private',
    refs: (names, data) => {
      ofTurn(names, data)
      for (const name of data.groups) names.group(name)
    },
    // For an ACP agent its program says so.
    texts: {
      turnId: PLAIN,
      agentId: PLAIN,
      reason: LIMITS.previewUnits,
      usage: { model: LIMITS.modelName },
      groups: PLAIN,
    },
  },
  'inbox:confirmed': {
    audience: 'private',
    subjects: ofInboxes,
    refs: (names, confirmed, seq) => names.inboxes(confirmed, seq),
    texts: { stays: PLAIN },
  },
  'stream:advanced': {
    audience: 'private',
    subjects: ({ position }) => ofStream(position),
    refs: (names, { position }) => names.stream(position),
    texts: { position: PLAIN },
  },
  // With its code anybody could register where the file goes.
  'invite:changed': { audience: 'private', omitted: () => null, texts: { invite: INVITE } },
  'request:answered': { audience: 'private', refs: ofRequest, texts: { request: PLAIN } },
  'server:paused': { audience: 'private', omitted: () => null, texts: {} },
  'fact:omitted': {
    audience: 'private',
    subjects: ofOmitted,
    refs: (names, { agentId }) => {
      if (agentId !== null) names.agent(agentId)
    },
    texts: { was: PLAIN, agentId: PLAIN },
  },
  // As its file has it: it comes out as the same bytes.
  'crew:imported': { audience: 'private', omitted: () => null, texts: PLAIN },
  'token:created': {
    audience: 'private',
    omitted: ({ agentId }) => agentId,
    texts: { token: PLAIN },
  },
  'process:started': {
    audience: 'private',
    subjects: ({ process }) => ofProcess(process),
    omitted: ({ process }) => process.agentId,
    texts: { process: PLAIN },
  },
  'process:ended': {
    audience: 'private',
    subjects: ofProcess,
    omitted: ({ agentId }) => agentId,
    texts: { agentId: PLAIN, signal: PLAIN },
  },
} satisfies FactRows

type Rows = typeof FACTS

/** Types that a crew's file may hold. */
export type FileFactType = {
  [T in FactType]: Rows[T] extends { readonly refs: unknown } ? T : never
}[FactType]

/** The row of a type that is known at run time only. An unknown one is let through nowhere. */
export function rowOf(type: FactType): AnyRow {
  if (Object.hasOwn(FACTS, type)) return FACTS[type] as AnyRow
  throw new Error(`"${type}" is in no row of the table of facts`)
}

/** All types, in the order of the table. */
export const FACT_TYPES = Object.keys(FACTS) as readonly FactType[]
