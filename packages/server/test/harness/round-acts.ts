import type { RoundResponse } from '@crewroom/shared/model/round'
import type { SessionRecord } from '@crewroom/shared/model/session'
import { decideAnswer } from '../../src/rounds/record-answer'
import { createSession } from '../../src/sessions/create-session'
import { interruptAnswer } from '../../src/sessions/interrupt-answer'
import { type PostedToSession, postToSession } from '../../src/sessions/post-to-session'
import { team } from './talk'
import { BY_PERSON, type TestCrew } from './test-crew'

/** A session of a group that is made for it, with everybody named. */
export function openSession(
  crew: TestCrew,
  members: readonly string[],
  title?: string,
  group = 'plan',
): SessionRecord {
  if (!crew.crew.state.groups[group]) team(crew, group, members)
  const agents = members.map((member) => crew.id(member))
  return crew.act(() => createSession(crew.shard, crew.crew, BY_PERSON, { group, title, agents }))
}

/** Writes in a session, as a person or as an agent that is not asked. */
export function write(
  crew: TestCrew,
  session: Pick<SessionRecord, 'id' | 'groupName'>,
  content: string,
  more: {
    readonly from?: string
    readonly asks?: readonly string[]
    readonly clientId?: string
  } = {},
): PostedToSession {
  const { from = 'human', asks, clientId } = more
  return crew.act(() =>
    postToSession(crew.shard, crew.crew, crew.by(from), {
      group: session.groupName,
      session: session.id,
      content,
      clientId,
      asks: asks?.map((name) => crew.id(name)),
    }),
  )
}

export function interrupt(crew: TestCrew, session: SessionRecord, name: string) {
  return crew.act(() =>
    interruptAnswer(crew.shard, crew.crew, BY_PERSON, {
      group: session.groupName,
      session: session.id,
      agent: crew.id(name),
    }),
  )
}

/** The agent answers what it was handed, as its program's end of turn does; blank: it passes. */
export function answer(crew: TestCrew, name: string, text: string): RoundResponse | null {
  const asked = crew.crew.rounds.answering(crew.id(name))
  if (!asked) throw new Error(`${name} is not answering`)
  return crew.act(() => {
    const decision = crew.shard.decideAccepted(crew.crew)
    const said = { text, cut: false, how: 'said', error: null } as const
    const recorded = decideAnswer(crew.shard, decision, crew.crew, asked, said)
    crew.shard.commit(crew.crew, crew.by(name), decision)
    return recorded?.response ?? null
  })
}

/** The agent takes what waits for it, up to the first round, and confirms it; the text of that, if there is one. */
export async function takesRound(crew: TestCrew, name: string): Promise<string | null> {
  const { inbox } = crew.core
  for (;;) {
    const page = await inbox.fetch(crew.id(name), {})
    await inbox.ack(crew.id(name), page.cursor)
    crew.check()
    const round = page.deliveries.find(({ kind }) => kind === 'round')
    // To ask again is to pass.
    if (round) return round.text
    if (page.deliveries.length === 0) return null
  }
}
