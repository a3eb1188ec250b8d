import type { AgentLog, PersonLog, RunLog } from '../run-log'
import type { Stored } from './stored'

/** Everything that was acknowledged is stored once, in the order of its sender, and nothing else is. */
export function* checkSenders(log: RunLog, stored: Stored): Generator<string> {
  const rows = [...stored.messages, ...stored.directs].map(({ seq, from, content, ...row }) => ({
    seq,
    from,
    content,
    place: 'group' in row ? row.group : row.to,
  }))
  const byContent = new Map<string, typeof rows>()
  for (const row of rows) {
    const same = byContent.get(row.content)
    if (same) same.push(row)
    else byContent.set(row.content, [row])
  }
  const expected = new Set<string>()
  const senders = [...log.agents.map(ofAgent), ...log.people.flatMap(ofPerson)]
  for (const { name, from, said } of senders) {
    let last = 0
    for (const { content, place, must } of said) {
      expected.add(content)
      const found = byContent.get(content) ?? []
      const [row] = found
      if (found.length > 1) yield `${name}: ${found.length} times stored: ${content}`
      if (!row && must) yield `${name}: acknowledged and not stored: ${content}`
      if (!row) continue
      if (row.from !== from || row.place !== place) yield `${name}: stored elsewhere: ${content}`
      // When a request arrived that nobody waited for cannot be known.
      if (!must) continue
      if (row.seq < last) yield `${name}: stored before what was said before: ${content}`
      last = row.seq
    }
  }
  for (const { content, seq } of rows) {
    if (!expected.has(content)) yield `nobody said what is stored at ${seq}: ${content}`
  }
  for (const person of log.people) yield* checkPosts(person, stored)
  yield* checkElsewhere(log, stored)
  yield* checkReactions(log, stored)
  for (const { name, refusals } of [...log.agents, ...log.people, log.elsewhere]) {
    for (const refusal of refusals) yield `${name} was refused: ${refusal}`
  }
}

/** What a sender said, in its order. Things it does not send again may be there or not. */
interface Sender {
  readonly name: string
  readonly from: string
  readonly said: readonly {
    readonly content: string
    readonly place: string
    readonly must: boolean
  }[]
}

function ofAgent({ name, id, said, confirmed }: AgentLog): Sender {
  const texts = said.flatMap((one) =>
    one.kind === 'react'
      ? []
      : [
          {
            content: one.content,
            place: one.kind === 'message' ? one.group : one.to,
            must: one.end <= confirmed,
          },
        ],
  )
  return { name, from: id, said: texts }
}

/** Posts and direct messages, each kind in its order. */
function ofPerson({ name, posts, directs }: PersonLog): Sender[] {
  const posted = posts.map(({ content, group, replies }) => ({
    content,
    place: group,
    must: replies.length > 0,
  }))
  const written = directs.map(({ content, to, isAcknowledged }) => ({
    content,
    place: to,
    must: isAcknowledged,
  }))
  return [posted, written].map((said) => ({ name, from: 'human', said }))
}

/** A clientId is one message, however often it was sent. */
function* checkPosts({ name, posts }: PersonLog, { messages }: Stored): Generator<string> {
  const withId = messages.filter(({ clientId }) => clientId !== null)
  const rows = new Map(withId.map((row) => [row.clientId, row]))
  if (rows.size !== withId.length)
    yield `${withId.length} messages have ${rows.size} ids of their senders`
  for (const { clientId, replies } of posts) {
    const row = rows.get(clientId)
    for (const { id, seq, n } of replies) {
      const isSame = row?.id === id && row.seq === seq && row.n === n
      if (!isSame) yield `${name}: ${clientId} was answered with ${id} (${seq}, #${n})`
    }
    if (replies.filter(({ status }) => status === 201).length > 1)
      yield `${name}: ${clientId} was new twice`
  }
}

/** The other crew has what was written in it, and nothing of this one. */
function* checkElsewhere({ elsewhere }: RunLog, stored: Stored): Generator<string> {
  const posted = elsewhere.posts.map(({ content }) => content).toSorted()
  const there = stored.elsewhere.toSorted()
  if (posted.join('\n') !== there.join('\n'))
    yield `${posted.length} messages were written in another crew, ${there.length} others are stored`
}

/** A command toggles exactly once; what a person wants of a reaction is so. */
function* checkReactions({ agents, people }: RunLog, { reactions }: Stored): Generator<string> {
  const wanted = new Map<string, boolean>()
  for (const { id, said } of agents) {
    for (const one of said) {
      if (one.kind !== 'react') continue
      const key = `${one.messageId} ${one.emoji} ${id}`
      wanted.set(key, !wanted.get(key))
    }
  }
  for (const { messageId, emoji, isThere } of people.flatMap((person) => person.reactions)) {
    wanted.set(`${messageId} ${emoji} human`, isThere)
  }
  const there = new Set(reactions.map((one) => `${one.messageId} ${one.emoji} ${one.agentId}`))
  for (const [key, isWanted] of wanted) {
    if (there.has(key) !== isWanted) yield `the reaction ${key} is ${isWanted ? 'not ' : ''}there`
  }
  for (const key of there) if (!wanted.has(key)) yield `nobody reacted so: ${key}`
}
