import { isPlaceholderLead } from '@crewroom/shared/model/agent'
import type { Arrivals } from '@crewroom/shared/client/crew-follower'
import { applyEvent } from '@crewroom/shared/state/apply-event'
import {
  type CrewState,
  emptyRecord,
  type LiveAgent,
  type LiveState,
} from '@crewroom/shared/state/crew-state'
import type { Snapshot } from './api/crews'

/** One crew as the page shows it. A new object per change; records inside keep their identity. */
export interface CrewView {
  readonly state: CrewState
  readonly live: LiveState
}

/** A snapshot as it came over the wire. Keys are text from outside, so the containers lose their prototypes. */
export function viewOfSnapshot(snapshot: Snapshot): CrewView {
  const { state, live } = snapshot
  return {
    state: copyContainers({
      ...state,
      seq: snapshot.seq,
      mentions: withoutPrototypes(state.mentions),
      readMarks: withoutPrototypes(state.readMarks),
    }),
    live: { agents: Object.assign(emptyRecord<LiveAgent>(), live.agents) },
  }
}

/** The view after these arrivals, in one step: containers are copied once, however many events there are. */
export function advance(view: CrewView, arrivals: Arrivals): CrewView {
  let { state, live } = view
  if (arrivals.events.length > 0) {
    const before = state
    state = copyContainers(state)
    for (const event of arrivals.events) applyEvent(state, event)
    state.agents = withoutPlaceholder(state)
    // Most events change no agent: whoever shows only agents is not drawn again.
    if (!arrivals.events.some(({ type }) => /^(agent|task):/.test(type))) {
      state.agents = before.agents
    }
  }
  if (arrivals.live.length > 0) {
    const agents = Object.assign(emptyRecord<LiveAgent>(), live.agents)
    for (const { type: _, leadId: __, agentId, ...own } of arrivals.live) {
      agents[agentId] = own
    }
    live = { agents }
  }
  return { state, live }
}

function copyContainers(state: CrewState): CrewState {
  return {
    ...state,
    agents: withoutPlaceholder(state),
    groups: Object.assign(emptyRecord(), state.groups),
    tasks: Object.assign(emptyRecord(), state.tasks),
    needs: Object.assign(emptyRecord(), state.needs),
    sessions: Object.assign(emptyRecord(), state.sessions),
    rounds: Object.assign(emptyRecord(), state.rounds),
    runs: Object.assign(emptyRecord(), state.runs),
    admissions: Object.assign(emptyRecord(), state.admissions),
    files: Object.assign(emptyRecord(), state.files),
    mentions: Object.assign(emptyRecord(), state.mentions),
    readMarks: Object.assign(emptyRecord(), state.readMarks),
    ownUnread: Object.assign(emptyRecord(), state.ownUnread),
    asked: Object.assign(emptyRecord(), state.asked),
  }
}

/** No program works as the lead of a workspace's crew, and nobody can give it work: it is shown nowhere. */
function withoutPlaceholder({ agents, lead }: CrewState): CrewState['agents'] {
  const shown = Object.assign(emptyRecord<CrewState['agents'][string]>(), agents)
  if (isPlaceholderLead(lead, lead.id)) delete shown[lead.id]
  return shown
}

/** By reader and place: both are keys from outside. */
function withoutPrototypes<T>(byReader: Readonly<Record<string, Readonly<Record<string, T>>>>) {
  return Object.fromEntries(
    Object.entries(byReader).map(([reader, byPlace]) => [
      reader,
      Object.assign(emptyRecord<T>(), byPlace),
    ]),
  )
}
