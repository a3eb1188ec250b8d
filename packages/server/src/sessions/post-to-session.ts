import { type GroupRecord, listedIds } from '@crewroom/shared/model/group'
import { type Message, newMessage } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { type InRound, type RoundRecord } from '@crewroom/shared/model/round'
import { placeOfSession, type SessionRecord } from '@crewroom/shared/model/session'
import type { ReplyTo } from '@crewroom/shared/model/reply'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { calledBack, calledBy, comesBack } from '@crewroom/shared/state/wakes'
import { decideRevival } from '../agents/revive'
import type { Crew } from '../crew/crew'
import { agentOf, nameIn } from '../crew/directory'
import { nextTimestamp } from '../crew/next-timestamp'
import { assertSameAgain } from '../crew/same-again'
import { assertNoSecret } from '../crew/secrets'
import { senderRole } from '../crew/sender-role'
import type { By, Shard } from '../crew/shard'
import { calledByReply, quoteOf, type Written, type WrittenInput, writtenOf } from '../crew/written'
import { memberNamed } from '../groups/change-members'
import { openGroupOf } from '../groups/lookup'
import { decideResponse } from '../rounds/close-round'
import { withoutDone } from '../rounds/done-line'
import { decideAnswer } from '../rounds/record-answer'
import { findSessionMessage } from './find-session-message'
import { assertNoRun, liveRunOf } from './live-run'
import { decideOwnRound, ownRunOf } from './own-round'
import { openSessionOf, speakersOf } from './session-of'

export interface PostToSessionInput extends WrittenInput {
  readonly group: string
  readonly session: string
  readonly clientId?: string | undefined
  /** Ids or names of the agents that are asked; without it those whom the group's setting names. */
  readonly asks?: readonly string[] | undefined
  /** The role under which it stands, where that is not the sender's. */
  readonly fromRole?: string | undefined
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
  const group = openGroupOf(crew, input.group, by, 'postToSession')
  const session = openSessionOf(crew, group, input.session, by)
  assertTakesPart(session, by)
  const mask = shard.maskOf(crew)
  const said = writtenOf(mask, input)
  assertNoSecret(mask, 'clientId', input.clientId)
  const before = sentBefore(shard, crew, group, session, by, input.clientId, said)
  if (before) return { ...before, repeated: true }
  const repliesTo =
    said.replyTo === undefined ? null : findSessionMessage(shard, crew, session, said.replyTo)
  const reply = repliesTo ? { replyTo: quoteOf(mask, repliesTo) } : {}

  const { clientId } = input
  const own = { content: said.text, clientId, ...reply }
  const answered = answerOf(shard, crew, by, session, own)
  if (answered) return answered
  const run = liveRunOf(crew, session)
  if (run && input.asks) assertNoRun(crew, session)
  const asks = input.asks?.map((reference) => memberNamed(shard, crew, group, reference))
  const decision = shard.decide(crew)
  if (by.actor.kind === 'agent') shard.ports.rate.take(by.actor.id)
  const isPersons = by.actor.kind === 'human'
  const asksAgents = isPersons && run === null
  // The first of two answers to one turn is the turn.
  const turn = isPersons && run ? openTurnOf(crew, session) : null
  const left = turn && said.content === said.text ? withoutDone(said.content) : said.content
  const isDone = turn !== null && withoutDone(said.text) !== said.text
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
      fromRole: input.fromRole ?? senderRole(crew, by),
      // One that is nothing else stays as it is: a message has words.
      content: left.trim() === '' ? said.content : left,
      timestamp: nextTimestamp(shard.ports.clock.now(), session.lastMessage?.timestamp ?? null),
      mentions: calledIn(shard, crew, group, session, by, said.text, repliesTo),
      clientId: input.clientId,
      ...(said.parts ? { parts: said.parts } : {}),
      ...reply,
      round: turn
        ? { runId: turn.runId, n: turn.n, as: 'answer' }
        : inRound(session, asksAgents ? 'start' : 'interjection'),
    }),
  })
  if (turn) {
    const asked = { ...turn, agentId: HUMAN_ID }
    decideResponse(decision, crew, asked, {
      status: 'done',
      messageId: message.id,
      ...(isDone ? { done: true } : {}),
    })
  }
  const speakers = asksAgents ? asked(crew, group, session, message, said.text, asks) : []
  for (const id of speakers) decideRevival(shard, decision, crew, by, agentOf(crew, id))
  const round = asksAgents
    ? decideOwnRound(shard, decision, crew, session, message, speakers)
    : null
  shard.commit(crew, by, decision)
  return { message, round, asks: speakers, repeated: false }
}

/** The round that waits for the person. */
function openTurnOf(crew: Crew, session: SessionRecord): RoundRecord | null {
  const round = crew.state.rounds[ownRunOf(session)]?.at(-1)
  return round?.ask === 'human' && round.closed === null ? round : null
}

/** The message of an agent that is answering in this session: its answer, in place of what its turn would say. */
function answerOf(
  shard: Shard,
  crew: Crew,
  by: By,
  session: SessionRecord,
  {
    content,
    clientId,
    replyTo,
  }: {
    readonly content: string
    readonly clientId?: string | undefined
    readonly replyTo?: ReplyTo
  },
): PostedToSession | null {
  const asked = by.actor.kind === 'agent' ? crew.rounds.answering(by.actor.id) : null
  if (asked?.sessionId !== session.id) return null
  // Nothing of it is posted, so it is not a message.
  if (crew.rounds.round(asked.runId, asked.n)?.ask === 'select') {
    throw new CrewError(
      'validation',
      'you are asked who speaks next. Reply in plain text, with one line: NEXT: <name> or TERMINATE.',
    )
  }
  const decision = shard.decide(crew)
  const said = { text: content, cut: false, how: 'said', error: null, clientId, replyTo } as const
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
  repliesTo: Message | null,
): readonly string[] {
  const { id: from } = by.actor
  const called = [
    ...calledBy(crew.state, group, from, content, shard.ports.personName),
    ...calledByReply(repliesTo, from, listedIds(group)),
  ]
  return [...new Set(called)].filter((id) => id === HUMAN_ID || session.activeAgents.includes(id))
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
        `asks: ${nameIn(crew, id)} takes no part in session "${session.title}", or has ended. Add it to the session, or leave it out.`,
        { fields: { asks: 'names an agent that cannot be asked' } },
      )
    }
    return there.filter((id) => asks.includes(id))
  }
  const isMentionOnly = group.chat?.broadcastMode === 'mention_only'
  const usual = isMentionOnly ? there.filter((id) => message.mentions.includes(id)) : there
  const back = [
    ...calledBack(crew.state, group, content),
    ...[message.replyTo?.from].filter((id) => id !== undefined && comesBack(crew.state.agents[id])),
  ]
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
  clientId: string | undefined,
  said: Written,
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
  const { round } = message
  // An answer is posted as one text, whatever it was sent as.
  const isAnswer = by.actor.kind === 'agent' && (round?.as === 'answer' || round?.as === 'late')
  assertSameAgain(shard, crew, message, isAnswer ? { ...said, parts: undefined } : said)
  const numbered =
    round?.as === 'start'
      ? (crew.rounds.round(round.runId, round.n) ??
        shard.ports.reader.round(crew.state.lead.id, round.runId, round.n))
      : null
  // A message that asked nobody has the number of the round that a later one opened.
  const opened = numbered?.triggerMessageId === message.id ? numbered : null
  return { message, round: opened, asks: opened?.responses.map(({ agentId }) => agentId) ?? [] }
}
