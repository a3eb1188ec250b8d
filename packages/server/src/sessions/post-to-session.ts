import type { GroupRecord } from '@crewroom/shared/model/group'
import { type Message, newMessage } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { type InRound, type RoundRecord } from '@crewroom/shared/model/round'
import { placeOfSession, type SessionRecord } from '@crewroom/shared/model/session'
import { CONTENT_TOO_LONG, CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { calledBack, calledBy } from '@crewroom/shared/state/wakes'
import { decideRevival } from '../agents/revive'
import type { Crew } from '../crew/crew'
import { agentOf } from '../crew/directory'
import { assertMayInGroup } from '../crew/may'
import { nextTimestamp } from '../crew/next-timestamp'
import { assertSameAgain } from '../crew/same-again'
import { assertNoSecret } from '../crew/secrets'
import { senderRole } from '../crew/sender-role'
import type { By, Shard } from '../crew/shard'
import { memberNamed } from '../groups/change-members'
import { openGroupOf } from '../groups/lookup'
import { decideAnswer } from '../rounds/record-answer'
import { decideOwnRound, ownRunOf } from './own-round'
import { openSessionOf, speakersOf } from './session-of'

export interface PostToSessionInput {
  readonly group: string
  readonly session: string
  readonly content: string
  readonly clientId?: string | undefined
  /** Ids or names of the agents that are asked; without it those whom the group's setting names. */
  readonly asks?: readonly string[] | undefined
}

export interface PostedToSession {
  readonly message: Message
  /** The round that it opened; null when it asked nobody. */
  readonly round: RoundRecord | null
  /** Ids of the agents that it asked. */
  readonly asks: readonly string[]
  /** The same clientId was sent before: this is that message. */
  readonly repeated: boolean
}

/** Whether an agent's message was taken as its answer to a round. */
export function isAnswer({ message: { from, round } }: PostedToSession): boolean {
  return from !== HUMAN_ID && (round?.as === 'answer' || round?.as === 'late')
}

/**
 * Posts to a session. A person's message asks agents, in a round. What an agent posts while it is answering there is its
 * answer; anything else that it posts is an interjection.
 */
export function postToSession(
  shard: Shard,
  crew: Crew,
  by: By,
  input: PostToSessionInput,
): PostedToSession {
  const group = openGroupOf(crew, input.group, by.actor)
  assertMayInGroup('postToSession', crew, group, by)
  const session = openSessionOf(crew, group, input.session, by)
  assertTakesPart(session, by)
  if (input.content.length > LIMITS.content) throw new CrewError('validation', CONTENT_TOO_LONG)
  assertNoSecret(shard.maskOf(crew), 'clientId', input.clientId)
  const before = sentBefore(shard, crew, group, session, by, input)
  if (before) return { ...before, repeated: true }

  const answered = answerOf(shard, crew, by, session, input)
  if (answered) return answered
  const asks = input.asks?.map((reference) => memberNamed(shard, crew, group, reference))
  const decision = shard.decide(crew)
  if (by.actor.kind === 'agent') shard.ports.rate.take(by.actor.id)
  const asksAgents = by.actor.kind === 'human'
  const { message } = decision.add('session:message', {
    sessionId: session.id,
    groupName: group.name,
    message: newMessage({
      id: shard.ports.ids.message(),
      seq: decision.nextSeq,
      n: session.messageCount + 1,
      group: group.name,
      leadId: group.leadId,
      sessionId: session.id,
      kind: by.actor.kind === 'system' ? 'system' : 'message',
      from: by.actor.id,
      fromRole: senderRole(crew, by),
      content: input.content,
      timestamp: nextTimestamp(shard.ports.clock.now(), session.lastMessage?.timestamp ?? null),
      mentions: calledIn(shard, crew, group, session, by, input.content),
      clientId: input.clientId,
      round: inRound(session, asksAgents ? 'start' : 'interjection'),
    }),
  })
  const speakers = asksAgents ? asked(crew, group, session, message, input.content, asks) : []
  for (const id of speakers) decideRevival(shard, decision, crew, by, agentOf(crew, id))
  const round = asksAgents
    ? decideOwnRound(shard, decision, crew, session, message, speakers)
    : null
  shard.commit(crew, by, decision)
  return { message, round, asks: speakers, repeated: false }
}

/** The message of an agent that is answering in this session: its answer, in place of what its turn would say. */
function answerOf(
  shard: Shard,
  crew: Crew,
  by: By,
  session: SessionRecord,
  { content, clientId }: PostToSessionInput,
): PostedToSession | null {
  const asked = by.actor.kind === 'agent' ? crew.rounds.answering(by.actor.id) : null
  if (asked?.sessionId !== session.id) return null
  const decision = shard.decide(crew)
  const said = { text: content, cut: false, how: 'said', error: null, clientId } as const
  const recorded = decideAnswer(shard, decision, crew, asked, said)
  if (!recorded?.message) return null
  shard.commit(crew, by, decision)
  return { message: recorded.message, round: null, asks: [], repeated: false }
}

/** Members that a text mentions, among those who read the session. */
function calledIn(
  shard: Shard,
  crew: Crew,
  group: GroupRecord,
  session: SessionRecord,
  by: Pick<By, 'actor'>,
  content: string,
): readonly string[] {
  return calledBy(crew.state, group, by.actor.id, content, shard.ports.personName).filter(
    (id) => id === HUMAN_ID || session.activeAgents.includes(id),
  )
}

/** A message that opens a round belongs to the one that it opens, even if nobody is asked. */
function inRound(session: SessionRecord, as: InRound['as']): InRound {
  return { runId: ownRunOf(session), n: as === 'start' ? session.rounds + 1 : session.rounds, as }
}

/**
 * Whom a person's message asks: agents that it names, or else whom the group's setting says. One that has completed or failed
 * is asked if the text calls it, and comes back.
 */
function asked(
  crew: Crew,
  group: GroupRecord,
  session: SessionRecord,
  message: Message,
  /** As it was written. */
  content: string,
  asks: readonly string[] | undefined,
): readonly string[] {
  const there = speakersOf(crew, group, session)
  if (asks) {
    for (const id of asks) {
      if (there.includes(id)) continue
      throw new CrewError(
        'validation',
        `asks: ${crew.state.agents[id]?.name ?? id} takes no part in session "${session.title}", or has ended. Add it to the session, or leave it out.`,
        { fields: { asks: 'names an agent that cannot be asked' } },
      )
    }
    return there.filter((id) => asks.includes(id))
  }
  const isMentionOnly = group.chat?.broadcastMode === 'mention_only'
  const usual = isMentionOnly ? there.filter((id) => message.mentions.includes(id)) : there
  const back = calledBack(crew.state, group, content)
  return session.activeAgents.filter((id) => usual.includes(id) || back.includes(id))
}

/** Refuses agents that take no part. */
export function assertTakesPart(session: SessionRecord, by: By): void {
  if (by.actor.kind !== 'agent' || session.activeAgents.includes(by.actor.id)) return
  throw new CrewError(
    'forbidden',
    `only agents that take part in session "${session.title}" may post to it.`,
  )
}

function sentBefore(
  shard: Shard,
  crew: Crew,
  group: GroupRecord,
  session: SessionRecord,
  by: By,
  { clientId, content }: PostToSessionInput,
): Omit<PostedToSession, 'repeated'> | null {
  if (clientId === undefined) return null
  const message =
    crew.window(placeOfSession(session.id)).findByClient(by.actor.id, clientId) ??
    shard.ports.reader.messageByClient(
      crew.state.lead.id,
      group.name,
      by.actor.id,
      clientId,
      session.id,
    )
  if (!message) return null
  assertSameAgain(shard, crew, message, content)
  const { round } = message
  const numbered =
    round?.as === 'start'
      ? (crew.rounds.round(round.runId, round.n) ??
        shard.ports.reader.round(crew.state.lead.id, round.runId, round.n))
      : null
  // A message that asked nobody has the number of the round that a later one opened.
  const opened = numbered?.triggerMessageId === message.id ? numbered : null
  return { message, round: opened, asks: opened?.responses.map(({ agentId }) => agentId) ?? [] }
}
