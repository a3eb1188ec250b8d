import type { AgentRecord } from '@crewroom/shared/model/agent'
import { participantLabel } from '@crewroom/shared/model/participant'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { LiveAgent, Why, WhyCode } from '@crewroom/shared/state/crew-state'
import { relayedLine } from '@crewroom/shared/text/relay'
import { iso } from '../clock'
import type { Crew } from '../crew/crew'
import { programOf } from '../crew/program-of'
import type { PresenceBook } from '../crew/presence'
import type { Shard } from '../crew/shard'
import { budgetReached, isHeld, isPaused, mustWake } from '../crew/wake'

/** Named in the line; the rest is a number. */
const NAMED = 3
/** So much of a command line. */
const SHOWN = 300

/** What the agent is doing, or why nothing is happening with it, and which round it answers. */
export function whyOf(
  shard: Shard,
  crew: Crew,
  presence: PresenceBook,
  agent: AgentRecord,
  owed: LiveAgent['owed'],
): Why {
  const answers = answering(shard, agent.id)
  const why = lineOf(shard, crew, presence, agent, owed, answers)
  return answers ? { ...why, round: answers.round } : why
}

/** One line for people. */
function lineOf(
  shard: Shard,
  crew: Crew,
  presence: PresenceBook,
  agent: AgentRecord,
  owed: LiveAgent['owed'],
  answers: Answering | null,
): Why {
  const { status, connection, since, restart, asleep, pull } = presence.get(agent.id)
  const at = since === null ? null : iso(since)
  const because = (code: WhyCode, text: string, from: string | null = at): Why => ({
    code,
    since: from,
    text,
  })
  const items = owed.count === 1 ? '1 item waits' : `${owed.count} items wait`
  if (agent.ended !== null) {
    return because('ended', `${agent.ended}${agent.endedReason ? `: ${agent.endedReason}` : ''}`)
  }
  if (restart) {
    const { reason, attempt, limit } = restart
    if (reason !== undefined) {
      const text = `${relayedLine(reason, SHOWN)} It is asked again at ${iso(restart.at)} (${attempt} of ${limit})`
      return because('restarting', text)
    }
    return because(
      'restarting',
      `its program ended unexpectedly; start ${attempt} of ${limit} at ${iso(restart.at)}`,
    )
  }
  if (crew.inert && agent.driver.kind !== 'remote') {
    return because(
      'paused',
      `the crew was imported; resuming it starts this program: ${relayedLine(programOf(agent.driver), SHOWN)}`,
    )
  }
  const asked = askedBy(crew, agent)
  if (asked) return because('waiting', asked.text, asked.since)
  if (answers) {
    const behind = owed.count === 0 ? '' : `; ${items}`
    if (pull !== null) return because('working', `${answers.text}${behind}`, answers.since)
    return connection === 'lost'
      ? because(
          'disconnected',
          `${answers.text}; its program is not connected${behind}`,
          answers.since,
        )
      : because('working', `${answers.text}${behind}`, answers.since)
  }
  if (status === 'working' && connection !== 'lost') return because('working', 'working')
  if (isPaused(shard, crew, agent.id)) {
    const isByHand = shard.paused || crew.state.lead.paused
    const reached = isByHand ? null : budgetReached(crew, agent.id)
    if (reached) {
      const whose = reached.agentId === null ? 'the budget of the crew' : 'its budget'
      return because('paused', `${whose} is used up; ${items}`)
    }
    return because('paused', `${shard.paused ? 'the server' : 'the crew'} is paused; ${items}`)
  }
  if (status === 'starting') return because('starting', 'its program is starting')
  if (mustWake(shard, crew, agent.id)) {
    if (pull === 'away') return because('asks', `reads when it asks; ${items}`, owed.oldestAt)
    if (asleep) return because('starting', `asleep; ${items}, and its program is being started`)
    return connection === 'connected'
      ? because('behind', `${items} to be delivered now`, owed.oldestAt)
      : because('disconnected', `${items} until its program connects`, owed.oldestAt)
  }
  const hold = holdOn(crew, agent)
  if (hold) return because('held', `${hold.what} on hold until ${hold.until}; ${items}`, hold.since)
  const waitsFor = awaitedBy(crew, agent)
  if (asleep) {
    const rest = waitsFor ? `, ${waitsFor.text}` : owed.count > 0 ? `; ${items}` : ''
    return because('asleep', `asleep${rest}; wakes with the next message`)
  }
  if (waitsFor) return because('waiting', waitsFor.text, waitsFor.since ?? at)
  if (pull === 'away') {
    const rest = owed.count === 0 ? 'nothing waits for it' : items
    return because('asks', `reads when it asks; ${rest}`)
  }
  if (connection === 'lost') return because('disconnected', 'its program is not connected')
  const held = [...crew.inHand.owing(agent.id)].find(
    ({ groupName }) => crew.state.groups[groupName]?.paused,
  )
  const ofRound = crew.rounds
    .asked(agent.id)
    .map(({ sessionId }) => crew.state.sessions[sessionId]?.groupName ?? '')
    .find((groupName) => crew.state.groups[groupName]?.paused)
  if (ofRound) return because('paused', `${groupNameOf(crew, ofRound)} is paused; ${items}`)
  if (held) return because('paused', `${groupNameOf(crew, held.groupName)} is paused; ${items}`)
  return because(
    'idle',
    owed.count === 0 ? 'idle; nothing waits for it' : `idle; ${items} for its next turn`,
  )
}

