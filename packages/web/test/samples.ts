import { type GroupRecord, newGroup } from '@crewroom/shared/model/group'
import { lastMessageOf, type Message, newMessage } from '@crewroom/shared/model/message'
import type { InRound, RoundRecord, RoundResponse } from '@crewroom/shared/model/round'
import { NO_RUN_USAGE, type RunRecord } from '@crewroom/shared/model/run'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { MessagePosted, ReactionChanged } from '@crewroom/shared/protocol/events'
import type { CrewState } from '@crewroom/shared/state/crew-state'

/** Small true objects for unit tests. */
export const LEAD = 'lead-1'
export const AT = '2026-11-21T12:00:00.000Z'

export function message(seq: number, more: Partial<Message> = {}): Message {
  return newMessage({
    id: `m${seq}`,
    seq,
    n: seq,
    group: 'team',
    leadId: LEAD,
    kind: 'message',
    from: 'dev',
    fromRole: 'Developer',
    content: `text ${seq}`,
    timestamp: AT,
    ...more,
  })
}

export function posted(seq: number, more: Partial<Message> = {}): MessagePosted {
  const event = { type: 'group:message', seq, leadId: LEAD, at: AT, groupName: 'team' } as const
  return { ...event, message: message(seq, more) }
}

export function reacted(
  seq: number,
  messageId: string,
  action: 'add' | 'remove',
  agentId = 'dev',
): ReactionChanged {
  const event = { type: 'group:reaction', seq, leadId: LEAD, at: AT, groupName: 'team' } as const
  return { ...event, messageId, emoji: '👍', agentId, action }
}

export function group(name: string, more: Partial<GroupRecord> = {}): GroupRecord {
  const own = { id: name, name, displayName: name, purpose: null, leadId: LEAD }
  return { ...newGroup({ ...own, createdAt: AT, createdBy: LEAD }, []), ...more }
}

/** A group with `count` messages, the newest of them with this journal number. */
export function groupWith(name: string, count: number, seq: number): GroupRecord {
  return group(name, { messageCount: count, lastMessage: lastMessageOf(message(seq)) })
}

export function session(id: string, more: Partial<SessionRecord> = {}): SessionRecord {
  return {
    id,
    leadId: LEAD,
    groupName: 'team',
    title: id,
    status: 'active',
    activeAgents: [],
    createdAt: AT,
    createdBy: 'human',
    updatedAt: AT,
    messageCount: 0,
    rounds: 0,
    lastMessage: null,
    ...more,
  }
}

/** A response that is awaited, unless `more` says what became of it. */
export function response(agentId: string, more: Partial<RoundResponse> = {}): RoundResponse {
  return {
    agentId,
    status: 'thinking',
    late: false,
    cut: false,
    deliveryId: `delivery of ${agentId}`,
    messageId: null,
    error: null,
    endedAt: null,
    ...more,
  }
}

/** A round of the session `s1`. */
export function round(n: number, responses: readonly RoundResponse[]): RoundRecord {
  return {
    runId: 's1',
    sessionId: 's1',
    groupName: 'team',
    n,
    ask: 'answer',
    reason: 'everybody is asked',
    triggerSeq: n,
    triggerMessageId: `m${n}`,
    openedSeq: n + 1,
    openedAt: AT,
    responses,
    closed: null,
  }
}

/** A discussion in the session `s1`. */
export function run(more: Partial<RunRecord> = {}): RunRecord {
  return {
    id: 'r1',
    leadId: LEAD,
    groupName: 'team',
    sessionId: 's1',
    policy: { kind: 'round_robin' },
    participants: ['dev', 'qa'],
    roles: {},
    goal: 'Agree on a plan',
    terminationCondition: null,
    limits: {
      rounds: 10,
      messages: null,
      answerSeconds: 600,
      waitSeconds: 600,
      humanSeconds: null,
      onHumanTimeout: 'stop',
      tokens: null,
      usd: null,
      stall: 2,
    },
    status: 'running',
    stopReason: null,
    progress: {
      rounds: 3,
      messages: 3,
      usage: NO_RUN_USAGE,
      previous: 'dev',
      idle: 0,
      failures: {},
      again: 0,
      next: null,
      upTo: 3,
    },
    firstRound: 1,
    beginsAt: 1,
    startedBy: 'human',
    hop: 0,
    parent: null,
    depth: 0,
    summary: null,
    startedAt: AT,
    endedAt: null,
    ...more,
  }
}

export function crewState(seq: number, groups: readonly GroupRecord[]): CrewState {
  return {
    seq,
    viewer: null,
    lead: {
      id: LEAD,
      name: 'atlas',
      parentId: null,
      paused: false,
      autoGroups: true,
      createdAt: AT,
    },
    agents: {},
    tasks: {},
    needs: {},
    sessions: {},
    rounds: {},
    runs: {},
    admissions: {},
    files: {},
    mentions: {},
    asked: {},
    groups: Object.fromEntries(groups.map((own) => [own.name, own])),
    readMarks: {},
    ownUnread: {},
  }
}

/** A round of `s1` that these agents were asked in, opened with `seq` by message `m<seq - 1>`. */
export function roundAt(
  n: number,
  seq: number,
  responses: Readonly<Record<string, Partial<RoundResponse>>>,
  more: Partial<RoundRecord> = {},
): RoundRecord {
  const all = Object.entries(responses).map(([agentId, own]) => response(agentId, own))
  const asks = { triggerSeq: seq - 1, triggerMessageId: `m${seq - 1}`, openedSeq: seq }
  return { ...round(n, all), ...asks, ...more }
}

/** A message of session `s1`; those of agents are answers to the round. */
export function said(seq: number, as: InRound['as'], n: number, more: Partial<Message> = {}) {
  const from = as === 'start' ? { from: 'human', fromRole: 'Human' } : {}
  return message(seq, { sessionId: 's1', round: { runId: 's1', n, as }, ...from, ...more })
}
