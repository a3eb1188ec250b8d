import { type AgentLog, type RunLog, shortened } from '../run-log'
import type { Stored } from './stored'

/** What a command is answered that did what it says: all that agents say here may be said. */
const DONE = /^\[System\] (Message delivered|Reacted|Removed) /

/** Everything that an agent is owed is handed to it, in order; nothing twice without saying so, nothing after its ack. */
export function* checkInboxes(log: RunLog, stored: Stored): Generator<string> {
  for (const agent of log.agents) {
    yield* checkRepeats(agent)
    yield* checkOrder(agent, stored)
    for (const [what, owed, handed] of comparisons(agent, log, stored)) {
      for (const one of owed) if (!handed.has(one)) yield `${agent.name} never got ${what} ${one}`
      for (const one of handed) {
        if (!owed.has(one)) yield `${agent.name} got a ${what} that is not for it: ${one}`
      }
    }
    // Each command has one answer.
    const answers = agent.handed.filter(({ kind }) => kind === 'reply')
    const replies = new Set(answers.map(({ id }) => id))
    for (const { text } of answers) {
      if (!DONE.test(text)) yield `${agent.name} was answered: ${text}`
    }
    if (replies.size !== agent.said.length)
      yield `${agent.name} gave ${agent.said.length} commands and got ${replies.size} answers`
  }
}

/** What must have come, beside what did: messages by id and with their text, direct messages by their text. */
function* comparisons(
  { id, handed }: AgentLog,
  { agents, groups }: RunLog,
  { messages, directs }: Stored,
): Generator<readonly [what: string, owed: Set<string>, handed: Set<string>]> {
  const names = new Map(agents.map((one) => [one.id, `${one.roleName} (${one.id.slice(0, 8)})`]))
  const of = (from: string) => names.get(from) ?? 'Human (human)'
  const own = groups.filter(({ members }) => members.includes(id)).map(({ name }) => name)
  const ofGroups = messages.filter(({ from, group }) => from !== id && own.includes(group))
  const kind = (wanted: string) => handed.filter((item) => item.kind === wanted)
  yield [
    'message',
    new Set(ofGroups.map(({ id: message, n, group }) => `${message} #${n} ${group}`)),
    new Set(kind('group').map((item) => `${item.messageId} #${item.n} ${item.groupName}`)),
  ]
  const texts = ofGroups.filter(({ content }) => !content.startsWith('sha256:'))
  const isText = (text: string) => !text.startsWith('sha256:')
  yield [
    'text',
    new Set(
      texts.map(({ group, from, content }) => `[Group "${group}" — ${of(from)}]: ${content}`),
    ),
    new Set(
      kind('group')
        .map(({ text }) => text)
        .filter(isText),
    ),
  ]
  yield [
    'direct message',
    new Set(
      directs
        .filter(({ to }) => to === id)
        .map(({ from, content }) => shortened(`[Message from ${of(from)}]: ${content}`)),
    ),
    new Set(kind('direct').map(({ text }) => text)),
  ]
}

function* checkRepeats({ name, handed, acks }: AgentLog): Generator<string> {
  const seen = new Set<string>()
  const confirmed = new Map<string, number>()
  for (const { items, confirmedAt } of acks) {
    for (const id of items) {
      confirmed.set(id, Math.min(confirmedAt ?? Infinity, confirmed.get(id) ?? Infinity))
    }
  }
  for (const { id, at, repeat } of handed) {
    if (!repeat && seen.has(id)) yield `${name} got ${id} again, and was not told so`
    if (at > (confirmed.get(id) ?? Infinity))
      yield `${name} had acknowledged ${id}, and got it again`
    seen.add(id)
  }
  for (const id of seen) {
    if (!confirmed.has(id)) yield `${name} never acknowledged ${id}, and it does not come again`
  }
}

/** Items come in the order in which things happened; what a person wrote to the agent alone may come before. */
function* checkOrder({ name, handed }: AgentLog, { messages }: Stored): Generator<string> {
  const place = new Map(messages.map(({ id, seq }) => [id, seq]))
  let last = 0
  for (const id of new Set(handed.map(({ messageId }) => messageId ?? ''))) {
    const seq = place.get(id)
    if (seq === undefined) continue
    if (seq < last) yield `${name} got ${id} (${seq}) after what came later (${last})`
    last = seq
  }
}
