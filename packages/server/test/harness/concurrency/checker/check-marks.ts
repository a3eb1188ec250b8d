import type { AgentLog, RunLog } from '../run-log'
import type { Stored } from './stored'

const ORDER = ['waiting', 'sent', 'seen']

/** Receipts go forward and say no more than agents have said; marks go forward; lists and counts agree. */
export function* checkMarks(log: RunLog, stored: Stored): Generator<string> {
  yield* checkReceipts(log)
  yield* checkReadMarks(log, stored)
  yield* checkPages(log, stored)
  yield* checkCounts(log, stored)
}

function* checkReceipts({ agents, people, end }: RunLog): Generator<string> {
  const known = new Map<string, string>()
  const histories = new Map(agents.map((agent) => [agent.id, historyOf(agent)]))
  const asked = people.flatMap(({ receipts }) => receipts).toSorted((a, b) => a.sentAt - b.sentAt)
  for (const { messageId, states, sentAt } of asked) {
    for (const agent of agents) {
      const state = states[agent.id]
      if (state === undefined) continue
      const key = `${messageId} with ${agent.name}`
      const before = known.get(key) ?? 'waiting'
      if (!ORDER.includes(state)) yield `${key} is ${state}`
      if (ORDER.indexOf(state) < ORDER.indexOf(before))
        yield `${key} is ${state}, and was ${before}`
      known.set(key, state)
      const { handedAt, ackSentAt } = histories.get(agent.id)?.get(messageId) ?? NEVER
      if (state === 'waiting' && handedAt < sentAt) yield `${key} waits, and it was handed over`
      if (state === 'seen' && ackSentAt === Infinity)
        yield `${key} is seen, and that was never said`
    }
  }
  for (const { messageId, states } of end.receipts) {
    for (const agent of agents) {
      const state = states[agent.id]
      if (state !== undefined && state !== 'seen')
        yield `${messageId} is ${state} with ${agent.name}, who has read all`
    }
  }
}

interface History {
  readonly handedAt: number
  readonly ackSentAt: number
}
const NEVER: History = { handedAt: Infinity, ackSentAt: Infinity }

/** When an agent was first handed each message, and when it first said that it has it. */
function historyOf({ handed, acks }: AgentLog): Map<string, History> {
  const said = new Map<string, number>()
  for (const { items, sentAt } of acks) {
    for (const id of items) said.set(id, Math.min(sentAt, said.get(id) ?? Infinity))
  }
  const histories = new Map<string, History>()
  for (const { id, messageId, at } of handed) {
    if (messageId === undefined) continue
    const before = histories.get(messageId) ?? NEVER
    const ackSentAt = Math.min(before.ackSentAt, said.get(id) ?? Infinity)
    histories.set(messageId, { handedAt: Math.min(before.handedAt, at), ackSentAt })
  }
  return histories
}

function* checkReadMarks({ people, dashboards, end }: RunLog, stored: Stored): Generator<string> {
  const { marks, messages } = stored
  for (const { name, marks: asked } of people) {
    const last = new Map<string, number>()
    for (const { group, asked: seq, lastSeq } of asked) {
      if (lastSeq < seq) yield `${name} marked ${group} up to ${seq}, and it is ${lastSeq}`
      if (lastSeq < (last.get(group) ?? 0)) yield `the mark in ${group} went back to ${lastSeq}`
      last.set(group, lastSeq)
    }
  }
  // Marks of the person are the person's: agents are not told.
  for (const { name, connections } of dashboards.filter(({ viewer }) => viewer === null)) {
    const last = new Map<string, number>()
    const seen: Moved[] = []
    for (const { frames } of connections) {
      for (const frame of frames) {
        if (!('seq' in frame) || !frame.read) continue
        const { group, readerId, lastSeq } = frame.read
        const key = `${readerId} in ${group}`
        if (lastSeq <= (last.get(key) ?? 0))
          yield `${name} saw the mark of ${key} at ${lastSeq} again`
        last.set(key, lastSeq)
        seen.push({ seq: frame.seq, key, to: lastSeq })
      }
    }
    for (const { group, reader, seq } of marks) {
      const key = `${reader} in ${group}`
      const reads = seen.filter((one) => one.key === key)
      const written = messages.filter((row) => row.group === group)
      if (markOf(reader, reads, written) !== seq)
        yield `${name} did not see ${reader} at ${seq} in ${group}`
    }
  }
  for (const { name, unread } of end.groups) {
    const mark = marks.find(({ group, reader }) => group === name && reader === 'human')?.seq ?? 0
    const after = messages.filter(
      ({ group, seq, from }) => group === name && seq > mark && from !== 'human',
    ).length
    if (unread !== after) yield `${unread} are unread in ${name}, ${after} came after the mark`
  }
}

/** What a dashboard saw of a mark. */
interface Moved {
  readonly seq: number
  readonly key: string
  readonly to: number
}

/** Where a mark is after what was seen of it: a reader's own message moves it where nothing of others waits before. */
function markOf(reader: string, reads: readonly Moved[], written: Stored['messages']): number {
  const own = written.filter(({ from }) => from === reader).map(({ seq }) => ({ seq, to: null }))
  let mark = 0
  for (const { seq, to } of [...reads, ...own].toSorted((a, b) => a.seq - b.seq)) {
    const isWaiting = written.some((row) => row.from !== reader && row.seq > mark && row.seq < seq)
    if (to !== null) mark = to
    else if (!isWaiting) mark = seq
  }
  return mark
}

/** A page has every message between its first and its last. */
function* checkPages({ people }: RunLog, { messages }: Stored): Generator<string> {
  for (const { name, pages } of people) {
    for (const { group, around, ids } of pages) {
      const all = messages.filter((row) => row.group === group).map(({ id }) => id)
      const first = all.indexOf(ids[0] ?? '')
      const isWhole = all.slice(first, first + ids.length).join() === ids.join()
      if (first < 0 || !isWhole) yield `${name} read a page of ${group} with a hole`
      if (around !== null && !ids.includes(around))
        yield `${name} asked for ${around} and got others`
    }
  }
}

function* checkCounts({ agents, end }: RunLog, { messages }: Stored): Generator<string> {
  for (const { name, messageCount, newest } of end.groups) {
    const rows = messages.filter(({ group }) => group === name)
    if (rows.length !== messageCount) yield `${name} has ${messageCount}, ${rows.length} are stored`
    if ((rows.at(-1)?.id ?? null) !== newest) yield `the newest of ${name} is not ${newest}`
  }
  for (const { id, name } of agents) {
    const { count = -1, unconfirmed = -1 } = end.owed[id] ?? {}
    if (count !== 0 || unconfirmed !== 0)
      yield `${name} is owed ${count}, and ${unconfirmed} more were handed`
  }
}
