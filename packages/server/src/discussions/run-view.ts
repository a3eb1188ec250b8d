import { HUMAN_ID, shortId } from '@crewroom/shared/model/participant'
import type { RunRecord } from '@crewroom/shared/model/run'
import { placeOfSession } from '@crewroom/shared/model/session'
import { memberOf } from '@crewroom/shared/model/group'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import { speakerNames } from '../rounds/context'
import { leaderOf } from './policy-settings'
import type { RunView, Speaker } from './policies/policy'

/** Newest messages that a policy looks at. */
const LOOKED_AT = 50
/** Whoever fails so often in a row is asked no more. */
const FAILURES = 2

/** What a policy decides by, all of it from memory. */
export function viewOf(shard: Shard, crew: Crew, run: RunRecord): RunView {
  const nameOf = speakerNames(crew)
  const last = crew.window(placeOfSession(run.sessionId)).messages.slice(-LOOKED_AT)
  return {
    run,
    speakers: run.participants.map((id) => speakerOf(shard, crew, run, id, nameOf(id))),
    last: last.map(({ from, content, mentions, round }) => ({
      from,
      content,
      mentions,
      isInterjection: round?.as === 'interjection',
    })),
    nameOf: (id) => (id === HUMAN_ID ? shard.ports.personName : nameOf(id)),
  }
}

function speakerOf(shard: Shard, crew: Crew, run: RunRecord, id: string, shown: string): Speaker {
  const { roles, progress, limits } = run
  // Told never to end for want of news: functions are given everything each time.
  const goesOn = limits.stall >= LIMITS.runRounds
  const { role = '', description = '', expertise = [] } = roles[id] ?? {}
  const hasFailed = (progress.failures[id] ?? 0) >= FAILURES
  const about = { id, role, description, expertise }
  if (id === HUMAN_ID) {
    const { personName: name } = shard.ports
    // A question calls the person a user.
    const names = [HUMAN_ID, 'user', name, role].map((one) => one.toLowerCase())
    return {
      ...about,
      name,
      names,
      isEligible: true,
      hasNew: goesOn || progress.previous !== HUMAN_ID,
    }
  }
  const agent = crew.state.agents[id]
  // A question tells two with the same name apart: that is one more name.
  const other = shown === agent?.name ? '' : shown
  const names = [agent?.handle ?? other, agent?.name, shortId(id), role || agent?.roleName]
  return {
    ...about,
    role: role || (agent?.roleName ?? ''),
    name: agent?.name ?? shortId(id),
    names: names.map((one) => one?.toLowerCase() ?? ''),
    isEligible: !hasFailed && canBeAsked(crew, run, id),
    hasNew: goesOn || progress.told?.[id] === undefined || hasUnread(crew, run, id),
  }
}

/** Whether others have said something in the session since an agent was given its last question. */
function hasUnread(crew: Crew, { sessionId }: RunRecord, id: string): boolean {
  const newest = crew.window(placeOfSession(sessionId)).messages.findLast(({ from }) => from !== id)
  return newest !== undefined && newest.seq > crew.rounds.given(sessionId, id)
}

/**
 * Whether an agent is in the group and takes part in the session. One that has completed comes back when it is asked; one that has failed or
 * was terminated does not.
 */
export function canBeAsked(
  { state }: Crew,
  { groupName, sessionId }: Pick<RunRecord, 'groupName' | 'sessionId'>,
  id: string,
): boolean {
  const group = state.groups[groupName]
  const agent = state.agents[id]
  if (!group || !agent || !memberOf(group, id)) return false
  if (!state.sessions[sessionId]?.activeAgents.includes(id)) return false
  return agent.ended === null || agent.ended === 'completed'
}

/** Whether the agent that chooses, sums up or manages can still be asked; true where the policy needs none. */
export function hasLeader(crew: Crew, run: RunRecord): boolean {
  const leader = leaderOf(run.policy)
  return leader === null || canBeAsked(crew, run, leader)
}
