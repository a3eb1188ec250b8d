import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID, SYSTEM_ID, shortId } from '@crewroom/shared/model/participant'
import { placeOfSession } from '@crewroom/shared/model/session'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { lookSame } from '@crewroom/shared/text/lookalikes'
import { relayedLine, unbracketed } from '@crewroom/shared/text/relay'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import type { DeliveryContent } from '../journal/facts'

type RoundContent = Extract<DeliveryContent, { form: 'round' }>

/** Names that a prompt gives to others than agents. */
const TAKEN = ['user', 'human', 'system'] as const

/** The text of a round for one agent: what others said in the session, and it was not given yet. */
export function roundText(
  shard: Shard,
  crew: Crew,
  agentId: string,
  content: RoundContent,
): string {
  const { sessionId, n, fromSeq, note } = content
  const session = crew.state.sessions[sessionId]
  if (!session) return TEXT.roundGone(n)
  const { messages, total } = unseen(shard, crew, agentId, session.groupName, content)
  // Before its first round an agent was given nothing: of what is older than the question it gets a little.
  const most = fromSeq === 0 ? LIMITS.sessionHistory + 1 : LIMITS.page
  const taken: Message[] = []
  let bytes = 0
  for (const message of messages.toReversed()) {
    bytes += Buffer.byteLength(message.content)
    if (taken.length > 0 && (bytes > LIMITS.roundBytes || taken.length >= most)) break
    taken.unshift(message)
  }
  const nameOf = speakerNames(crew)
  return TEXT.round({
    n,
    session: session.title,
    group: session.groupName,
    note,
    leftOut: total - taken.length,
    said: taken.map((message) => ({
      who: nameOf(message.from),
      isPerson: message.from === HUMAN_ID,
      content: message.content,
    })),
  })
}

/** What others said in the session in (fromSeq, toSeq]: the newest of it, and how much there is. */
function unseen(
  shard: Shard,
  crew: Crew,
  agentId: string,
  groupName: string,
  { sessionId, fromSeq, toSeq }: RoundContent,
): { messages: readonly Message[]; total: number } {
  const window = crew.window(placeOfSession(sessionId))
  if (window.coversAfter(fromSeq)) {
    const messages = window
      .after(fromSeq)
      .filter(({ seq, from }) => seq <= toSeq && from !== agentId)
    return { messages, total: messages.length }
  }
  const { reader } = shard.ports
  const leadId = crew.state.lead.id
  const of = { groupName, sessionId }
  const { count } = reader.owedRange({
    ...of,
    leadId,
    after: fromSeq,
    to: toSeq,
    notFrom: agentId,
  })
  const page = reader.page(leadId, {
    ...of,
    before: toSeq + 1,
    limit: LIMITS.page,
    viewer: null,
  })
  const messages = page.messages.filter(({ seq, from }) => seq > fromSeq && from !== agentId)
  return { messages, total: count }
}

/**
 * What speakers are called in a prompt: agents by their names, with the short id where one reads like another agent, the
 * person or the server.
 */
function speakerNames(crew: Crew): (id: string) => string {
  const agents = Object.values(crew.state.agents)
  const count = new Map<string, number>()
  for (const { name } of agents) {
    const key = shownName(name).toLowerCase()
    count.set(key, (count.get(key) ?? 0) + 1)
  }
  return (id) => {
    if (id === HUMAN_ID) return 'User'
    if (id === SYSTEM_ID) return 'System'
    const name = shownName(crew.state.agents[id]?.name ?? 'Agent')
    const isShared =
      TAKEN.some((taken) => lookSame(name, taken)) || (count.get(name.toLowerCase()) ?? 0) > 1
    return isShared ? `${name} (${shortId(id)})` : name
  }
}

/** A name on one line that no bracket ends. */
function shownName(name: string): string {
  return unbracketed(relayedLine(name, LIMITS.agentName)).trim()
}
