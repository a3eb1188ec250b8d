import type { SubagentTrack } from './subagent-track'
import type { TaskCall } from './task-calls'

/** A call is written down when its response is; its sub-agent may have begun a little before that. */
const EARLY_MS = 1_000

type Links = Map<SubagentTrack, TaskCall>

/**
 * Which call started which sub-agent: its records or the result name it, or the result's text does, or it was asked the same, or it is
 * the team's member of that description, or it goes on where another stopped; the others in the order of time.
 */
export function linkProcesses(
  tracks: readonly SubagentTrack[],
  calls: readonly TaskCall[],
): ReadonlyMap<SubagentTrack, TaskCall> {
  const links: Links = new Map()
  const taken = new Set<string>()
  const byTrack = new Map(tracks.map((track) => [track.id, track]))
  const link = (track: SubagentTrack, call: TaskCall | undefined) => {
    if (call === undefined || links.has(track) || taken.has(call.id)) return
    if (startedInside(track, call, byTrack, links)) return
    links.set(track, call)
    taken.add(call.id)
  }
  const unlinked = () => tracks.filter((track) => !links.has(track))

  const byId = new Map(calls.map((call) => [call.id, call]))
  for (const track of tracks) link(track, byId.get(track.calledBy ?? ''))
  const byAgent = new Map(calls.map((call) => [call.agentId, call]))
  for (const track of tracks) link(track, byAgent.get(track.agentId))
  const byFolder = new Map(calls.flatMap((call) => inFolder(call)))
  for (const track of unlinked()) {
    // A workflow's script starts many.
    const call = track.folders.map((folder) => byFolder.get(folder)).find(Boolean)
    if (call && !startedInside(track, call, byTrack, links)) links.set(track, call)
  }
  // A text may quote the id of another one: it counts only where there is such a sub-agent.
  const naming = new OpenCalls(calls, taken, ({ agentId, saidId }) =>
    agentId === null ? saidId : null,
  )
  for (const track of unlinked()) link(track, naming.first(track.agentId))
  const asking = new OpenCalls(calls, taken, ({ prompt, agentId }) =>
    agentId === null && prompt !== '' ? prompt : null,
  )
  for (const track of unlinked()) link(track, asking.first(track.asked))
  const describing = new OpenCalls(calls, taken, ({ about }) => about.description ?? null)
  for (const track of unlinked()) {
    if (track.teamSummary !== null) link(track, describing.first(track.teamSummary))
  }
  const rest = unlinked()
  const before = tracksBefore(rest, tracks)
  for (const track of rest) {
    const call = links.get(before.get(track) ?? track)
    if (call !== undefined) links.set(track, call)
  }
  // A call whose result named another agent did not start any of the others.
  const inTime = new OpenCalls(calls.toSorted(byTime), taken, (call) =>
    call.agentId === null && call.owner === null && call.workflow === null ? '' : null,
  )
  for (const track of unlinked()) {
    const call = track.folders.length === 0 ? inTime.first('') : undefined
    if (call !== undefined && track.teamSummary === null && isInTime(track, call)) link(track, call)
  }
  return links
}

const inFolder = (call: TaskCall): readonly (readonly [string, TaskCall])[] =>
  call.workflow?.folder ? [[call.workflow.folder, call]] : []

/** The calls that are not taken yet, by what they are looked for. */
class OpenCalls {
  readonly #taken: ReadonlySet<string>
  /** The first of each is the last of its list. */
  readonly #byKey = new Map<string, TaskCall[]>()

  constructor(
    calls: readonly TaskCall[],
    taken: ReadonlySet<string>,
    keyOf: (call: TaskCall) => string | null,
  ) {
    this.#taken = taken
    for (const call of calls.toReversed()) {
      const key = keyOf(call)
      if (key === null) continue
      const others = this.#byKey.get(key)
      if (others === undefined) this.#byKey.set(key, [call])
      else others.push(call)
    }
  }

  first(key: string): TaskCall | undefined {
    const calls = this.#byKey.get(key) ?? []
    for (let call = calls.at(-1); call !== undefined; call = calls.at(-1)) {
      if (!this.#taken.has(call.id)) return call
      calls.pop()
    }
    return undefined
  }
}

/** Records may say that two sub-agents started each other: one of them did not. */
function startedInside(
  track: SubagentTrack,
  call: TaskCall,
  byTrack: ReadonlyMap<string, SubagentTrack>,
  links: ReadonlyMap<SubagentTrack, TaskCall>,
): boolean {
  for (let { owner } = call; owner !== null;) {
    if (owner === track.id) return true
    const outer = byTrack.get(owner)
    owner = (outer === undefined ? undefined : links.get(outer))?.owner ?? null
  }
  return false
}

/** The sub-agents whose records those of others follow. */
function tracksBefore(
  rest: readonly SubagentTrack[],
  tracks: readonly SubagentTrack[],
): ReadonlyMap<SubagentTrack, SubagentTrack> {
  const following = new Map<string, SubagentTrack[]>()
  for (const track of rest) {
    const parent = track.messages[0]?.parentUuid ?? null
    if (parent === null) continue
    const others = following.get(parent)
    if (others === undefined) following.set(parent, [track])
    else others.push(track)
  }
  const found = new Map<SubagentTrack, SubagentTrack>()
  if (following.size === 0) return found
  for (const other of tracks) {
    for (const { uuid } of other.messages) {
      for (const track of following.get(uuid) ?? []) {
        if (track !== other && !found.has(track)) found.set(track, other)
      }
    }
  }
  return found
}

const byTime = (a: TaskCall, b: TaskCall) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)

const isInTime = (track: SubagentTrack, { at }: TaskCall) =>
  Date.parse(at) <= Date.parse(track.startTime) + EARLY_MS
