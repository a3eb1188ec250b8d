import { type RoundRecord, responseOf } from '@crewroom/shared/model/round'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { FactType, FactData } from '../../src/journal/facts'
import { decideAnswer, type RecordedAnswer } from '../../src/rounds/record-answer'
import { createSession } from '../../src/sessions/create-session'
import { interruptAnswer } from '../../src/sessions/interrupt-answer'
import { type PostedToSession, postToSession } from '../../src/sessions/post-to-session'
import { BY_PERSON, type TestCrew } from './test-crew'

export function openSession(
  crew: TestCrew,
  group: string,
  title?: string,
  agents?: readonly string[],
): SessionRecord {
  return crew.act(() =>
    createSession(crew.shard, crew.crew, BY_PERSON, {
      group,
      title,
      agents: agents?.map((name) => crew.id(name)),
    }),
  )
}

/** Somebody writes in a session. */
export function post(
  crew: TestCrew,
  from: string,
  session: SessionRecord,
  content: string,
  clientId?: string,
): PostedToSession {
  const { groupName: group, id } = session
  return crew.act(() =>
    postToSession(crew.shard, crew.crew, crew.by(from), { group, session: id, content, clientId }),
  )
}

/** An agent takes what it is owed into its hands. */
export async function take(crew: TestCrew, name: string): Promise<void> {
  await crew.core.inbox.fetch(crew.id(name), {})
  crew.check()
}

/** An agent takes the question that it was asked first in the session, and answers it. */
export async function answer(
  crew: TestCrew,
  name: string,
  session: SessionRecord,
  text: string,
): Promise<RecordedAnswer | null> {
  await take(crew, name)
  const { shard, crew: own } = crew
  const asked = own.rounds.asked(crew.id(name)).find(({ sessionId }) => sessionId === session.id)
  if (!asked) throw new Error(`${name} is asked nothing in ${session.title}`)
  return crew.act(() => {
    const decision = shard.decide(own)
    const said = { text, cut: false, how: 'said', error: null } as const
    const recorded = decideAnswer(shard, decision, own, asked, said)
    shard.commit(own, crew.by(name), decision)
    return recorded
  })
}

export function interrupt(crew: TestCrew, name: string, session: SessionRecord): RoundRecord {
  const { groupName: group, id } = session
  const agent = crew.id(name)
  return crew.act(() =>
    interruptAnswer(crew.shard, crew.crew, BY_PERSON, { group, session: id, agent }),
  )
}

/** A fact as it is, where no verb is what a test is about. */
export function state<T extends FactType>(crew: TestCrew, type: T, data: FactData[T]): void {
  crew.act(() => {
    const decision = crew.shard.decide(crew.crew)
    decision.add(type, data)
    crew.shard.commit(crew.crew, BY_PERSON, decision)
  })
}

/** The session as it is now. */
export function now(crew: TestCrew, { id }: SessionRecord): SessionRecord {
  const session = crew.crew.state.sessions[id]
  if (!session) throw new Error('the session is gone')
  return session
}

export function change(
  crew: TestCrew,
  session: SessionRecord,
  changed: Partial<Pick<SessionRecord, 'title' | 'status' | 'activeAgents'>>,
): void {
  const updatedAt = crew.shard.decide(crew.crew).at
  const { activeAgents: chosen } = changed
  state(crew, 'session:updated', {
    session: { ...now(crew, session), ...changed, ...(chosen ? { chosen } : {}), updatedAt },
  })
}

/** The delivery that asks an agent in a round. */
export function deliveryOf(crew: TestCrew, round: RoundRecord | null, name: string): string {
  const response = round && responseOf(round, crew.id(name))
  if (!response) throw new Error(`${name} is not asked in this round`)
  return response.deliveryId
}