/** What it asks a person for, while its program stands still until that is answered; and since when. */
function askedBy(crew: Crew, { id }: AgentRecord): { text: string; since: string } | null {
  const open = Object.values(crew.state.needs).filter(
    ({ agentId, kind }) => agentId === id && kind === 'permission',
  )
  const [first] = open
  if (!first) return null
  const what = open.length === 1 ? 'permission' : `${open.length} permissions`
  return { text: `waiting for you: it asks for ${what}`, since: first.createdAt }
}

interface Answering {
  readonly text: string
  readonly since: string
  readonly round: NonNullable<Why['round']>
}

/** The round that it answers, in any of its crews. */
function answering(shard: Shard, agentId: string): Answering | null {
  for (const { rounds, state } of shard.crewsOf(agentId)) {
    const asked = rounds.answering(agentId)
    if (!asked) continue
    const title = relayedLine(state.sessions[asked.sessionId]?.title ?? '', LIMITS.sessionTitle)
    const text = `answering round ${asked.n} of "${title}"`
    const round = { session: asked.sessionId, n: asked.n }
    return { text, since: rounds.answeringSince(asked), round }
  }
  return null
}

/** Whom it waits for: those to whom it gave tasks that are open, in words, and since when. */
function awaitedBy(crew: Crew, agent: AgentRecord): { text: string; since: string | null } | null {
  const awaited = Object.values(crew.state.tasks).filter(
    (task) => task.by === agent.id && task.agentId !== agent.id,
  )
  if (awaited.length === 0) return null
  const names = awaited.slice(0, NAMED).map((task) => nameOf(crew, task.agentId))
  const more = awaited.length - names.length
  return {
    text: `waiting for ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    since: awaited[0]?.createdAt ?? null,
  }
}

/** An agent as people know it: by its own name, or by its role and id. */
function nameOf(crew: Crew, id: string): string {
  const agent = crew.state.agents[id]
  if (!agent) return participantLabel('Agent', id)
  const name = relayedLine(agent.name, LIMITS.agentName).trim()
  const isOwn = name !== '' && name !== agent.roleName && id !== crew.state.lead.id
  if (!isOwn) return participantLabel(agent.roleName, id)
  const isShared = Object.values(crew.state.agents).some(
    (other) => other.id !== id && other.name === agent.name,
  )
  return isShared ? participantLabel(name, id) : name
}

function groupNameOf(crew: Crew, name: string): string {
  const shown = relayedLine(crew.state.groups[name]?.displayName ?? name, LIMITS.displayName)
  return `group "${shown.trim() || name}"`
}

/** A hold that keeps something back from the agent; `what` begins the sentence that says so. */
function holdOn(
  crew: Crew,
  agent: AgentRecord,
): { what: string; since: string; until: string } | null {
  if (agent.hold && crew.inHand.pending(agent.id).some((item) => isHeld(crew, agent.id, item))) {
    return { what: "agents' messages to it are", ...agent.hold }
  }
  for (const { groupName } of crew.inHand.owing(agent.id)) {
    const hold = crew.state.groups[groupName]?.hold
    if (hold) return { what: `${groupNameOf(crew, groupName)} is`, ...hold }
  }
  return null
}
