import type { Connection, DashboardLog, RunLog, SeenEvent } from '../run-log'
import type { Stored, StoredFact } from './stored'

/** Facts of these kinds are events; those below are for restarts, and nobody is sent them. */
const EVENT = /^(lead|agent|group|task|direct|need):/
const NO_EVENTS: ReadonlySet<string> = new Set([
  'agent:environment',
  'agent:session',
  'group:history',
])

/** Every dashboard was sent every event that it may see, once, in order and as the others were, over all connections. */
export function* checkDashboards(log: RunLog, stored: Stored): Generator<string> {
  const bodies = new Map<string, { readonly body: string; readonly of: string }>()
  const epochs = new Set<string>()
  for (const dashboard of log.dashboards) {
    const { name, viewer, connections } = dashboard
    const sees = sight(viewer, log, stored)
    const events = stored.facts.filter(sees)
    yield* checkPlaces(dashboard, events)
    for (const { hello } of connections) if (hello) epochs.add(hello.epoch)
    const seen = connections.flatMap(({ frames }) => frames.filter(isEvent))
    yield* compare(name, seen, events)
    for (const { seq, type, body } of seen) {
      // Who is added to a group is told more of it than the others are.
      const key = type === 'group:member_added' ? `${seq} ${viewer}` : `${seq}`
      const other = bodies.get(key)
      if (!other) bodies.set(key, { body, of: name })
      else if (other.body !== body) yield `${name} was sent another event ${seq} than ${other.of}`
    }
    yield* checkMessages(name, seen, visible(stored, sees))
  }
  if (epochs.size > 1) yield `the journal changed its epoch: ${[...epochs].join(', ')}`
}

/** An agent sees what is in its groups, its own direct messages and marks, and what is in no group; people see all. */
function sight(viewer: string | null, { groups }: RunLog, { directs }: Stored) {
  const own = groups.filter(({ members }) => viewer === null || members.includes(viewer))
  const names = new Set(own.map(({ name }) => name))
  const letters = new Map(directs.map((row) => [row.seq, row]))
  return ({ seq, type, group, reader }: StoredFact): boolean => {
    if (!EVENT.test(type) || NO_EVENTS.has(type)) return false
    if (viewer === null) return true
    if (type.startsWith('need:')) return false
    if (type === 'direct:message') {
      const { from, to } = letters.get(seq) ?? {}
      return from === viewer || to === viewer || to === null
    }
    if (type === 'group:read') return reader === viewer
    return group === null || names.has(group)
  }
}

/** What is stored of the groups that somebody sees. */
function visible(stored: Stored, sees: (fact: StoredFact) => boolean) {
  const seqs = new Set(stored.facts.filter(sees).map(({ seq }) => seq))
  const messages = stored.messages.filter(({ seq }) => seqs.has(seq))
  const ids = new Set(messages.map(({ id }) => id))
  return { messages, reactions: stored.reactions.filter((one) => ids.has(one.messageId)) }
}

function isEvent(frame: Connection['frames'][number]): frame is SeenEvent {
  return 'seq' in frame
}

/** Numbers go up within a connection and from one to the next; what the server says of a place is so. */
function* checkPlaces(
  { name, connections }: DashboardLog,
  events: readonly StoredFact[],
): Generator<string> {
  /** The first event that was not sent yet. */
  let next = 0
  for (const [nth, { since, everything, hello, frames }] of connections.entries()) {
    const where = `${name}, connection ${nth + 1} (since ${since})`
    if (hello && hello.at !== since) yield `${where}: hello says that it is at ${hello.at}`
    let at = since
    for (const frame of frames) {
      if ('gap' in frame) yield `${where}: a gap`
      else if ('elsewhere' in frame) {
        if (!everything) yield `${where}: ${frame.elsewhere}, another crew`
      } else if ('pong' in frame) {
        if (frame.pong < at) yield `${where}: the server is at ${frame.pong}, after ${at}`
        const missed = events[next]?.seq ?? Infinity
        if (missed <= frame.pong)
          yield `${where}: the server is at ${frame.pong}, and ${missed} was not sent`
        at = Math.max(at, frame.pong)
      } else {
        if (frame.seq <= at) yield `${where}: ${frame.seq} came after ${at}`
        at = Math.max(at, frame.seq)
        while ((events[next]?.seq ?? Infinity) <= frame.seq) next++
      }
    }
  }
}

function* compare(
  name: string,
  seen: readonly SeenEvent[],
  events: readonly StoredFact[],
): Generator<string> {
  const types = new Map(events.map(({ seq, type }) => [seq, type]))
  const got = new Set<number>()
  for (const { seq, type } of seen) {
    if (got.has(seq)) yield `${name} was sent ${seq} twice`
    if (types.get(seq) !== type)
      yield `${name} was sent ${type} as ${seq}, which is ${types.get(seq) ?? 'not for it'}`
    got.add(seq)
  }
  for (const { seq, type } of events)
    if (!got.has(seq)) yield `${name} was not sent ${seq} (${type})`
}

/** What an event says of a message is what is stored of it; reactions come and go by turns. */
function* checkMessages(
  name: string,
  seen: readonly SeenEvent[],
  { messages, reactions }: Pick<Stored, 'messages' | 'reactions'>,
): Generator<string> {
  const rows = new Map(messages.map((row) => [row.seq, row]))
  const there = new Set<string>()
  for (const { seq, message, reaction } of seen) {
    const row = rows.get(seq)
    const isSame =
      !message ||
      (['id', 'n', 'group', 'from', 'content'] as const).every((key) => row?.[key] === message[key])
    if (!isSame) yield `${name} was sent another message than is stored at ${seq}`
    if (!reaction) continue
    const key = `${reaction.messageId} ${reaction.emoji} ${reaction.agentId}`
    const isNew = reaction.action === 'add' ? !there.has(key) : there.delete(key)
    if (!isNew) yield `${name} was told at ${seq} what was so before: ${reaction.action} ${key}`
    if (reaction.action === 'add') there.add(key)
  }
  const stored = reactions.map((one) => `${one.messageId} ${one.emoji} ${one.agentId}`).toSorted()
  if (stored.join('\n') !== [...there].toSorted().join('\n'))
    yield `${name} saw ${there.size} reactions, ${stored.length} are stored`
}
