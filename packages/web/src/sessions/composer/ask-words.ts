import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { isAwaited, type RoundRecord } from '@crewroom/shared/model/round'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { calledBack, calledBy, calledOutside, comesBack } from '@crewroom/shared/state/wakes'
import { listed, type RoundsByNumber } from '../round-words'

/** Agents that can be asked: they take part, are in the group, and have not ended. The server's own answer, before it is asked. */
export function speakersOf(
  { agents }: Pick<CrewState, 'agents'>,
  group: GroupRecord,
  { activeAgents }: Pick<SessionRecord, 'activeAgents'>,
): readonly string[] {
  return activeAgents.filter(
    (id) => agents[id]?.ended === null && group.memberIds.includes(id) && id !== HUMAN_ID,
  )
}

export interface Asked {
  /** In the order of the session. */
  readonly ids: readonly string[]
  /** Those among them that have completed or failed: the message brings them back. */
  readonly back: readonly string[]
  /** Those that the text calls and that take no part. */
  readonly outside: readonly string[]
}

/**
 * Whom a message would ask. `chosen`: those whom the person picked; null: the setting of the group, the text and whoever
 * is replied to decide.
 */
export function askedBy(
  crew: Pick<CrewState, 'agents'>,
  group: GroupRecord,
  session: Pick<SessionRecord, 'activeAgents'>,
  text: string,
  chosen: ReadonlySet<string> | null,
  repliedTo = '',
): Asked {
  const speakers = speakersOf(crew, group, session)
  const { activeAgents } = session
  const outside = calledOutside(crew, group, activeAgents, text)
  if (chosen) return { ids: speakers.filter((id) => chosen.has(id)), back: [], outside }
  const isBack = comesBack(crew.agents[repliedTo])
  const back = [
    ...new Set([...calledBack(crew, group, text), ...(isBack ? [repliedTo] : [])]),
  ].filter((id) => activeAgents.includes(id))
  const isMentionOnly = group.chat?.broadcastMode === 'mention_only'
  const called = isMentionOnly
    ? [...calledBy(crew, group, HUMAN_ID, text, ''), repliedTo]
    : speakers
  const usual = speakers.filter((id) => called.includes(id))
  const ids = activeAgents.filter((id) => usual.includes(id) || back.includes(id))
  return { ids, back, outside }
}

interface AskInput {
  readonly rounds: RoundsByNumber
  readonly asked: Asked
  readonly isMentionOnly: boolean
  readonly isChosen: boolean
  readonly nameOf: (agentId: string) => string
  /** Whether the agent was not handed the question of a round: that is taken back by the next one. */
  readonly isAway: (agentId: string, round: RoundRecord) => boolean
}

/** What sending does: `Asks Ada and Dora`, or what becomes of those that still think. */
export function askWords(input: AskInput): string {
  const { asked, nameOf } = input
  const words = [roundWords(input)]
  if (asked.back.length > 0) words.push(`brings back ${listed(asked.back.map(nameOf))}`)
  const { outside } = asked
  if (outside.length > 0) {
    const take = outside.length === 1 ? 'takes' : 'take'
    words.push(`${listed(outside.map(nameOf))} ${take} no part: see Who takes part`)
  }
  return words.join(' · ')
}

function roundWords({ rounds, asked, isMentionOnly, isChosen, nameOf, isAway }: AskInput): string {
  if (asked.ids.length === 0) {
    return isMentionOnly && !isChosen ? 'Mention an agent to get an answer' : 'Asks nobody'
  }
  const finishing = finishingIn(rounds, isAway)
  const names = listed(asked.ids.map(nameOf))
  if (finishing.size === 0) return isChosen ? `Asks only ${names}` : `Asks ${names}`
  const opens = `Opens round ${Math.max(0, ...rounds.keys()) + 1}${isChosen ? ` for ${names}` : ''}`
  const who = [...finishing].map(([n, ids]) => {
    const verb = ids.length === 1 ? 'finishes' : 'finish'
    return `${listed(ids.map(nameOf))} ${verb} round ${n}`
  })
  const isOne = [...finishing.values()].flat().length === 1
  return `${opens} · ${listed(who)}, ${isOne ? 'its answer comes' : 'their answers come'} late`
}

/** Who still thinks, by the number of the round that it answers now: what waits behind that is taken back. */
function finishingIn(
  rounds: RoundsByNumber,
  isAway: AskInput['isAway'],
): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, readonly string[]>()
  const seen = new Set<string>()
  for (const round of rounds.values()) {
    const ids = round.responses
      .filter(isAwaited)
      .flatMap(({ agentId }) => (!seen.has(agentId) && !isAway(agentId, round) ? [agentId] : []))
    if (ids.length > 0) found.set(round.n, ids)
    for (const id of ids) seen.add(id)
  }
  return found
}
