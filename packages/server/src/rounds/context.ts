import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID, SYSTEM_ID, shortId } from '@crewroom/shared/model/participant'
import { type RoundRecord, responseOf } from '@crewroom/shared/model/round'
import { BY_RULES, type Policy, type RunRecord } from '@crewroom/shared/model/run'
import { placeOfSession, type SessionRecord } from '@crewroom/shared/model/session'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { lookSame } from '@crewroom/shared/text/lookalikes'
import { relayedLine, unbracketed } from '@crewroom/shared/text/relay'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import type { DeliveryContent } from '../journal/facts'
import { wordList } from './end-rule'
import { partsOf } from './result-note'

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
  const { sessionId, n, fromSeq } = content
  const session = crew.state.sessions[sessionId]
  if (!session) return TEXT.roundGone(n)
  const { reader } = shard.ports
  // In the record of an agent a question reads as it did, though the discussion is over.
  const round =
    crew.rounds.round(content.runId, n) ?? reader.round(crew.state.lead.id, content.runId, n)
  const run = round?.run && (crew.state.runs[round.run.id] ?? reader.run(round.run.id))
  const isBack = round !== null && responseOf(round, agentId)?.soFar !== undefined
  const { note, result } =
    isBack && content.note !== null ? partsOf(content.note) : { note: content.note, result: null }
  if (run && round && round.ask === 'select') {
    return selectText(crew, session, run, round, note, result)
  }
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
  const leftOut = total - taken.length
  const said = blocks(crew, taken)
  const { title, groupName: group } = session
  if (!run || !round || round.ask === 'human') {
    return TEXT.round({ n, session: title, group, note, result, leftOut, said })
  }
  const first = discussed(crew, session, run, round)
  const you = content.introduces ? introduced(crew, run, agentId) : null
  return TEXT.discussionRound({ ...first, you, note, result, leftOut, said })
}

/** Whoever chooses who speaks next is shown the newest messages each time. */
function selectText(
  crew: Crew,
  session: SessionRecord,
  run: RunRecord,
  round: RoundRecord,
  note: string | null,
  result: string | null,
): string {
  const { policy } = run
  const own = policy.kind === 'selection' ? policy.prompt : undefined
  const newest = crew
    .window(placeOfSession(session.id))
    .messages.filter(({ seq }) => seq <= round.triggerSeq)
    .slice(-LIMITS.selectMessages)
  const taken: Message[] = []
  let bytes = 0
  for (const message of newest.toReversed()) {
    bytes += Buffer.byteLength(message.content)
    if (taken.length > 0 && bytes > LIMITS.roundBytes) break
    taken.unshift(message)
  }
  return TEXT.discussionRound({
    ...discussed(crew, session, run, { ...round, ask: 'select' }),
    prompt: own ?? null,
    note,
    result,
    leftOut: 0,
    said: blocks(crew, taken),
  })
}

/** What the first lines of a question in a discussion say. */
function discussed(
  crew: Crew,
  { title, groupName }: SessionRecord,
  run: RunRecord,
  { ask, run: of }: RoundRecord,
) {
  const nameOf = speakerNames(crew)
  const follows = followersOf(run)
  const others = run.participants.filter((id) => !follows.includes(id))
  return {
    ask: ask === 'human' ? ('answer' as const) : ask,
    // A sum counts for no round of its own.
    n: Math.min(of?.n ?? 1, run.limits.rounds),
    of: run.limits.rounds,
    session: title,
    group: groupName,
    until: run.terminationCondition,
    words: wordList(run.limits, nameOf),
    follows: follows.map(nameOf),
    goal: run.goal,
    // A list that is cut begins with those who may speak now.
    speakers: [...follows, ...others].map((id) =>
      TEXT.speakerLine(nameOf(id), aboutSpeaker(crew, run, id)),
    ),
  }
}

/** Participants that may speak behind the one that spoke last, if somebody said which. */
function followersOf({ policy, participants, progress: { previous } }: RunRecord) {
  const chooses = policy.kind === 'selection' || policy.kind === 'round_robin'
  const after = (chooses && previous !== null && policy.transitions?.[previous]) || []
  return after.filter((id) => participants.includes(id))
}

/** What a participant reads with its first question: what it is here, and who else takes part. */
function introduced(crew: Crew, run: RunRecord, agentId: string) {
  const nameOf = speakerNames(crew)
  const { policy, participants, startedBy, goal } = run
  const leads = leadershipOf(policy)
  const others = participants.filter((id) => id !== agentId)
  const lines = others.map((id) => TEXT.speakerLine(nameOf(id), aboutSpeaker(crew, run, id)))
  const isApart = leads !== null && leads.id !== agentId && !participants.includes(leads.id)
  return {
    name: nameOf(agentId),
    about: aboutSpeaker(crew, run, agentId),
    others: isApart ? [...lines, TEXT.speakerLine(nameOf(leads.id), leads.does)] : lines,
    // Nobody is shown their own messages, and the goal is the first one.
    goal: startedBy === agentId ? goal : null,
  }
}

/** An agent that need not take part, and what it does for those who do. */
function leadershipOf(policy: Policy): { readonly id: string; readonly does: string } | null {
  switch (policy.kind) {
    case 'round_robin':
      return null
    case 'selection':
      if (policy.by === BY_RULES || policy.by === HUMAN_ID) return null
      return { id: policy.by, does: 'chooses who speaks next' }
    case 'parallel':
      return policy.aggregator === null ? null : { id: policy.aggregator, does: 'sums up' }
    case 'hierarchical':
      return { id: policy.manager, does: 'manages' }
    default:
      return policy satisfies never
  }
}

/** What a participant is, as those read it who choose among them. */
function aboutSpeaker(crew: Crew, { roles }: RunRecord, id: string): string {
  const told = roles[id]
  const role = told?.role || (crew.state.agents[id]?.roleName ?? '')
  const what = [role, told?.description ?? ''].filter((part) => part !== '').join(', ')
  const knows = told?.expertise ?? []
  return knows.length > 0 ? `${what} (${knows.join(', ')})`.trim() : what
}

function blocks(crew: Crew, messages: readonly Message[]) {
  const nameOf = speakerNames(crew)
  return messages.map((message) => ({
    who: nameOf(message.from),
    isPerson: message.from === HUMAN_ID,
    content: message.content,
    to: message.replyTo,
  }))
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
export function speakerNames(crew: Crew): (id: string) => string {
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
